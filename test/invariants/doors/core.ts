import { type Duration } from 'cdk8s';
import {
  Accelerator,
  Capacity,
  GpuSharing,
  LocalCluster,
  MachineType,
  Operator,
  Platform,
  Stage,
  State,
  Taint,
  type AcceleratorCount,
  type DeploymentOptions,
  type LocalClusterOptions,
  type MigOptions,
  type OperatorAttributes,
  type PlatformProps,
  type SmallestMachineOptions,
  type StageProps,
  type TaintEffect,
} from '../../../lib/index';
import { door, factory, MAY, MUST, type Door } from './door';

const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-east1' });

export const CORE_DOORS: readonly Door[] = [
  door<StageProps>(
    'new Stage',
    { name: MUST, project: MAY, region: MAY, state: MAY, labels: MAY, protected: MAY },
    { name: 'dev' },
    (props) => new Stage(props),
  ),
  factory<{ bucketName: string; prefix?: string }>(
    'State.bucket',
    { bucketName: MUST, prefix: MAY },
    { bucketName: 'acme-state' },
    ({ bucketName, prefix }) => State.bucket(bucketName, prefix),
  ),
  factory<{ folder?: string }>('State.file', { folder: MAY }, {}, ({ folder }) => State.file(folder)),
  door<PlatformProps>(
    'new Platform',
    { strict: MAY, manifestFolder: MAY, stackFolder: MAY },
    {},
    (props) => new Platform(props),
  ),
  factory<{ stage: Stage; application?: string; options?: DeploymentOptions }>(
    'platform.stage',
    { stage: MUST, application: MAY, options: MAY },
    { stage },
    ({ stage: of, application, options }) => new Platform().stage(of, application, options),
  ),
  door<DeploymentOptions>('platform.stage of options', { resourcePrefix: MAY }, {}, (options) =>
    new Platform().stage(stage, 'digits', options),
  ),
  factory<{ key: string; value: string; effect?: TaintEffect }>(
    'Taint.of',
    { key: MUST, value: MUST, effect: MAY },
    { key: 'team', value: 'vision' },
    ({ key, value, effect }) => Taint.of(key, value, effect),
  ),
  factory<{ name: string }>('Capacity.reservation', { name: MUST }, { name: 'ours' }, ({ name }) =>
    Capacity.reservation(name),
  ),
  factory<{ maxRun?: Duration }>('Capacity.flexStart', { maxRun: MAY }, {}, ({ maxRun }) => Capacity.flexStart(maxRun)),
  factory<{ type: string }>('Accelerator.of', { type: MUST }, { type: 'nvidia-l4' }, ({ type }) =>
    Accelerator.of(type),
  ),
  factory<{ count: number }>('accelerator.times', { count: MUST }, { count: 1 }, ({ count }) =>
    Accelerator.L4.times(count),
  ),
  factory<{ partitionSize: string; options?: MigOptions }>(
    'GpuSharing.mig',
    { partitionSize: MUST, options: MAY },
    { partitionSize: '1g.5gb' },
    ({ partitionSize, options }) => GpuSharing.mig(partitionSize, options),
  ),
  door<MigOptions>('GpuSharing.mig of options', { clients: MAY }, {}, (options) => GpuSharing.mig('1g.5gb', options)),
  factory<{ clients: number }>('GpuSharing.timeSharing', { clients: MUST }, { clients: 2 }, ({ clients }) =>
    GpuSharing.timeSharing(clients),
  ),
  factory<{ clients: number }>('GpuSharing.mps', { clients: MUST }, { clients: 2 }, ({ clients }) =>
    GpuSharing.mps(clients),
  ),
  factory<{ machineType: string }>('MachineType.of', { machineType: MUST }, { machineType: 'n1-standard-8' }, (props) =>
    MachineType.of(props.machineType),
  ),
  factory<{ accelerators: AcceleratorCount } & SmallestMachineOptions>(
    'MachineType.smallestFor',
    { accelerators: MUST, minVcpu: MAY, minMemory: MAY },
    { accelerators: Accelerator.L4.times(1) },
    ({ accelerators, ...options }) => MachineType.smallestFor(accelerators, options),
  ),
  ...(['minikube', 'kind', 'of'] as const).map((flavour) =>
    door<LocalClusterOptions>(
      `LocalCluster.${flavour}`,
      { clusterName: MAY, cpus: MAY, memory: MAY, nodes: MAY, operators: MAY },
      {},
      (options) => LocalCluster[flavour](options),
    ),
  ),
  door<OperatorAttributes>(
    'Operator.of',
    { name: MUST, version: MUST, crds: MUST, install: MAY, ready: MAY, installedBy: MAY },
    { name: 'mine', version: '1', crds: ['jobs.acme.com'] },
    (attributes) => Operator.of(attributes),
  ),
];
