import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ask } from './support/api';
import { Guide } from './support/guide';
import { GATEWAY, judgedBy, MODEL_SERVER, REAL_NODE } from './support/judges';
import { applied, kubectl, list, remove, type KubernetesObject } from './support/kubectl';
import { Load, sum } from './support/load';
import { manifests, programFolder, synthesize, temporaryFolder } from './support/program';
import { Client, count, Steady } from './support/requests';
import { run, within } from './support/run';
import { makeModel, settled, undrained } from './support/servers';

// Requests through a gateway to model servers, in real pods. The program in the pods stands in for TensorFlow Serving.

const PROGRAM = 'test/integration/programs/gateway.ts';
const DEPLOYMENT = 'gateway-local';
const NAMESPACE = 'trainyard-gateway';
const MODELS = '/var/lib/trainyard/gateway';
const METADATA = '/v1/models/mnist/metadata';
const PREDICT = '/v1/models/mnist:predict';
const IMAGE = { instances: [Array.from({ length: 28 }, () => Array.from({ length: 28 }, () => 0))] };

interface State {
  readonly percent?: number;
  readonly version: number;
  readonly replicas: number;
}
const START: State = { percent: 0, version: 1, replicas: 3 };

let client: Client;
let certificate = '';
let objects: readonly KubernetesObject[] = [];

judgedBy([REAL_NODE, MODEL_SERVER, GATEWAY], async () => {
  await makeModel(MODELS);
  await makeSecrets();
  await become(START);
  const address = await within(120, 'the address of the gateway', async () => {
    const text = await kubectl(
      '-n',
      NAMESPACE,
      'get',
      'gateway',
      'entry',
      '-o',
      'jsonpath={.status.addresses[0].value}',
    );
    return text === '' ? undefined : text;
  });
  client = new Client(address);
  await within(120, 'answers', async () => (await client.ask('models.local', METADATA)).status === 200);
});

afterAll(() => remove(objects));

/** A Secret with a certificate that it signs itself, and one with a name and a password. */
async function makeSecrets(): Promise<void> {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
  const subject = ['-subj', '/CN=tls.local', '-addext', 'subjectAltName=DNS:tls.local'];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...subject,
    '-keyout',
    key,
    '-out',
    cert,
  ]);
  certificate = readFileSync(cert, 'utf8');
  const metadata = { name: 'tls', namespace: NAMESPACE };
  const data = { 'tls.crt': certificate, 'tls.key': readFileSync(key, 'utf8') };
  await applied([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } }]);
  await applied([{ apiVersion: 'v1', kind: 'Secret', metadata, type: 'kubernetes.io/tls', stringData: data }]);
  const hash = createHash('sha1').update('secret').digest('base64');
  const users = { metadata: { name: 'users', namespace: NAMESPACE }, stringData: { '.htpasswd': `ann:{SHA}${hash}` } };
  await applied([{ apiVersion: 'v1', kind: 'Secret', ...users }]);
}

/** Deploys a state by the commands of DEPLOY.md, and waits until its pods are there and its routes are known. */
async function become(state: State, change?: (all: readonly KubernetesObject[]) => KubernetesObject[]): Promise<void> {
  const folder = programFolder();
  await synthesize(folder, PROGRAM, JSON.stringify(state));
  const given = manifests(folder).get(DEPLOYMENT) ?? [];
  if (change) await applied(change(given));
  else expect(await new Guide(folder, DEPLOYMENT).run('Standing objects')).toMatchObject({ status: 0 });
  const gone = objects.filter((old) => !given.some((each) => keyOf(each) === keyOf(old)));
  objects = given;
  if (gone.length > 0) await remove(gone);
  await settled(NAMESPACE, state.replicas + (state.percent === undefined ? 0 : 1));
  await within(60, 'the routes', async () => {
    const routes = [
      ...(await list('httproutes', { namespace: NAMESPACE })),
      ...(await list('grpcroutes', { namespace: NAMESPACE })),
    ];
    return routes.every(({ metadata, status }) =>
      (status?.parents?.[0]?.conditions ?? []).every(
        (each: { observedGeneration: number }) => each.observedGeneration === Reflect.get(metadata, 'generation'),
      ),
    );
  });
}

