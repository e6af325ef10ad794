import { ApiObject, Duration, Size } from 'cdk8s';
import {
  Accelerator,
  acknowledge,
  ClusterAddons,
  GpuDriver,
  GpuSharing,
  NodeCount,
  TensorFlow,
  type GpuNodePoolOptions,
  type NodePoolOptions,
} from '../../../lib/index';
import { type World, type WrongProgram } from './program';
import { job } from './wrong-pods';

// Mistakes with the nodes on which pods find a place.

const gpuPool = ({ cluster }: World, options: Partial<GpuNodePoolOptions> = {}) =>
  cluster.addGpuPool('own', { accelerators: Accelerator.L4.times(1), nodes: NodeCount.between(0, 4), ...options });
const cpuPool = ({ cluster }: World, options: NodePoolOptions) =>
  cluster.addPool('own', { machineType: 'n1-standard-4', nodes: NodeCount.between(0, 4), ...options });

/** A DaemonSet on every node. */
function agent({ chart }: World, requests: Readonly<Record<string, string>>): void {
  const containers = [{ name: 'agent', image: 'us-docker.pkg.dev/acme-ml/images/agent:1', resources: { requests } }];
  const labels = { app: 'agent' };
  const template = { metadata: { labels }, spec: { tolerations: [{ operator: 'Exists' }], containers } };
  const spec = { selector: { matchLabels: labels }, template };
  new ApiObject(chart, 'agent', { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'agent' }, spec });
}

/** Pods with a label, and a rule about nodes that have pods with it. */
const labelled = (rule: 'podAffinity' | 'podAntiAffinity') => {
  const labels = { team: 'vision' };
  const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: labels } };
  return { labels, podSpec: { affinity: { [rule]: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } } };
};

const NODES: readonly WrongProgram[] = [
  {
    name: 'an agent on nodes of which tasks take all',
    code: 'daemon-set-room',
    says: 'DaemonSet "agent" asks for 200m CPU of each node of pool "own"',
    build: (world, either, fix) => {
      const reserved = either(undefined, { cpus: Number(fix.part(/cpus: ([\d.]+)/)) });
      agent(world, { cpu: '200m' });
      job(world, { pool: gpuPool(world, { reserved }) });
    },
  },
  {
    name: 'an agent that takes the last place of a node',
    code: 'daemon-set-room',
    says: 'raise maxPodsPerNode of the pool to 17 or more',
    build: (world, either, fix) => {
      agent(world, { cpu: '1m' });
      job(world, { pool: gpuPool(world, { maxPodsPerNode: either(14, fix.number()) }) });
    },
  },
  {
    name: 'a driver that nothing installs',
    code: 'driver-installer-missing',
    says: 'add new ClusterAddons(chart',
    build: (world, either) => {
      const pool = gpuPool(world, { driver: GpuDriver.DAEMON_SET });
      job(world, { pool });
      if (either(false, true)) new ClusterAddons(world.chart, 'addons', { pools: [pool] });
    },
  },
  {
    name: 'GPUs without a driver',
    code: 'gpu-driver-none',
    says: 'whose driver is GpuDriver.NONE',
    build: (world, either) => {
      job(world, { pool: gpuPool(world, { driver: either(GpuDriver.NONE, GpuDriver.DEFAULT) }) });
    },
  },
  {
    name: 'nodes of another zone',
    code: 'node-affinity',
    says: 'nodeSelector asks for nodes with topology.kubernetes.io/zone=us-central1-b',
    build: (world, either) => {
      const podSpec = { nodeSelector: { 'topology.kubernetes.io/zone': 'us-central1-b' } };
      job(world, { podSpec: either(podSpec, undefined) });
    },
  },
  {
    name: 'no place for a pod beside those of GKE',
    code: 'pods-per-node',
    says: 'set maxPodsPerNode of the pool to 16 or more',
    build: (world, either, fix) => {
      job(world, { pool: gpuPool(world, { maxPodsPerNode: either(8, fix.number()) }) });
    },
  },
  {
    name: 'two parts of a GPU in one pod',
    code: 'shared-gpu-request',
    says: 'ask for 1, or use a pool without sharing',
    build: (world, either, fix) => {
      const pool = gpuPool(world, { sharing: GpuSharing.timeSharing(2) });
      job(world, { pool, resources: { gpus: either(2, fix.number()) } });
    },
  },
];

