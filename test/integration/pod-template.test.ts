import { expect, test } from 'vitest';
import { deployed } from './support/deployed';
import { judgedBy, REAL_NODE } from './support/judges';
import { logs, pods } from './support/kubectl';
import { within } from './support/run';

// The arguments, variables, mounts and rights that a program gets in a real pod.

const NAMESPACE = 'trainyard-template';

judgedBy([REAL_NODE]);

test('a program is given its arguments, variables, mounts and rights, by either engine', async () => {
  const stringData = { 'hub.token': 's3cret' };
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'tokens', namespace: NAMESPACE }, stringData };
  await deployed('pod-template', 'template-local', secret);

  const ended = await within(120, 'the end of both programs', async () => {
    const all = await pods(NAMESPACE);
    return all.length === 2 && all.every(({ status: { phase } }) => phase === 'Succeeded') && all;
  });
  for (const { metadata } of ended) {
    expect(JSON.parse(await logs({ metadata }, 'tensorflow'))).toEqual({
      args: ['--text=two words\nand a line', '--name=a "quoted" text', '--cost=$(PLAIN)'],
      plain: 'a "quoted" text',
      secret: 's3cret',
      label: 'vision',
      node: true,
      memory: String(128 * 2 ** 20),
      shm: 16 * 2 ** 20,
      config: '{"steps": 1}\n',
      'config writable': false,
      'left by the init container': 'done',
      user: 20001,
      'group of files': true,
      'no new privileges': ['1'],
      capabilities: ['0000000000000000'],
      seccomp: ['2'],
      token: false,
      home: true,
      'own volume': true,
    });
  }
});
