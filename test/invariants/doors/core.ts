import { type Duration } from 'cdk8s';
import {
  Accelerator,
  Capacity,
  GpuSharing,
  LocalCluster,
  MachineType,
  Operator,
  OperatorInstall,
  Platform,
  Stage,
  State,
  Taint,
  type AcceleratorCount,
  type CommandOptions,
  type DeploymentOptions,
  type GkeAddOn,
  type HelmRelease,
  type HelmValues,
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
  factory<{ id: string }>('deployment.addStack', { id: MUST }, { id: 'operators' }, ({ id }) =>
    new Platform().stage(stage).addStack(id),
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
      { clusterName: MAY, cpus: MAY, memory: MAY, nodes: MAY, operators: MAY, kubectlContext: MAY },
      {},
      (options) => LocalCluster[flavour](options),
    ),
  ),
  door<OperatorAttributes>(
    'Operator.of',
    { name: MUST, version: MUST, serves: MUST, apis: MAY, rights: MAY, needs: MAY, install: MAY },
    { name: 'mine', version: '1', serves: ['jobs.acme.com/v1'] },
    (attributes) => Operator.of(attributes),
  ),
  factory<{ values?: HelmValues }>('operator.byHelm', { values: MAY }, {}, ({ values }) =>
    Operator.KUEUE.byHelm(values),
  ),
  factory<{ who: string }>('operator.installedElsewhere', { who: MUST }, { who: 'the platform team' }, ({ who }) =>
    Operator.KUEUE.installedElsewhere(who),
  ),
  factory<{ install: string; options?: CommandOptions }>(
    'OperatorInstall.command',
    { install: MUST, options: MAY },
    { install: 'kubectl apply -f operator.yaml' },
    ({ install, options }) => OperatorInstall.command(install, options),
  ),
  door<CommandOptions>('OperatorInstall.command of options', { ready: MAY }, {}, (options) =>
    OperatorInstall.command('kubectl apply -f operator.yaml', options),
  ),
  door<HelmRelease>(
    'OperatorInstall.helm',
    { name: MUST, repository: MUST, chart: MUST, version: MUST, namespace: MUST, values: MAY },
    { name: 'mine', repository: 'oci://registry.acme.com', chart: 'mine', version: '1', namespace: 'mine' },
    (release) => OperatorInstall.helm(release),
  ),
  factory<{ addOn: GkeAddOn }>('OperatorInstall.addon', { addOn: MUST }, { addOn: 'rayOperator' }, ({ addOn }) =>
    OperatorInstall.addon(addOn),
  ),
  factory<{ who: string }>('OperatorInstall.elsewhere', { who: MUST }, { who: 'the platform team' }, ({ who }) =>
    OperatorInstall.elsewhere(who),
  ),
];
