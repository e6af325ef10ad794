import { App } from 'cdk8s';
import { noBias, sample } from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { Operator, type INodePool } from '../../lib/index';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { manifestsOf } from '../../lib/testing';
import { Workflow } from '../../lib/workflow';
import {
  CLAIM,
  orderOf,
  stepName,
  usersOf,
  workflowOf,
  workflowPlans,
  type WorkflowPlan,
} from '../workflow/random-workflows';
import { plainNode } from './support/gke-nodes';
import { ARGO, FAKE_NODES, judgedBy } from './support/judges';
import { applied, list, remove, type KubernetesObject } from './support/kubectl';
import { within } from './support/run';
import { SEED } from './support/seed';

// Random workflows on nodes that exist in the API alone: each pod there succeeds after 3 s.

judgedBy([FAKE_NODES, ARGO]);

const GRAPHS = Number(process.env.TRAINYARD_GRAPHS ?? 12);
const NAMESPACE = 'trainyard-graphs';
const NODES = ['graphs-0', 'graphs-1'].map((name) => plainNode(name, '64', '256Gi'));
const POOL: INodePool = {
  cluster: { clusterName: 'graphs', location: 'local', operators: [Operator.ARGO_WORKFLOWS] },
  poolName: 'graphs',
  nodeLabels: {},
  taints: [],
};
const PLANS = noBias(workflowPlans({ kinds: ['task'], steps: { min: 3, max: 6 }, outputs: false, buckets: false }));

/** A volume that every pod can mount. */
const VOLUME = [
  {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: NAMESPACE },
    spec: {
      ...{ capacity: { storage: '1Gi' }, accessModes: ['ReadWriteMany'], hostPath: { path: '/tmp' } },
      ...{ storageClassName: '', claimRef: { namespace: NAMESPACE, name: CLAIM } },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: CLAIM, namespace: NAMESPACE },
    spec: {
      ...{ accessModes: ['ReadWriteMany'], storageClassName: '', volumeName: NAMESPACE },
      resources: { requests: { storage: '1Gi' } },
    },
  },
];

interface NodeStatus {
  readonly name: string;
  readonly type: string;
  readonly phase: string;
  readonly templateName?: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly message?: string;
}

test(`${GRAPHS} random workflows run by Argo's controller in the order of their description, and fan out as far as it says`, async () => {
  onTestFinished(() =>
    remove([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } }, VOLUME[0], ...NODES]),
  );
  const plans = sample(PLANS, { seed: SEED, numRuns: GRAPHS });
  await applied([...NODES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } }]);
  await applied(VOLUME);
  const app = new App();
  const cluster = { ...POOL.cluster };
  const chart = new ClusterChart(app, 'graphs', { cluster, namespace: NAMESPACE });
  plans.forEach((plan, number) => {
    new Workflow(chart, `g${number}`, workflowOf(plan, { pool: POOL, image: 'trainer:1' }));
  });
  await applied(manifestsOf(chart));
  await within(GRAPHS * 30, 'the end of all workflows', async () => {
    const open = (await workflows()).filter(({ status }) => !['Succeeded', 'Failed', 'Error'].includes(status?.phase));
    if (open.length === 0) return true;
    throw new Error(
      `${open.length} of ${GRAPHS} run, such as ${open[0]?.metadata.name}: ${JSON.stringify(open[0]?.status)}`,
    );
  });
  const runs = await workflows();
  const found = plans.map((plan, number) => {
    const run = runs.find(({ metadata }) => metadata.name.endsWith(`g${number}`));
    return faultsOf(plan, run).map((fault) => `${run?.metadata.name}: ${fault}\n${JSON.stringify(plan)}`);
  });
  expect(found.flat().join('\n\n')).toBe('');
  const states = runs.flatMap((run) => nodesIn(run).map(({ type, phase }) => `${type} ${phase}`));
  const counts = new Map([...new Set(states)].map((state) => [state, states.filter((each) => each === state).length]));
  console.log(`${runs.length} workflows:`, Object.fromEntries(counts), `${orders} orders, ${limits} limits reached`);
  // The tests above compare something.
  expect(orders).toBeGreaterThan(GRAPHS);
  expect(limits).toBeGreaterThan(GRAPHS / 6);
});

/** The pairs of steps that were compared, and the fan-outs that ran as many items as they may. */
let orders = 0;
let limits = 0;

async function workflows(): Promise<KubernetesObject[]> {
  return list('workflows.argoproj.io', { namespace: NAMESPACE });
}

function nodesIn(run: KubernetesObject | undefined): NodeStatus[] {
  return Object.values((run?.status?.nodes ?? {}) as Record<string, NodeStatus>);
}

/** The steps that run: not those whose condition does not hold, nor those that read what such steps would write. */
function running(plan: WorkflowPlan): boolean[] {
  return plan.steps.reduce<boolean[]>((runs, { when }, index) => {
    const sources = plan.data.flatMap((data) => {
      const { writers, readers } = usersOf(plan, data);
      return readers.includes(index) ? writers : [];
    });
    return [...runs, when !== false && sources.every((source) => runs[source])];
  }, []);
}

function faultsOf(plan: WorkflowPlan, run: KubernetesObject | undefined): string[] {
  if (run?.status?.phase !== 'Succeeded') return [`${run?.status?.phase}: ${run?.status?.message}`];
  const nodes = nodesIn(run);
  const runs = running(plan);
  const steps = plan.steps.map((_, index) =>
    nodes.find(({ name }) => name === `${run.metadata.name}.${stepName(index)}`),
  );
  const ends = steps.flatMap((node, index) => {
    const wanted = runs[index] ? ['Succeeded'] : ['Skipped', 'Omitted'];
    return wanted.includes(node?.phase ?? '') ? [] : [`${stepName(index)} is ${node?.phase}, not ${wanted[0]}`];
  });
  const early = orderOf(plan).flatMap(([first, second]) => {
    if (!runs[first] || !runs[second]) return [];
    orders += 1;
    const [end = '', start = ''] = [steps[first]?.finishedAt, steps[second]?.startedAt];
    return end <= start ? [] : [`${stepName(second)} started at ${start}, and ${stepName(first)} ended at ${end}`];
  });
  const wide = plan.steps.flatMap(({ fanOut }, index) => {
    if (!fanOut || !runs[index]) return [];
    const own = nodes.filter(
      ({ type, name }) => type === 'Pod' && name.startsWith(`${run.metadata.name}.${stepName(index)}.`),
    );
    const most = Math.max(
      ...own.map(
        (pod) => own.filter((other) => other.startedAt <= pod.startedAt && pod.startedAt < other.finishedAt).length,
      ),
    );
    if (most === Math.min(fanOut.atMost, fanOut.items)) limits += 1;
    return [
      ...(own.length === fanOut.items ? [] : [`${stepName(index)} ran ${own.length} of ${fanOut.items} items`]),
      ...(most <= fanOut.atMost ? [] : [`${stepName(index)} ran ${most} items at once, and may ${fanOut.atMost}`]),
    ];
  });
  return [...ends, ...early, ...wide];
}
