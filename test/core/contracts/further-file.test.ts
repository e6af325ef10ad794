import { ApiObject, type Chart } from 'cdk8s';
import { Token } from 'cdktf';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Bucket, ClusterChart, LocalCluster, type Deployment } from '../../../lib/index';
import { fileAtSynth } from '../../../lib/extend';
import { commands } from '../../platform/guides';
import { DEV, LOCAL, output, problemsOf } from '../../platform/programs';

// Files beside the manifests: a pipeline of Pachyderm, a dashboard, rules for promtool.

const PIPELINE = { pipeline: { name: 'mnist' }, transform: { image: 'train:1', cmd: ['train'] } };
const BASE = { name: 'pipeline.json', content: PIPELINE };
const chartOf = ({ kubernetes }: Deployment, id = 'queue') =>
  new ClusterChart(kubernetes, id, { cluster: LocalCluster.kind(), namespace: 'team' });

test('a JSON file beside the manifests, with its commands in DEPLOY.md', () => {
  const out = output();
  const platform = out.platform();
  fileAtSynth(chartOf(platform.stage(LOCAL)), {
    ...BASE,
    phase: 'runs',
    text: 'Make the pipeline:',
    commands: (file) => [`pachctl update pipeline -f ${file}`, 'kubectl get pods'],
  });
  const { files } = platform.synth();
  const contents = out.contents();
  expect(JSON.parse(contents['dist/local/files/pipeline.json'] ?? '')).toEqual(PIPELINE);
  expect(files).toContain(join(out.manifests, 'local/files/pipeline.json'));
  const guide = contents['dist/local/DEPLOY.md'] ?? '';
  expect(guide).toContain('## Runs\n\nMake the pipeline:\n');
  expect(commands(guide)).toContain("pachctl update pipeline -f 'dist/local/files/pipeline.json'");
  expect(commands(guide)).toContain('kubectl --context kind-kind get pods');
});

test('a text is written as it is, without commands, and goes with the program that added it', () => {
  const out = output();
  const write = (build: (chart: Chart) => void) => {
    const platform = out.platform();
    const chart = chartOf(platform.stage(LOCAL));
    new ApiObject(chart, 'queue', { apiVersion: 'acme.com/v1', kind: 'Queue' });
    build(chart);
    platform.synth();
    return out.contents();
  };
  const before = write((chart) => {
    fileAtSynth(chart, { name: 'rules.yaml', content: 'groups: []' });
  });
  expect(before['dist/local/files/rules.yaml']).toBe('groups: []');
  const after = write(() => undefined);
  expect(after['dist/local/DEPLOY.md']).toBe(before['dist/local/DEPLOY.md']);
  expect(existsSync(join(out.manifests, 'local/files'))).toBe(false);
});

test('a construct of a stack adds a file to its own deployment', () => {
  const out = output();
  const platform = out.platform();
  const { stack } = platform.stage(DEV, 'digits');
  new Bucket(platform.stage(DEV, 'speech').stack, 'data');
  fileAtSynth(new Bucket(stack, 'data'), {
    ...BASE,
    phase: 'infrastructure',
    commands: (file) => [`gcloud storage cp ${file} gs://acme`],
  });
  platform.synth();
  const contents = out.contents();
  expect(Object.keys(contents).filter((file) => file.includes('/files/'))).toEqual([
    'dist/digits-dev/files/pipeline.json',
  ]);
  expect(contents['dist/digits-dev/DEPLOY.md']).toContain(
    "gcloud storage cp 'dist/digits-dev/files/pipeline.json' gs://acme",
  );
});

test('fails: two files of one name in one deployment (duplicate-file)', () => {
  const out = output();
  const platform = out.platform();
  const deployment = platform.stage(LOCAL);
  fileAtSynth(chartOf(deployment, 'a'), BASE);
  fileAtSynth(chartOf(deployment, 'b'), { ...BASE, name: 'Pipeline.json' });
  fileAtSynth(chartOf(platform.stage(LOCAL, 'other')), BASE);
  expect(problemsOf(() => platform.synth())).toEqual([
    '[local/b] file "Pipeline.json" is also written by local/a: give one of the two another name (duplicate-file)',
  ]);
  expect(out.contents()).toEqual({});
});

describe('a file that cannot be written', () => {
  const add = (change: object) => () => {
    fileAtSynth(chartOf(output().platform().stage(LOCAL)), { ...BASE, ...change });
  };

  test.each(['', '.hidden', 'a/b.json', '../a', 'a b', 'x'.repeat(101)])('fails: the name %j (file-name)', (name) => {
    expect(add({ name })).toThrow(
      `[local/queue] ${JSON.stringify(name)} cannot be the name of a file beside the manifests: use up to 100 letters`,
    );
    expect(add({ name })).toThrow('(file-name)');
  });

  test('fails: a value that only Terraform knows (token-in-manifest)', () => {
    expect(add({ content: { bucket: Token.asString({ name: 'of Terraform' }) } })).toThrow(
      '[local/queue] file "pipeline.json" holds a value that only Terraform knows',
    );
  });
});