function keyOf({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.name}`;
}

/** The version that answers a request; anything else is an error. */
async function version(by = client): Promise<string> {
  const { status, body } = await by.ask('models.local', METADATA);
  if (status !== 200) throw new Error(`${status} ${body}`);
  return (JSON.parse(body) as { model_spec: { version: string } }).model_spec.version;
}

/** Asks twenty times a second, in turns for the version and for a prediction, of which some are always on their way. */
function steadily(): Steady {
  const other = new Client(client.address);
  let predicts = false;
  return new Steady(async () => {
    predicts = !predicts;
    if (!predicts) return version(other);
    const { status, body } = await other.ask('models.local', PREDICT, IMAGE);
    if (status !== 200) throw new Error(`${status} ${body}`);
    return 'prediction';
  });
}

/** The answers to some requests, eight at a time, by version. */
async function versions(requests: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const some = async () => {
    for (let sent = 0; sent < requests / 8; sent += 1) count(counts, await version());
  };
  await Promise.all(Array.from({ length: 8 }, some));
  return counts;
}

/** The predictions that each pod of a server has made. */
async function predictions(server: string): Promise<number[]> {
  const all = await list('pods', { namespace: NAMESPACE, labels: `trainyard/workload=${server}` });
  return Promise.all(
    all.map(async ({ metadata: { name } }) => {
      const path = `/api/v1/namespaces/${NAMESPACE}/pods/${name}:8501/proxy/monitoring/prometheus/metrics`;
      const text = await ask(path);
      return [...text.matchAll(/request_count\{[^}]*\} (\d+)/g)].reduce((all, [, number]) => all + Number(number), 0);
    }),
  );
}

test('a host or a path of nobody gets 404, and so does what is no inference call', async () => {
  const statuses = async (...asked: [host: string, path: string][]) =>
    Promise.all(asked.map(async ([host, path]) => (await client.ask(host, path)).status));
  expect(
    await statuses(
      ['nobody.local', METADATA],
      ['models.local', '/'],
      ['models.local', '/v1/models/other'],
      ['models.local', '/v1/models/mnist2/metadata'],
      ['models.local', '/monitoring/prometheus/metrics'],
    ),
  ).toEqual([404, 404, 404, 404, 404]);
  expect(await statuses(['models.local', METADATA], ['models.local', '/v1/models/mnist'])).toEqual([200, 200]);
});

test('the call that loads other models cannot be reached, however its path is written', async () => {
  const reload = 'tensorflow.serving.ModelService/HandleReloadConfigRequest';
  const inference = '/tensorflow.serving.PredictionService';
  for (const host of ['models.local', 'grpc.local']) {
    for (const path of [
      `/${reload}`,
      `//${reload}`,
      `${inference}/../${reload}`,
      `${inference}/%2e%2e/${reload}`,
      `${inference}/..%2f${reload}`,
      `${inference}/..%5c${reload}`,
    ]) {
      expect([400, 404], `${host} ${path}`).toContain(await client.askByHttp2(host, path));
    }
    expect(await client.askByHttp2(host, `${inference}/Predict`)).not.toBe(404);
  }
});

test('a host with a certificate in a Secret answers by TLS', async () => {
  expect(await client.askByTls('tls.local', METADATA, certificate)).toMatchObject({ status: 200 });
});

