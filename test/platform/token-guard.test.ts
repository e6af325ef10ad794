import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import { Fn, Token } from 'cdktf';
import { describe, expect, test } from 'vitest';
import { Bucket, TrainingCluster } from '../../lib/index';
import { configMap, DEV, LOCAL, output, problemsOf } from './programs';

const FIX = 'use a plain value that both halves share, such as bucket.bucketName, identity.email or pool.poolName';

/** Tokens of every kind that cdktf has. */
const TOKENS: readonly (readonly [string, unknown, string])[] = [
  ['a string', { a: Token.asString({ resolve: () => 'x' }) }, 'data.a'],
  ['a string within a text', { a: `gs://${Token.asString({ resolve: () => 'x' })}/y` }, 'data.a'],
  ['a number', { a: { b: Token.asNumber({ resolve: () => 1 }) } }, 'data.a.b'],
  ['a number within a text', { a: `x-${Token.asNumber({ resolve: () => 1 })}` }, 'data.a'],
  ['an element of a list of numbers', { a: [1, ...Token.asNumberList({ resolve: () => [1] })] }, 'data.a.1'],
  ['the key of a map of tokens', { a: Object.keys(Token.asMap({ resolve: () => ({}) }, 'string'))[0] }, 'data.a'],
  ['a list', { a: Token.asList({ resolve: () => ['x'] }) }, 'data.a'],
  ['a list within a longer one', { a: ['x', ...Token.asList({ resolve: () => ['y'] })] }, 'data.a.1'],
  ['a list that is joined', { a: Token.asList({ resolve: () => ['x'] }).join(',') }, 'data.a'],
  ['an element of a list', { a: ['x', Token.asString({ resolve: () => 'x' })] }, 'data.a.1'],
  ['the key of a map', { a: { [Token.asString({ resolve: () => 'x' })]: 'y' } }, 'data.a'],
  ['a map', { a: Token.asMap({ resolve: () => ({}) }, 'string') }, 'data.a'],
  ['the value of a function', { a: Fn.upper('x') }, 'data.a'],
  ['a value that is worked out later', { a: { resolve: () => 'x', creationStack: [] } }, 'data.a'],
];

test.each(TOKENS)('fails: %s that only Terraform knows is refused in a manifest (token-in-manifest)', (_, data, at) => {
  const platform = output().platform();
  configMap(platform.stage(LOCAL), data);
  expect(problemsOf(() => platform.synth())).toEqual([
    expect.stringMatching(
      new RegExp(
        `^\\[local/settings/config\\] ConfigMap "settings-config-[a-z0-9]+" holds a value that only Terraform knows, at ${at}: ${FIX} \\(token-in-manifest\\)$`,
      ),
    ),
  ]);
});

test('fails: one line for an object, with every place, for all objects (token-in-manifest)', () => {
  const platform = output().platform();
  const token = Token.asString({ resolve: () => 'x' });
  const deployment = platform.stage(LOCAL);
  configMap(deployment, { a: token, b: token }, 'one');
  configMap(deployment, { c: token }, 'two');
  expect(problemsOf(() => platform.synth())).toEqual([
    expect.stringContaining('[local/one/config] ConfigMap'),
    expect.stringContaining('[local/two/config] ConfigMap'),
  ]);
});

test('fails: an attribute of a resource is refused, where its plain name is taken (token-in-manifest)', () => {
  const out = output();
  const platform = out.platform();
  const deployment = platform.stage(DEV);
  const cluster = new TrainingCluster(deployment.stack, 'cluster', { location: 'us-east1-c' });
  const endpoint = (cluster.node.defaultChild as unknown as { endpoint: string }).endpoint;
  configMap(deployment, { endpoint, bucket: new Bucket(deployment.stack, 'data').bucketName });
  expect(problemsOf(() => platform.synth())).toEqual([expect.stringMatching(/knows, at data\.endpoint: /)]);
  expect(out.contents()).toEqual({});
});

describe('outside of the data of an object', () => {
  test('fails: a token as the name of an object is refused (token-in-manifest)', () => {
    const platform = output().platform();
    const chart = new Chart(platform.stage(LOCAL).kubernetes, 'chart');
    const name = Token.asString({ resolve: () => 'x' });
    new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
    expect(problemsOf(() => platform.synth())).toEqual([expect.stringMatching(/at name: /)]);
  });

  test('fails: a token as a label of a chart is refused (token-in-manifest)', () => {
    const platform = output().platform();
    const labels = { a: Token.asString({ resolve: () => 'x' }) };
    const chart = new Chart(platform.stage(LOCAL).kubernetes, 'chart', { labels });
    new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap' });
    expect(problemsOf(() => platform.synth())).toEqual([expect.stringMatching(/at labels\.a: /)]);
  });

  test('fails: a token in a patch is refused (token-in-manifest)', () => {
    const platform = output().platform();
    configMap(platform.stage(LOCAL), { a: 'b' }).addJsonPatch(
      JsonPatch.replace('/data/a', Token.asString({ resolve: () => 'x' })),
    );
    expect(problemsOf(() => platform.synth())).toEqual([
      expect.stringMatching(
        /^\[local\/settings\] ConfigMap "settings-config-[a-z0-9]+" holds .* at data\.a: .*\(token-in-manifest\)$/,
      ),
    ]);
  });
});

test('texts that look a little like tokens are left alone', () => {
  const out = output();
  const platform = out.platform();
  configMap(platform.stage(LOCAL), { a: '${HOME} $(X) #{x}', n: '-1' });
  platform.synth();
  expect(out.contents()['dist/local/standing/00-settings.k8s.yaml']).toContain('a: "${HOME} $(X) #{x}"');
});
