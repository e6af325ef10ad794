import { App } from 'cdk8s';
import { assert, property } from 'fast-check';
import { expect, test } from 'vitest';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import type { WorkflowSpec } from '../../lib/kubernetes/kinds/argo-specs';
import { manifestsOf } from '../../lib/testing';
import { Plain } from '../../lib/training/strategies/plain/plain';
import { DataSet, Step, Workflow } from '../../lib/workflow';
import { Operator } from '../../lib/operators/operator';
import { GKE, gpuPool } from '../workload/pools';
import {
  dataVariable,
  orderOf,
  stepName,
  usersOf,
  workflowOf,
  workflowPlans,
  type WorkflowPlan,
} from './random-workflows';
import { beforeOf, faultsOf, type Spec, type Template } from './rendered-graph';

const GRAPHS = 500;
const plans = workflowPlans({
  kinds: ['task', 'task', 'task', 'training', 'object', 'approval'],
  steps: { min: 1, max: 9 },
  outputs: true,
  buckets: true,
});
const cluster = { ...GKE, operators: [Operator.ARGO_WORKFLOWS] };
const identity = { email: 'a@p.iam.gserviceaccount.com', namespace: 'flows', serviceAccountName: 'trainer' };
const around = {
  ...{ pool: gpuPool({ cluster }), image: 'trainer:1', identity },
  bucket: { bucketName: 'acme-data', url: 'gs://acme-data' },
};

function rendered(plan: WorkflowPlan): { readonly spec: Spec; readonly problems: readonly string[] } {
  const app = new App();
  const chart = new ClusterChart(app, 'flows', { cluster, namespace: 'flows' });
  new Workflow(chart, 'flow', workflowOf(plan, around));
  const workflow = manifestsOf(chart).find(({ kind }) => kind === 'Workflow');
  const problems = app.node.findAll().flatMap(({ node }) => node.validate());
  return { spec: workflow?.spec as Spec, problems };
}

/** The transitive closure of pairs, as texts. */
function allPairs(pairs: readonly (readonly [number, number])[], count: number): string[] {
  const before = Array.from({ length: count }, () => new Set<number>());
  for (let index = 0; index < count; index += 1) {
    for (const [first, second] of pairs) {
      if (second !== index) continue;
      before[index]?.add(first);
      for (const other of before[first] ?? []) before[index]?.add(other);
    }
  }
  return before.flatMap((all, index) => [...all].map((other) => `${stepName(other)} ${stepName(index)}`)).sort();
}

test(`${GRAPHS} random workflows have the order of their description in Argo's graph, and no other`, () => {
  assert(
    property(plans, (plan) => {
      const { spec, problems } = rendered(plan);
      const main = spec.templates.find(({ name }) => name === spec.entrypoint);
      const pairs = [...beforeOf(main)].flatMap(([name, all]) => [...all].map((other) => `${other} ${name}`));
      expect(main?.dag?.tasks.map(({ name }) => name).sort()).toEqual(
        plan.steps.map((_, index) => stepName(index)).sort(),
      );
      expect(pairs.sort()).toEqual(allPairs(orderOf(plan), plan.steps.length));
      expect(faultsOf(spec)).toEqual([]);
      expect(problems).toEqual([]);
    }),
    { numRuns: GRAPHS },
  );
});

interface Container {
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
}
interface PodSpec {
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string }[];
}

/** The container of a step, and its pod's volumes. */
function podOf(spec: Spec, step: string): { readonly container: Container; readonly volumes: PodSpec['volumes'] } {
  const find = (name: string): Template | undefined => spec.templates.find((each) => each.name === name);
  let template = find(step);
  while (template?.dag) template = find(template.dag.tasks.at(-1)?.template ?? '');
  if (template?.container) {
    return { container: template.container, volumes: template.volumes as unknown as PodSpec['volumes'] };
  }
  const job = JSON.parse(template?.resource?.manifest ?? '') as { spec: { template: { spec: PodSpec } } };
  const { containers, volumes } = job.spec.template.spec;
  return { container: containers[0] ?? {}, volumes };
}