test('people sign in by name and password, and a client has a limit of requests', async () => {
  const ask = async (auth?: string) => (await client.ask('users.local', METADATA, undefined, auth)).status;
  expect([await ask(), await ask('ann:wrong'), await ask('ann:secret')]).toEqual([401, 401, 200]);
  const limited: number[] = [];
  for (let sent = 0; sent < 20; sent += 1) limited.push((await client.ask('limited.local', METADATA)).status);
  // Each of two proxies counts for itself.
  expect(limited.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  expect(new Set(limited)).toEqual(new Set([200, 429]));
});

test('requests of one channel of gRPC reach all replicas', async ({ onTestFinished }) => {
  const before = sum(Object.fromEntries((await predictions('mnist')).entries()));
  onTestFinished(async () => {
    await kubectl('-n', NAMESPACE, 'delete', 'pod', 'load', '--grace-period=1');
  });
  const load = await Load.start(NAMESPACE, `--server=${client.address}:80`, '--authority=grpc.local', '--channels=1');
  expect((await load.soFar()).errors).toEqual({});
  const each = await predictions('mnist');
  expect(each).toHaveLength(3);
  expect(Math.min(...each)).toBeGreaterThan((sum(Object.fromEntries(each.entries())) - before) / 10);
});

test('copied requests reach the other server, and change no answer', async () => {
  const [before = 0] = await predictions('next');
  const plain = await client.ask('models.local', PREDICT, IMAGE);
  for (let sent = 0; sent < 50; sent += 1) {
    expect(await client.ask('copied.local', PREDICT, IMAGE)).toEqual(plain);
  }
  await within(30, 'the copies', async () => (await predictions('next'))[0] === before + 50);
});

test('copies for a server without pods change no answer', async () => {
  await kubectl('-n', NAMESPACE, 'scale', 'deployment/next', '--replicas=0');
  await settled(NAMESPACE, 3);
  for (let sent = 0; sent < 20; sent += 1) {
    expect(await client.ask('copied.local', PREDICT, IMAGE)).toMatchObject({ status: 200 });
  }
});

test('a version without ready pods gets no requests, because DEPLOY.md holds its weight back', async () => {
  const folder = programFolder();
  await synthesize(folder, PROGRAM, JSON.stringify({ ...START, percent: 50 }));
  expect((await new Guide(folder, DEPLOYMENT).run('Standing objects')).status).not.toBe(0);
  expect(await versions(200)).toEqual({ '1': 200 });
  await kubectl('-n', NAMESPACE, 'scale', 'deployment/next', '--replicas=1');
  await settled(NAMESPACE, 4);
});

const REQUESTS = 2000;

test(`${REQUESTS} requests arrive as they are weighted, and none is lost while weights change`, async () => {
  const steady = steadily();
  for (const percent of [10, 50, 100]) {
    await become({ ...START, percent });
    // Proxies learn it a little later than the status says.
    await within(30, 'the weights', async () => Math.abs((await share(200)) - percent) < 15);
    const expected = (REQUESTS * percent) / 100;
    const spread = Math.sqrt((expected * (100 - percent)) / 100);
    // By chance alone, one of 16,000 runs is further away.
    expect(Math.abs((await share(REQUESTS)) * (REQUESTS / 100) - expected), `${percent} percent`).toBeLessThanOrEqual(
      4 * spread,
    );
  }
  expect((await steady.stop()).failures).toEqual({});
});

/** The percent of requests that version 2 answers. */
async function share(requests: number): Promise<number> {
  return (100 * ((await versions(requests))['2'] ?? 0)) / requests;
}

test('no request is lost while the usual version is rolled out, the canary ends, and replicas are taken away', async () => {
  await become({ ...START, percent: 50 });
  const steady = steadily();
  await become({ ...START, version: 2, percent: 50 });
  await become({ version: 2, replicas: 3 });
  await become({ version: 2, replicas: 1 });
  const { answers, failures } = await steady.stop();
  expect(failures).toEqual({});
  expect(answers['1']).toBeGreaterThan(0);
  expect(answers['2']).toBeGreaterThan(answers['1'] ?? 0);
});

/**
 * The same servers without what lets their pods end in peace, and not as the first process of a container, so that they end at once.
 * Each answer takes a second.
 */
function hasty(all: readonly KubernetesObject[]): KubernetesObject[] {
  const text = JSON.stringify(undrained(all)).replaceAll('"value":"0.1"', '"value":"1"');
  const objects = JSON.parse(text) as KubernetesObject[];
  for (const { kind, spec } of objects) if (kind === 'Deployment') spec.template.spec.shareProcessNamespace = true;
  return objects;
}

test('fails: requests are lost where pods have no time to end', async () => {
  await become({ version: 1, replicas: 3 }, hasty);
  let lost = 0;
  // One of these is enough on most machines.
  for (const version of [2, 1, 2]) {
    if (lost > 0) break;
    const steady = steadily();
    await become({ version, replicas: 3 }, hasty);
    lost = sum((await steady.stop()).failures);
  }
  expect(lost).toBeGreaterThan(0);
});