const PLACES: readonly WrongProgram[] = [
  {
    name: 'pods that keep away from each other on fewer nodes',
    code: 'one-per-node',
    says: '5 pods need a node each, because podAntiAffinity keeps them apart',
    build: (world, either, fix) => {
      const pool = cpuPool(world, { nodes: NodeCount.between(0, either(4, fix.number())) });
      job(world, { pool, workers: 5, ...labelled('podAntiAffinity') });
    },
  },
  {
    name: 'pods in the network of fewer nodes',
    code: 'one-per-node',
    says: 'of its node, but pool "own" (n1-standard-4) grows to 4',
    build: (world, either, fix) => {
      const pool = cpuPool(world, { nodes: NodeCount.between(0, either(4, fix.number())) });
      job(world, { pool, workers: 5, podSpec: { hostNetwork: true } });
    },
  },
  {
    name: 'pods together on a node without room for all',
    code: 'same-node',
    says: 'podAffinity keeps 3 pods on one node',
    build: (world, either) => {
      const resources = { cpus: 2, memory: Size.gibibytes(2) };
      job(world, { pool: cpuPool(world, {}), workers: 3, resources, ...either(labelled('podAffinity'), {}) });
    },
  },
  {
    name: 'pods in one of two zones',
    code: 'zone-capacity',
    says: 'raise nodes to 6, or let the pods run in every zone',
    build: (world, either, fix) => {
      const zones = ['us-central1-a', 'us-central1-b'];
      const pool = gpuPool(world, { zones, nodes: NodeCount.fixed(either(4, fix.number())) });
      const podSpec = { nodeSelector: { 'topology.kubernetes.io/zone': 'us-central1-a' } };
      job(world, { pool, workers: 3, podSpec });
    },
  },
  {
    name: 'another zone, in the words of nodeAffinity',
    code: 'node-affinity',
    says: 'nodeAffinity asks for topology.kubernetes.io/zone In us-central1-b',
    build: (world, either) => {
      const wanted = (zone: string) => ({ key: 'topology.kubernetes.io/zone', operator: 'In', values: [zone] });
      const term = { matchExpressions: [wanted(either('us-central1-b', 'us-central1-a'))] };
      const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } };
      job(world, { podSpec: { affinity: { nodeAffinity } } });
    },
  },
  {
    name: 'small tasks that may take the nodes of large ones',
    code: 'pool-order',
    says: 'raise nodes to',
    build: (world, either, fix) => {
      const memory = Size.gibibytes(2);
      const parameterServers = { replicas: 2, resources: { cpus: 1, memory } };
      job(world, {
        pool: cpuPool(world, { nodes: NodeCount.between(0, either(3, fix.number())) }),
        strategy: TensorFlow.parameterServer({ parameterServers }),
        workers: 2,
        resources: { cpus: 3, memory },
        activeDeadline: Duration.minutes(50),
      });
    },
  },
  {
    name: 'GPUs that nothing uses',
    code: 'pool-idle',
    says: 'use NodeCount.between(0, 4)',
    build: (world, either, fix) => {
      job(world);
      const most = Number(fix.part(/\(0, (\d+)\)/));
      gpuPool(world, { nodes: either(NodeCount.between(2, 4), NodeCount.between(0, most || 1)) });
    },
  },
  {
    name: 'jobs that may wait for each other without end',
    code: 'pool-shared-limit',
    says: 'set activeDeadline of a job',
    build: (world, either, fix) => {
      const pool = cpuPool(world, {});
      const resources = { cpus: 3, memory: Size.gibibytes(2) };
      const activeDeadline = either(undefined, Duration.hours(Number(fix.part(/hours\((\d+)\)/))));
      for (const id of ['ocr', 'speech']) job(world, { pool, workers: 3, resources, activeDeadline }, id);
      acknowledge(world.chart, 'pool-shared', 'they are applied one after the other');
    },
  },
];

export const WRONG_PLACEMENT = [...NODES, ...PLACES];