test(`${GRAPHS} random workflows hand each data set from the steps that write it to those that read it`, () => {
  assert(
    property(plans, (plan) => {
      const { spec } = rendered(plan);
      const places = plan.data.map((data, number) => {
        const { writers, readers } = usersOf(plan, data);
        const found = [...writers, ...readers].map((index) => {
          const { container, volumes } = podOf(spec, stepName(index));
          const path = container.env?.find(({ name }) => name === dataVariable(number))?.value ?? '';
          const mount = container.volumeMounts?.find(({ mountPath }) => `${path}/`.startsWith(`${mountPath}/`));
          expect(mount?.readOnly === true && writers.includes(index)).toBe(false);
          // One pod may read what another writes.
          const text = JSON.stringify(volumes.find(({ name }) => name === mount?.name));
          const volume = text.replace(/,?"(name|readOnly)":("[^"]*"|true|false)/g, '');
          return JSON.stringify([path, mount?.mountPath, volume]);
        });
        expect(new Set(found).size).toBeLessThan(2);
        expect(found.every((place) => place.includes('{{workflow.name}}') === data.perRun)).toBe(true);
        return found.slice(0, 1);
      });
      const all = places.flat();
      expect(new Set(all).size).toBe(all.length);
    }),
    { numRuns: GRAPHS },
  );
});

test('a step waits for those that write a folder in the one that it reads, or around it, but not for those of earlier runs', () => {
  const chart = new ClusterChart(new App(), 'flows', { cluster, namespace: 'flows' });
  const step = (name: string, data: object) => Step.task(name, { ...around, command: ['run'], ...data });
  const [images, small] = ['images', 'images/small'].map((folder) => DataSet.bucket(around.bucket, folder));
  const steps = [
    step('around', { reads: { IN: images } }),
    step('inside', { reads: { IN: DataSet.bucket(around.bucket, 'images/small/1') } }),
    step('beside', { reads: { IN: DataSet.bucket(around.bucket, 'images/smaller') } }),
    step('earlier', { reads: { IN: images?.ofEarlierRuns() } }),
    step('write', { writes: { OUT: small } }),
  ];
  new Workflow(chart, 'flow', { steps });
  const { templates }: WorkflowSpec = manifestsOf(chart).find(({ kind }) => kind === 'Workflow')?.spec as never;
  const waiting = templates?.[0]?.dag?.tasks.filter(({ depends }) => depends === 'write.Succeeded');
  expect(waiting?.map(({ name }) => name)).toEqual(['around', 'inside']);
});

test('a step that may fail ends, and its status is known to those that follow it', () => {
  const chart = new ClusterChart(new App(), 'flows', { cluster, namespace: 'flows' });
  const { image, pool } = around;
  const train = Step.training('train', { image, pool, strategy: Plain.indexedTasks(), mayFail: true });
  const command = ['python3', 'report.py'];
  const report = Step.task('report', { image, pool, command, args: [train.status] });
  const steps = [train, report, Step.task('next', { image, pool, command, after: [train] })];
  new Workflow(chart, 'flow', { steps });
  const { templates }: WorkflowSpec = manifestsOf(chart).find(({ kind }) => kind === 'Workflow')?.spec as never;
  const [, ofReport, ofNext] = templates?.[0]?.dag?.tasks ?? [];
  const ends = ['Succeeded', 'Skipped', 'Omitted', 'Failed', 'Errored'].map((end) => `train.${end}`);
  expect([ofReport?.depends, ofNext?.depends]).toEqual([`(${ends.join(' || ')})`, `(${ends.join(' || ')})`]);
  expect(ofReport?.arguments?.parameters).toEqual([{ name: 'train__', value: '{{tasks.train.status}}' }]);
  expect(templates?.find(({ name }) => name === 'report')?.container?.args).toEqual(['{{inputs.parameters.train__}}']);
});
