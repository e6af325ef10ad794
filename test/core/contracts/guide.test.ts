import { ApiObject } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { Bucket, ClusterChart, LocalCluster, TrainingCluster, type Deployment } from '../../../lib/index';
import { guideAtSynth, type GuideStep } from '../../../lib/extend';
import { commands, guide, headings } from '../../platform/guides';
import { cluster, DEV, LOCAL, output, PROD } from '../../platform/programs';

// What constructs add to DEPLOY.md.

const step = (phase: GuideStep['phase'], name: string): GuideStep => ({
  phase,
  text: `Text of ${name}:`,
  commands: [name],
});

/** A chart with one object, at which a construct of a user adds steps. */
function chartWith(steps: readonly GuideStep[]) {
  return ({ kubernetes }: Deployment) => {
    const chart = new ClusterChart(kubernetes, 'queue', { cluster: LocalCluster.kind(), namespace: 'team' });
    guideAtSynth(new ApiObject(chart, 'queue', { apiVersion: 'acme.com/v1', kind: 'Queue' }), () => steps);
  };
}

test('steps of a chart stand behind what the guide itself says in their phase; of the removal, before it', () => {
  const phases = [
    'failures',
    'removal',
    'endings',
    'runs',
    'standing',
    'operators',
    'infrastructure',
    'before',
  ] as const;
  const text = guide(LOCAL, chartWith(phases.map((phase) => step(phase, `do-${phase}`))));
  expect(headings(text)).toEqual([
    'Infrastructure',
    'Credentials',
    'Operators',
    'Standing objects',
    'Runs',
    'Until the jobs are done',
    'Take it down',
    'If a job fails',
  ]);
  expect(commands(text)).toEqual([
    'do-before',
    'do-infrastructure',
    'kubectl --context kind-kind cluster-info',
    'do-operators',
    "kubectl --context kind-kind apply --server-side -f 'dist/local/standing'",
    'do-standing',
    'do-runs',
    'do-endings',
    'do-removal',
    "kubectl --context kind-kind delete --ignore-not-found -f 'dist/local/standing' -l '!trainyard/kept'",
    'do-failures',
  ]);
  expect(text).toContain('\n\nText of do-runs:\n\n```sh\ndo-runs\n```\n\n');
});

test('a step may be a text alone, or commands alone', () => {
  const text = guide(
    LOCAL,
    chartWith([
      { phase: 'before', text: 'Ask the data team.' },
      { phase: 'runs', commands: ['look'] },
    ]),
  );
  expect(text).toContain('\n\nAsk the data team.\n\n## Credentials');
  expect(text).toContain('## Runs\n\n```sh\nlook\n```\n\n');
});

test('steps of a stack stand beside those of its charts; it is destroyed last', () => {
  const text = guide(PROD, ({ stack }) => {
    const bucket = new Bucket(stack, 'data');
    guideAtSynth(bucket, () => [
      { phase: 'infrastructure', commands: [`gcloud storage cp -r data ${bucket.bucketName}`] },
      { phase: 'removal', commands: ['save the data'] },
    ]);
  });
  expect(commands(text)).toEqual([
    'npx cdktf deploy prod',
    'gcloud storage cp -r data acme-ml-prod-prod-data',
    'save the data',
    'npx cdktf deploy prod',
    'npx cdktf destroy prod',
  ]);
});

test('steps of a stack that need a cluster are done when kubectl points at it', () => {
  const text = guide(DEV, (deployment) => {
    const made = cluster(deployment);
    guideAtSynth(made, () => [step('operators', 'helm')]);
  });
  expect(headings(text)).toEqual(['Advice', 'Infrastructure', 'Credentials', 'Operators', 'Take it down']);
});

test('steps are asked for at synthesis, of constructs that are still in the tree', () => {
  const text = guide(LOCAL, (deployment) => {
    const steps: GuideStep[] = [];
    chartWith(steps)(deployment);
    steps.push(step('runs', 'late'));
    const gone = new ClusterChart(deployment.kubernetes, 'gone', { cluster: LocalCluster.kind() });
    guideAtSynth(gone, () => [step('runs', 'gone')]);
    deployment.kubernetes.node.tryRemoveChild('gone');
  });
  expect(commands(text)).toContain('late');
  expect(commands(text)).not.toContain('gone');
});

test('a deployment has only the steps of its own constructs', () => {
  const out = output();
  const platform = out.platform();
  for (const name of ['one', 'two']) {
    const { stack } = platform.stage(DEV, name);
    guideAtSynth(new Bucket(stack, 'data'), () => [step('infrastructure', `of-${name}`)]);
  }
  platform.synth();
  expect(commands(out.contents()['dist/one-dev/DEPLOY.md'] ?? '')).toContain('of-one');
  expect(out.contents()['dist/one-dev/DEPLOY.md']).not.toContain('of-two');
});

describe('advice', () => {
  test('stands at the top of the deployment that it is about, a retired GPU first', () => {
    const out = output();
    const platform = out.platform();
    const { stack } = platform.stage(DEV, 'old');
    const made = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c' });
    made.addPool('odd', { machineType: 'n9-standard-4' });
    cluster(platform.stage(DEV));
    platform.stage(LOCAL);
    platform.synth();
    const [old = '', dev = '', local = ''] = ['old-dev', 'dev', 'local'].map(
      (name) => out.contents()[`dist/${name}/DEPLOY.md`],
    );
    expect(old).toMatch(/^# Deploy old-dev\n\n## Advice\n\n- \[old-dev\/cluster\/odd\] /);
    expect(dev).toMatch(/^# Deploy dev\n\n## Advice\n\n- .*\(accelerator-retired\)\n/);
    expect(local).not.toContain('Advice');
  });
});
