import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import { EnvValue } from '../../../lib/workloads/pod/env-value';
import type { PodOptions } from '../../../lib/workloads/pod/pod-options';
import { secretAdvice } from '../../../lib/workloads/pod/secret-advice';

function texts(pod: Partial<PodOptions>): string[] {
  return [...secretAdvice({ image: 'digits:1', ...pod })].map(formatProblem);
}

/** Joined here, so that no scanner takes this file for a leak. */
const joined = (...parts: string[]) => parts.join('');

test.each([
  ['DB_PASSWORD', 'hunter2'],
  ['PGPASSWORD', 'hunter2'],
  ['WANDB_API_KEY', '0123456789abcdef'],
  ['HF_TOKEN', 'abcdefgh'],
  ['AWS_SECRET_ACCESS_KEY', 'abc/def+ghi'],
  ['client_secret', 'abc'],
  ['SETTINGS', joined('-----BEGIN RSA PRIVATE', ' KEY-----\nMII')],
  ['A', joined('AKIA', 'ABCDEFGHIJKLMNOP')],
  ['B', joined('hf', '_abcdefghijklmnopqrstuvwxyz')],
  ['C', joined('gh', 'p_abcdefghijklmnopqrstuvwxyz0123456789')],
  ['DATABASE_URL', 'postgres://user:word@db:5432/runs'],
])('fails: %s in plain text is advice that does not show the secret (plain-secret)', (name, value) => {
  expect(texts({ env: { [name]: value } })).toEqual([
    `env.${name} holds a secret in plain text, which all readers of the manifest see: put it into a Secret of the namespace, and use EnvValue.fromSecret('<Secret>', '<key>') in env (plain-secret)`,
  ]);
});

test('fails: a secret of an init container, or in an argument, is advice too (plain-secret)', () => {
  const url = 'https://me:word@git.acme.com/code';
  expect(
    texts({
      args: ['--steps=1', `--key=${joined('hf', '_abcdefghijklmnopqrstuvwxyz')}`],
      initContainers: [{ name: 'clone', command: ['git', 'clone', url], env: { GIT_TOKEN: 'abcdefgh' } }],
    }).map((each) => each.split(' ')[0]),
  ).toEqual(['args[1]', 'initContainers[0].env.GIT_TOKEN', 'initContainers[0].command[2]']);
  const [main] = secretAdvice({ image: 'digits:1', command: [url] });
  const [init, clone] = secretAdvice({
    image: 'digits:1',
    initContainers: [{ name: 'clone', command: [url], env: { GIT_TOKEN: 'abcdefgh' } }],
  });
  expect([main, init, clone].map((advice) => advice?.property)).toEqual([
    'command',
    'initContainers[0].env',
    'initContainers[0].command',
  ]);
});

test('settings, names of secrets, paths and values from Secrets are no advice', () => {
  const env = {
    HF_TOKEN: EnvValue.fromSecret('hub', 'token'),
    TOKENIZERS_PARALLELISM: 'false',
    MAX_TOKENS: '512',
    PAD_TOKEN: '<pad>',
    EOS_TOKEN: '[SEP]',
    NUM_TOKEN: '12',
    USE_TOKEN: 'true',
    SECRET_NAME: 'hub',
    DB_PASSWORD_FILE: 'run/password',
    GOOGLE_APPLICATION_CREDENTIALS: '/var/run/key.json',
    API_KEY: '$(OTHER)',
    PASSWORD: '',
    KEY: 'value',
    PROXY: 'http://proxy.acme.com:3128',
    DATA: 'gs://acme-data/train@2',
    IMAGE: 'us-docker.pkg.dev/acme/images/digits@sha256:0123',
  };
  expect(texts({ env, args: ['--token=$(HF_TOKEN)', 'a:b@c'] })).toEqual([]);
});
