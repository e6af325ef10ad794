import { Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { DistributedTrainingJob, NodeCount, TensorFlow } from '../../lib/index';
import { plainNode } from './support/gke-nodes';
import { FAKE_NODES, judgedBy } from './support/judges';
import { kubectl, pods, unschedulable, type KubernetesObject } from './support/kubectl';
import { Made } from './support/made';
import { within } from './support/run';
import { NAMESPACE, schedulingPlatform } from './support/scheduling-platform';
import { podsOf } from './support/wrong-job';

const SMALL = Size.gibibytes(1);

judgedBy([FAKE_NODES]);

const made = new Made();

/** Roles by their number of pods and the CPUs of each; 'whole': all that pods can have of a node. */
interface Roles {
  readonly workers: readonly [count: number, cpus: number | 'whole'];
  readonly ps: readonly [count: number, cpus: number];
}

/** A job whose workers and parameter servers share a pool; the coordinating task runs on it too. */
function unlikeJob({ workers: [workers, cpus], ps: [replicas, psCpus] }: Roles, machineType: string, maxNodes: number) {
  const { cluster, jobChart, synthesize, manifests, accounts } = schedulingPlatform('unlike');
  const pool = cluster.addPool('cpu', { machineType, nodes: NodeCount.between(0, maxNodes) });
  const { cpuMillis = 0, memory = SMALL } = pool.allocatable ?? {};
  new DistributedTrainingJob(jobChart(), 'job', {
    image: 'trainer:1',
    pool,
    workers,
    resources: { cpus: cpus === 'whole' ? cpuMillis / 1000 : cpus, memory: SMALL },
    strategy: TensorFlow.parameterServer({
      parameterServers: { replicas, resources: { cpus: psCpus, memory: SMALL } },
    }),
  });
  return {
    advice: () =>
      synthesize()
        .advice.filter((line) => line.endsWith('(pool-order)'))
        .join('\n'),
    accounts,
    // Pods may go to any node: there are no others.
    pods: () => podsOf(manifests()).map((pod) => ({ ...pod, spec: { ...pod.spec, nodeSelector: {} } })),
    nodes: Array.from({ length: maxNodes }, (_, index) =>
      plainNode(`unlike-${index}`, `${cpuMillis}m`, `${memory.toMebibytes()}Mi`),
    ),
  };
}

/** Puts pods on nodes one after another in the order of the list; gives the names of those that find no place. */
async function withoutPlace(
  nodes: readonly object[],
  accounts: readonly object[],
  all: readonly KubernetesObject[],
): Promise<string[]> {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } };
  for (const objects of [nodes, [namespace, ...accounts], all]) {
    await made.make(objects);
    if (objects === nodes) await kubectl('wait', '--for=condition=Ready', '--timeout=600s', 'node', '--all');
  }
  const settled = await within(120, 'a decision on each pod', async () => {
    const now = await pods(NAMESPACE);
    const decided = now.every((pod) => pod.spec.nodeName !== undefined || unschedulable(pod) !== undefined);
    return now.length === all.length && decided && now;
  });
  await made.clear();
  return settled.filter((pod) => !pod.spec.nodeName).map(({ metadata }) => metadata.name);
}

/** The pods by the beginnings of their names. */
function inOrder(all: readonly KubernetesObject[], ...roles: readonly string[]): KubernetesObject[] {
  const rank = ({ metadata }: KubernetesObject) => roles.findIndex((role) => metadata.name.startsWith(role));
  return [...all].sort((a, b) => rank(a) - rank(b));
}

describe('a job of pods of unlike sizes', () => {
  test.each<[string, Roles, string, number, string[]]>([
    [
      '4 whole workers and 4 small servers on 5 nodes',
      { workers: [4, 'whole'], ps: [4, 0.5] },
      'n2-standard-8',
      5,
      ['ps', 'chief', 'worker'],
    ],
    [
      '2 workers of 4.4 CPUs and 2 servers of 2.4 on 2 nodes',
      { workers: [2, 4.4], ps: [2, 2.4] },
      'e2-standard-8',
      2,
      ['worker-0', 'ps', 'chief', 'worker'],
    ],
  ])(
    'fails: %s stays short of a place in some order, which is advice; on the nodes of the fix it does in none',
    async (_, roles, machineType, maxNodes, bad) => {
      const few = unlikeJob(roles, machineType, maxNodes);
      const advice = few.advice();
      expect(advice).toMatch(/may not all find a place/);
      const all = few.pods();
      expect(await withoutPlace(few.nodes, few.accounts(), inOrder(all, ...bad))).not.toEqual([]);

      const enough = unlikeJob(roles, machineType, Number(/raise nodes to (\d+)/.exec(advice)?.[1]));
      expect(enough.advice()).toBe('');
      for (const order of [
        ['ps', 'chief', 'worker'],
        ['worker', 'ps', 'chief'],
        ['chief', 'worker', 'ps'],
      ]) {
        expect(await withoutPlace(enough.nodes, enough.accounts(), inOrder(all, ...order))).toEqual([]);
      }
    },
  );
});
