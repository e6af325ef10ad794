import { App as KubernetesApp, Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import {
  Accelerator,
  ClusterChart,
  ControlPlaneAccess,
  DistributedTrainingJob,
  GpuSharing,
  LocalCluster,
  LocalSsd,
  MaintenanceWindow,
  Network,
  NodeCount,
  Operator,
  PodUser,
  PyTorch,
  Stage,
  TerraformState,
  TensorFlow,
  TrainingCluster,
  UpgradeStrategy,
  ValidationError,
  WorkloadIdentity,
  type DistributedTrainingJobProps,
} from '../../lib/index';
import { type Problem } from '../../lib/extend';
import { NodeServiceAccount } from '../../lib/infrastructure/index';
import { stackOf } from '../infrastructure/synthesized';
import { TEXTS } from './faults/fault';

/** Something of the public API that takes a text, and texts that it may refuse. */
interface Taker {
  readonly name: string;
  readonly make: (text: string) => unknown;
  readonly wrong: readonly string[];
}

const cluster = TrainingCluster.fromAttributes({ clusterName: 'shared', location: 'us-east1', project: 'acme-ml' });
const identity = { cluster, namespace: 'digits' };
const LONG = `${'a-very-long-name-'.repeat(8)}end`;
const NAMES = [
  ...TEXTS,
  LONG,
  LONG.toUpperCase(),
  '1st',
  '-a-',
  'a',
  'é',
  '${TfToken[TOKEN.1133]}',
  'under_score',
  'x.y',
];
const RANGES = [...TEXTS, '10.64.0.5/20', '10.0.0.0/33', '10.1.0.0/16', '0.0.0.0/0', '127.0.0.0/8', '10.0.0.0/30'];

const TAKERS: readonly Taker[] = [
  { name: 'location', wrong: NAMES, make: (v) => clusterOf({ location: v }) },
  { name: 'nodeLocations', wrong: NAMES, make: (v) => clusterOf({ location: 'us-east1', nodeLocations: [v] }) },
  {
    name: 'existing account of nodes',
    wrong: [...NAMES, 'serviceAccount:n@p-project.iam.gserviceaccount.com', 'N@P-PROJECT.IAM.GSERVICEACCOUNT.COM'],
    make: (v) => NodeServiceAccount.existing(v),
  },
  { name: 'primaryRange', wrong: RANGES, make: (v) => new Network(stackOf(), 'network', { primaryRange: v }) },
  { name: 'podRange', wrong: RANGES, make: (v) => new Network(stackOf(), 'network', { podRange: v }) },
  { name: 'serviceRange', wrong: RANGES, make: (v) => new Network(stackOf(), 'network', { serviceRange: v }) },
  { name: 'authorized network', wrong: RANGES, make: (v) => ControlPlaneAccess.authorizedNetworks([v]) },
  { name: 'start of maintenance', wrong: NAMES, make: (v) => MaintenanceWindow.weekly(['SA'], v, Duration.hours(4)) },
  {
    name: 'role',
    wrong: [...NAMES, 'storage.admin', 'projects/theirs-ml/roles/reader'],
    make: (v) => new WorkloadIdentity(stackOf(), 'trainer', { ...identity, roles: [v] }),
  },
  { name: 'prefix of the state', wrong: [...NAMES, '/a', 'a//b'], make: (v) => TerraformState.bucket('acme-state', v) },
  { name: 'folder of the state', wrong: [...NAMES, '../a', 'cdktf.out/a'], make: (v) => TerraformState.file(v) },
  { name: 'region of a stage', wrong: [...NAMES, 'us-east1-c'], make: (v) => new Stage({ name: 'dev', region: v }) },
];

/** Something of the public API that takes a number, and numbers that it may refuse. */
interface NumberTaker {
  readonly name: string;
  readonly make: (number: number) => unknown;
}

const NUMBERS = [-1, 0, 0.5, 1, 2, 3, 7, 49, 257, 1e6, 1e12, Number.NaN];
const pool = () => clusterOf({});
const chart = () => new ClusterChart(new KubernetesApp(), 'training', { cluster: local });
const local = LocalCluster.kind({ operators: [Operator.JOBSET] });

const NUMBER_TAKERS: readonly NumberTaker[] = [
  { name: 'NodeCount.fixed', make: (n) => NodeCount.fixed(n) },
  { name: 'NodeCount.perZone', make: (n) => NodeCount.perZone(n) },
  { name: 'NodeCount.between from 0', make: (n) => NodeCount.between(0, n) },
  { name: 'LocalSsd.ephemeral', make: (n) => LocalSsd.ephemeral(n) },
  { name: 'UpgradeStrategy.surge', make: (n) => UpgradeStrategy.surge(n, 0) },
  { name: 'UpgradeStrategy.blueGreen', make: (n) => UpgradeStrategy.blueGreen({ batchNodes: n }) },
  { name: 'Accelerator.times', make: (n) => Accelerator.T4.times(n) },
  { name: 'GpuSharing.timeSharing', make: (n) => GpuSharing.timeSharing(n) },
  { name: 'GpuSharing.mps', make: (n) => GpuSharing.mps(n) },
  { name: 'PodUser.of', make: (n) => PodUser.of(n) },
  { name: 'cpus of a local cluster', make: (n) => LocalCluster.kind({ cpus: n }) },
  { name: 'nodes of a local cluster', make: (n) => LocalCluster.kind({ nodes: n }) },
  { name: 'maxPodsPerNode', make: (n) => clusterOf({ maxPodsPerNode: n }) },
  { name: 'generation', make: (n) => pool().addPool('cpu', { generation: n }) },
  { name: 'parameter servers', make: (n) => TensorFlow.parameterServer({ parameterServers: { replicas: n } }) },
  { name: 'atLeast', make: (n) => PyTorch.elastic({ atLeast: n }) },
  { name: 'processes', make: (n) => PyTorch.torchrun({ processesPerWorker: n }) },
  { name: 'workers', make: (n) => jobOf({ workers: n }) },
  { name: 'maxRestarts', make: (n) => jobOf({ maxRestarts: n }) },
];

function jobOf(props: Partial<DistributedTrainingJobProps>): DistributedTrainingJob {
  const strategy = TensorFlow.multiWorkerMirrored();
  return new DistributedTrainingJob(chart(), 'job', { image: 'a:1', pool: local.pool, strategy, ...props });
}

/** The numbers that a fix gives for the refused one; those of an expression, such as `NodeCount.between(0, 1)`, are not. */
function numbersIn(fix: string): number[] {
  return (fix.replace(/\w+\.\w+\([^)]*\)/g, '').match(/\b\d+(\.\d+)?\b/g) ?? []).map(Number);
}

