import { inspect } from 'node:util';
import { Accelerator } from '../../lib/index';
import type { Fault } from './faults/fault';
import type { Plan } from './program';

type Part = Exclude<keyof Plan, 'application' | 'access' | 'chartId' | 'addons' | 'more'>;

const common = 'nodes zones poolName image capacity bootDisk localSsd labels taints resourceLabels maxPodsPerNode';
const pool = `${common} imageStreaming compactPlacement upgrade generation serviceAccount secureBoot machineType`;

/** The props of a program. */
export const PROPS: Readonly<Record<Part, string>> = {
  stage: 'name project region state labels protected',
  deployment: 'resourcePrefix',
  cluster:
    'location nodeLocations clusterName project network operators releaseChannel minimumKubernetesVersion maintenance controlPlaneAccess nodeServiceAccount systemPool maxPodsPerNode gcsFuse filestore deletionProtection',
  cpu: pool,
  gpu: `${pool} accelerators driver driverLibraryPath sharing`,
  identity: 'cluster namespace serviceAccountName accountId roles project',
  bucket: 'bucketName location project storageClass versioning lifecycle hierarchicalNamespace deletionProtection',
  repository: 'repositoryId location project immutableTags deleteUntaggedAfter',
  image: 'name tag',
  chart: 'cluster namespace labels',
  volume: 'source size name',
  strategy: 'chief evaluator clusterSpec',
  parameterServers: 'replicas pool resources',
  job: 'image pool strategy workers resources maxRestarts timeLimit keepFinished engine jobName revision command args env imagePullPolicy imagePullSecrets labels annotations identity mounts priorityClassName securityContext podSecurityContext initContainers terminationGracePeriod driverLibraryPath architecture',
};

/** What must not be left out. */
const REQUIRED: Partial<Record<Part, string>> = {
  stage: 'name',
  cluster: 'location',
  gpu: 'accelerators',
  identity: 'cluster namespace',
  image: 'name tag',
  chart: 'cluster',
  volume: 'source',
  parameterServers: 'replicas',
  job: 'image pool strategy',
};

/** Values that the compiler refuses, and how messages show them. */
const WRONG: readonly (readonly [of: Part, name: string, value: unknown, shown: string])[] = [
  ['stage', 'labels', { team: undefined }, 'labels.team'],
  ['stage', 'labels', { 'goog-team': 'a' }, 'goog-team'],
  ['cluster', 'releaseChannel', 'regular', '"regular"'],
  ['cluster', 'network', 'default', '"default"'],
  ['cluster', 'operators', ['jobset'], '"jobset"'],
  ['cpu', 'nodes', 3, '3'],
  ['cpu', 'capacity', 'spot', '"spot"'],
  ['cpu', 'image', 'COS', '"COS"'],
  ['cpu', 'taints', [undefined], 'taints[0]'],
  ['cpu', 'resourceLabels', { 'goog-team': 'a' }, 'goog-team'],
  ['gpu', 'accelerators', Accelerator.L4, 'Accelerator'],
  ['bucket', 'storageClass', 'standard', '"standard"'],
  ['bucket', 'lifecycle', [undefined], 'lifecycle[0]'],
  ['strategy', 'evaluator', { pool: null }, 'evaluator.pool'],
  ['job', 'mounts', [undefined], 'mounts[0]'],
  ['job', 'env', { B: undefined }, 'env.B'],
  ['job', 'initContainers', [{ name: 'a' }], 'initContainers[0].command'],
  ['job', 'timeLimit', 3600, '3600'],
  ['job', 'resources', { memory: 4 }, 'resources.memory'],
];

/** One fault for each thing that is left out or of another type, as only JavaScript lets it be. */
export function asJavaScript(): Fault[] {
  const left = Object.entries(REQUIRED).flatMap(([of, names]) =>
    names.split(' ').map((name) => slip(of, name, undefined, `${name} `)),
  );
  return [...left, ...WRONG.map(([of, name, value, shown]) => slip(of, name, value, shown))];
}

function slip(of: string, name: string, value: unknown, shows: string): Fault {
  return {
    name: `${of}.${name} as ${inspect(value)}`,
    slot: `${of} in JavaScript`,
    shows,
    apply: (plan) => {
      put(plan, of, name, value);
    },
  };
}

/** Sets a prop to a value of any type. */
export function put(plan: Plan, of: string, name: string, value: unknown): void {
  const props: unknown = Reflect.get(plan, of);
  if (typeof props === 'object' && props !== null) Reflect.set(props, name, value);
}
