import { expect, test } from 'vitest';
import { judgedBy, METRICS } from './support/judges';
import { applied, apply, kubectl, type KubernetesObject } from './support/kubectl';
import { Made } from './support/made';
import { manifests, programFolder, synthesize } from './support/program';

// No metrics reach the cluster of the tests, so no scaler acts: they are admitted, and what they scale is theirs.

const SCALERS = ['HorizontalPodAutoscaler', 'ScaledObject'];
const made = new Made();
let deployments = new Map<string, KubernetesObject[]>();

judgedBy([METRICS], async () => {
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/scalers.ts');
  deployments = manifests(folder);
});

function of(name: string, ...kinds: string[]): KubernetesObject[] {
  return (deployments.get(name) ?? []).filter(({ kind }) => kinds.includes(kind));
}

test.each([
  ['keda-dev', { HorizontalPodAutoscaler: 2, ScaledObject: 4, PodMonitoring: 6, Rules: 6 }],
  ['adapter-dev', { HorizontalPodAutoscaler: 5, PodMonitoring: 5, Rules: 5 }],
  ['own-dev', { HorizontalPodAutoscaler: 2, ScaledObject: 3, PodMonitor: 5, PrometheusRule: 5 }],
])('the API server takes every scaler, and every object of telemetry, of %s', async (name, counts) => {
  const objects = deployments.get(name) ?? [];
  for (const [kind, count] of Object.entries(counts)) expect(of(name, kind)).toHaveLength(count);
  await made.make(objects.filter(({ kind }) => kind === 'Namespace'));
  expect((await made.make(objects)).match(/serverside-applied/g)).toHaveLength(objects.length);
});

test('an apply leaves the number of replicas to who set it', async () => {
  const objects = deployments.get('keda-dev') ?? [];
  const [deployment] = of('keda-dev', 'Deployment');
  const { name = '', namespace = '' } = { ...deployment?.metadata };
  const replicas = () => kubectl('-n', namespace, 'get', 'deployment', name, '-o', 'jsonpath={.spec.replicas}');
  await made.make(objects);
  await kubectl('-n', namespace, 'scale', 'deployment', name, '--replicas=3');
  await applied(objects);
  expect(await replicas()).toBe('3');
});

test('fails: fields of scalers and of telemetry that no schema has', async () => {
  const all = [...deployments.values()].flat();
  for (const kind of [...SCALERS, 'PodMonitoring', 'Rules', 'PodMonitor', 'PrometheusRule']) {
    const object = all.find((each) => each.kind === kind);
    const wrong = { ...object, metadata: { name: 'wrong', namespace: 'default' }, spec: { ...object?.spec, mn: 2 } };
    const { status, output } = await apply([wrong], { dryRun: true });
    expect([kind, status, output]).toEqual([kind, 1, expect.stringMatching(/unknown field|field not declared/)]);
  }
});