function clusterOf(props: Partial<ConstructorParameters<typeof TrainingCluster>[2]>): TrainingCluster {
  return new TrainingCluster(stackOf(), 'cluster', { location: 'us-east1-c', ...props });
}

function problemsOf(make: () => unknown): readonly Problem[] {
  try {
    make();
  } catch (error) {
    if (ValidationError.isValidationError(error)) return error.problems;
    throw error;
  }
  return [];
}

describe('the number that a fix names', () => {
  test.each(NUMBER_TAKERS)('is taken as $name', ({ make }) => {
    const followed = NUMBERS.flatMap((number) =>
      problemsOf(() => make(number)).flatMap(({ fix }) =>
        numbersIn(fix).map((better) => ({ number, fix, better, next: problemsOf(() => make(better)) })),
      ),
    );
    expect(followed.filter(({ next }) => next.length > 0)).toEqual([]);
    expect(followed.length).toBeGreaterThan(0);
  });
});

describe('the text that a fix names', () => {
  test.each(TAKERS)('is taken as $name', ({ make, wrong }) => {
    const followed = wrong.flatMap((text) =>
      problemsOf(() => make(text)).flatMap(({ fix }) => {
        const better = /"([^"]+)"/.exec(fix)?.[1];
        if (better === undefined) return [];
        return [{ text, better, next: problemsOf(() => make(better)) }];
      }),
    );
    expect(followed.filter(({ next }) => next.length > 0)).toEqual([]);
    expect(followed.length).toBeGreaterThan(0);
  });
});
