import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { Guide } from './support/guide';
import { GATEWAY, judgedBy, JUPYTER_IMAGE, JUPYTER_NODE } from './support/judges';
import { kubectl, remove, type KubernetesObject } from './support/kubectl';
import { emptyFolder } from './support/pod';
import { manifests, programFolder, synthesize } from './support/program';
import { Client } from './support/requests';
import { within } from './support/run';

// Requests of more than a minute through Envoy: the tokens of a server, and a terminal of a notebook.

const NAMESPACE = 'trainyard-long-requests';
const DEPLOYMENT = 'long-requests-local';
const SECONDS = 70;
let address = '';
let objects: readonly KubernetesObject[] = [];

judgedBy([JUPYTER_NODE, GATEWAY], async () => {
  await emptyFolder('/var/lib/trainyard/long-requests', JUPYTER_IMAGE);
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/long-requests.ts');
  objects = manifests(folder).get(DEPLOYMENT) ?? [];
  expect(await new Guide(folder, DEPLOYMENT).run('Standing objects')).toMatchObject({ status: 0 });
});
afterAll(async () => {
  // A server of streams has ten minutes to end, and nobody asks it any more.
  await kubectl('-n', NAMESPACE, 'delete', 'deployment/streams', 'statefulset/ada', '--ignore-not-found');
  await kubectl('-n', NAMESPACE, 'delete', 'pod', '--all', '--grace-period=1');
  await remove(objects);
});

/** The lines of an answer that takes so many seconds, up to where it ends or is cut, and how long that took. */
async function tokens(
  seconds: number,
): Promise<{ readonly lines: number; readonly whole: boolean; readonly after: number }> {
  const start = Date.now();
  const asked = request({ host: address, path: `/?tokens=${seconds}`, headers: { host: 'tokens.local' } });
  asked.end();
  let text = '';
  let whole = true;
  try {
    const [response] = (await once(asked, 'response')) as [AsyncIterable<Buffer>];
    for await (const chunk of response) text += chunk.toString();
  } catch {
    whole = false;
  }
  return { lines: text.split('\n').length - 1, whole, after: (Date.now() - start) / 1000 };
}

/** A terminal of the notebook that is typed into: what it has written, once that holds a text. */
async function terminal(token: string) {
  const headers = { host: 'lab.local', authorization: `token ${token}` };
  const made = request({ host: address, path: '/api/terminals', method: 'POST', headers });
  made.end();
  const [created] = (await once(made, 'response')) as [AsyncIterable<Buffer>];
  let answer = '';
  for await (const chunk of created) answer += chunk.toString();
  const { name } = JSON.parse(answer) as { name: string };
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  const key = { 'sec-websocket-key': Buffer.from('a-key-of-16-byte').toString('base64') };
  const asked = request({
    host: address,
    path: `/terminals/websocket/${name}`,
    headers: { ...headers, ...upgrade, ...key },
  });
  asked.end();
  const [, socket] = (await once(asked, 'upgrade')) as [unknown, Socket];
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => socket.destroy());
  return {
    socket,
    type(line: string) {
      const payload = Buffer.from(JSON.stringify(['stdin', `${line}\r`]));
      // A whole text frame, of fewer than 126 bytes, with a mask of zeros.
      socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]));
    },
    shows: (what: string) => within(30, what, () => Promise.resolve(text.includes(what))),
  };
}

test('a stream of 70 s arrives whole and a terminal lives for as long; with the 30 s of before, the stream is cut', async (context) => {
  address = await within(120, 'the address of the gateway', async () => {
    const path = 'jsonpath={.status.addresses[0].value}';
    return (await kubectl('-n', NAMESPACE, 'get', 'gateway', 'entry', '-o', path)) || undefined;
  });
  const client = new Client(address);
  await within(120, 'answers', async () => (await client.ask('tokens.local', '/')).status === 200);
  await kubectl('-n', NAMESPACE, 'wait', 'pod/ada-0', '--for=condition=Ready', '--timeout=600s');
  await within(120, 'the notebook', async () => (await client.ask('lab.local', '/api')).status === 200);

  const listed = await kubectl('-n', NAMESPACE, 'exec', 'ada-0', '--', 'jupyter', 'server', 'list');
  const opened = await terminal(/token=(\w+)/.exec(listed)?.[1] ?? '');
  context.onTestFinished(() => {
    opened.socket.destroy();
  });
  opened.type('echo first-$((1+1))');
  await opened.shows('first-2');
  const [stream] = await Promise.all([tokens(SECONDS), setTimeout(SECONDS * 1000)]);
  expect(stream).toMatchObject({ lines: SECONDS, whole: true });
  opened.type('echo last-$((1+1))');
  await opened.shows('last-2');

  const timeouts = JSON.stringify([{ op: 'replace', path: '/spec/rules/0/timeouts/request', value: '30s' }]);
  await kubectl('-n', NAMESPACE, 'patch', 'httproute/entry-tokens', '--type=json', '-p', timeouts);
  const http = JSON.stringify([{ op: 'replace', path: '/spec/timeout/http/requestTimeout', value: '30s' }]);
  await kubectl('-n', NAMESPACE, 'patch', 'backendtrafficpolicy/entry-tokens', '--type=json', '-p', http);
  await setTimeout(5000);
  const cut = await tokens(SECONDS);
  expect(cut.whole).toBe(false);
  expect(cut.lines).toBeLessThan(40);
});
