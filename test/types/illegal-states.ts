import { Duration, Size } from 'cdk8s';
import {
  Accelerator,
  Bucket,
  ProvisioningModel,
  ClusterChart,
  ControlPlaneAccess,
  DistributedTrainingJob,
  GpuSharing,
  InfrastructureStack,
  JAX,
  LocalCluster,
  MaintenanceWindow,
  ModelSource,
  Mount,
  MPI,
  MXNet,
  NodeCount,
  Operator,
  OperatorInstall,
  Plain,
  PyTorch,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TerraformState,
  Taint,
  TensorFlow,
  TrainingCluster,
  TrainingEngine,
  WorkloadIdentity,
  type Deployment,
  type DistributedTrainingJobProps,
  type GpuNodePool,
} from '../../lib/index';
import { trainingRun, type Role, type StrategyOptions, type TrainingStrategy } from '../../lib/extend';
import { ClusterSpec, type MultiWorkerMirroredOptions } from '../../lib/training/index';
import { Experiment, Objective, Search, TuningAlgorithm } from '../../lib/tuning/index';
import { Condition, DataSet, RunValue, Step, Trigger, Workflow } from '../../lib/workflow/index';

import { SERVICE } from '../../lib/kubernetes/kinds/core';
import { objectOf } from '../../lib/kubernetes/kinds/kind';
import { TF_JOB } from '../../lib/kubernetes/kinds/kubeflow';
import { POD_MONITORING } from '../../lib/kubernetes/kinds/monitoring';
import { costPanels } from '../../lib/monitoring';
import { HORIZONTAL_POD_AUTOSCALER, SCALED_OBJECT } from '../../lib/kubernetes/kinds/scalers';

// The rule finds what the compiler is to find here.
/* eslint-disable @typescript-eslint/no-unsafe-class-instance-assignment */

// Nothing here runs. Each line after `@ts-expect-error` must not compile; compile.test.ts sees to both.

export function pools(cluster: TrainingCluster): void {
  const gpus = { accelerators: Accelerator.T4.times(1) };
  cluster.addGpuPool('right', { accelerators: Accelerator.T4.times(1), provisioningModel: ProvisioningModel.SPOT });

  // @ts-expect-error: a GPU pool has GPUs
  cluster.addGpuPool('gpu', {});
  // @ts-expect-error: a number of accelerators is needed
  cluster.addGpuPool('gpu', { accelerators: Accelerator.K80 });
  // @ts-expect-error: an accelerator is not a text
  cluster.addGpuPool('gpu', { accelerators: 'nvidia-tesla-k80' });
  // @ts-expect-error: a pool without GPUs has none
  cluster.addPool('cpu', { accelerators: Accelerator.T4.times(1) });
  // @ts-expect-error: nor are they shared
  cluster.addPool('cpu', { sharing: GpuSharing.timeSharing(2) });
  // @ts-expect-error: nor have they a driver
  cluster.addPool('cpu', { driver: 'LATEST' });
  // @ts-expect-error: machines are bought in one way: there is no second prop for it
  cluster.addPool('cpu', { provisioningModel: ProvisioningModel.reservation('a'), spot: true });
  // @ts-expect-error: nor two ways in one
  cluster.addPool('cpu', { provisioningModel: [ProvisioningModel.SPOT, ProvisioningModel.flexStart()] });
  // @ts-expect-error: only its factories make a capacity
  new ProvisioningModel('spot');
  // @ts-expect-error: one way of sharing: partitions that are shared have a factory of their own
  cluster.addGpuPool('gpu', { accelerators: Accelerator.T4.times(1), sharing: [GpuSharing.mig('1g.5gb')] });
  // @ts-expect-error: only its factories make a way of sharing
  new GpuSharing('mps', 2, '1g.5gb');
  // @ts-expect-error: the same number in each zone, or as many as are needed
  NodeCount.perZone(1, 3);
  // @ts-expect-error: only its factories make nodes
  new NodeCount('x', 'zone', true, 1, 3);
  // @ts-expect-error: a number of nodes says over what
  cluster.addPool('cpu', { nodes: 3 });
  // @ts-expect-error: only times() says how many accelerators a node has
  cluster.addGpuPool('gpu', { accelerators: { accelerator: Accelerator.T4, count: 3 } });
  // @ts-expect-error: a capacity is not a plain object
  cluster.addPool('cpu', { provisioningModel: { kind: 'spot', interruptible: true } });
  // @ts-expect-error: nor is an image of nodes
  cluster.addPool('cpu', { image: { imageType: 'COS_CONTAINERD', family: 'cos' } });
  // @ts-expect-error: nor is a taint
  cluster.addPool('cpu', { taints: [{ key: 'team', value: 'vision', effect: 'NoSchedule' }] });
  // @ts-expect-error: nor is a driver
  cluster.addGpuPool('gpu', { ...gpus, driver: { gpuDriverVersion: 'LATEST', installedBy: 'pool' } });
  // @ts-expect-error: nor is a way of sharing
  cluster.addGpuPool('gpu', { ...gpus, sharing: { strategy: 'mps', clients: 2, allocatablePerGpu: () => 2 } });
  // @ts-expect-error: nor is a number of nodes
  cluster.addPool('cpu', { nodes: { autoscaled: true, perZone: false, over: () => ({ min: 0, max: 1 }) } });
  // @ts-expect-error: nor is a local disk
  cluster.addPool('cpu', { localSsd: { use: 'ephemeral', count: 1 } });
  // @ts-expect-error: nor is a strategy of upgrades
  cluster.addPool('cpu', { upgrade: { kind: 'surge', surge: { maxSurge: 1, maxUnavailable: 0 } } });
  // @ts-expect-error: nor is a machine type
  cluster.addPool('cpu', { machineType: { name: 'n1-standard-8', family: 'n1', known: true, sharedCore: false } });
  // @ts-expect-error: an image of nodes is not a text
  cluster.addPool('cpu', { image: 'UBUNTU' });
  // @ts-expect-error: Kubernetes has three effects
  Taint.of('a', 'b', 'Never');
  // @ts-expect-error: a disk has a size with a unit
  cluster.addPool('cpu', { bootDisk: { size: 100 } });
  // @ts-expect-error: one strategy of upgrades
  cluster.addPool('cpu', { upgrade: { surge: { maxSurge: 1, maxUnavailable: 0 }, blueGreen: {} } });
}

export function infrastructure({ stack }: Deployment, cluster: TrainingCluster, bucket: Bucket): void {
  const location = 'us-east1-c';
  const dev = { name: 'dev', state: TerraformState.file(), labels: {}, protected: false };

  // @ts-expect-error: a stage has a name
  new Stage({ project: 'acme-ml' });
  // @ts-expect-error: state is in one place
  new Stage({ name: 'dev', state: [TerraformState.file(), TerraformState.bucket('a')] });
  // @ts-expect-error: only its factories make a state
  new TerraformState('bucket', 'a');
  // @ts-expect-error: a state is not a plain object
  new Stage({ name: 'dev', state: { kind: 'file', place: 'state' } });
  // @ts-expect-error: nor is a stage
  new InfrastructureStack(stack, 'other', { stage: dev });
  // @ts-expect-error: a stack is of a stage
  new InfrastructureStack(stack, 'other', {});
  // @ts-expect-error: an operator is not a plain object
  LocalCluster.kind({ operators: [{ name: 'jobset', version: '0.12.0', serves: [], needs: [], crds: [] }] });
  // @ts-expect-error: it comes in one way
  Operator.of({ name: 'a', version: '1', serves: [], install: 'kubectl apply', ready: 'kubectl wait' });
  // @ts-expect-error: a chart is pinned
  OperatorInstall.helm({ name: 'a', repository: 'oci://acme.com', chart: 'a', namespace: 'a' });
  // @ts-expect-error: there is a chart
  OperatorInstall.helm();
  // @ts-expect-error: an add-on that GKE has
  OperatorInstall.addon('kueue');
  // @ts-expect-error: a cluster is somewhere
  new TrainingCluster(stack, 'a', {});
  // @ts-expect-error: a channel of GKE
  new TrainingCluster(stack, 'a', { location: 'us-east1-c', releaseChannel: 'NIGHTLY' });
  // @ts-expect-error: one way to the control plane
  new TrainingCluster(stack, 'a', { location: 'us-east1-c', controlPlaneAccess: [ControlPlaneAccess.dnsEndpoint()] });
  // @ts-expect-error: a network is more than its name
  new TrainingCluster(stack, 'a', { location: 'us-east1-c', network: 'default' });
  const toTerraform = () => ({});
  // @ts-expect-error: a way to the control plane is not a plain object
  new TrainingCluster(stack, 'a', { location, controlPlaneAccess: { kind: 'dnsEndpoint', networks: [], toTerraform } });
  // @ts-expect-error: nor is a maintenance window
  new TrainingCluster(stack, 'a', { location, maintenance: { advice: [], toTerraform } });
  // @ts-expect-error: nor is a system pool
  new TrainingCluster(stack, 'a', { location, systemPool: { kind: 'elsewhere' } });
  // @ts-expect-error: nor is the account of nodes
  new TrainingCluster(stack, 'a', { location, nodeServiceAccount: { problems: () => [] } });
  // @ts-expect-error: nor is a rule of a bucket
  new Bucket(stack, 'a', { lifecycle: [{ toTerraform }] });
  // @ts-expect-error: days as Google has them
  MaintenanceWindow.weekly(['Monday'], '03:00', Duration.hours(4));
  // @ts-expect-error: an identity is for pods of a namespace
  new WorkloadIdentity(stack, 'a', { cluster });
  // @ts-expect-error: an identity is for pods of a cluster, which is not a text
  new WorkloadIdentity(stack, 'a', { cluster: 'main', namespace: 'train' });
  // @ts-expect-error: rights are for an identity
  bucket.grantRead('someone@acme.com');
  // @ts-expect-error: facts are not changed
  cluster.clusterName = 'other';
  // @ts-expect-error: a local cluster has one pool
  LocalCluster.minikube().addPool('cpu');
}

export function jobs(chart: ClusterChart, cluster: TrainingCluster, pool: GpuNodePool): void {
  const strategy = TensorFlow.multiWorkerMirrored();
  const right = { image: 'a:1', pool, strategy };
  new DistributedTrainingJob(chart, 'right', right);

  // @ts-expect-error: a chart is for a cluster
  new ClusterChart(chart, 'a', { namespace: 'train' });
  // @ts-expect-error: a cluster is not a text
  new ClusterChart(chart, 'a', { cluster: 'main' });
  // @ts-expect-error: a job has an image
  new DistributedTrainingJob(chart, 'a', { pool, strategy });
  // @ts-expect-error: a job has a pool
  new DistributedTrainingJob(chart, 'a', { image: 'a:1', strategy });
  // @ts-expect-error: a job has a strategy
  new DistributedTrainingJob(chart, 'a', { image: 'a:1', pool });
  // @ts-expect-error: a pool is not a text
  new DistributedTrainingJob(chart, 'a', { ...right, pool: 'gpu' });
  // @ts-expect-error: nor is it a cluster
  new DistributedTrainingJob(chart, 'a', { ...right, pool: cluster });
  // @ts-expect-error: a strategy is not a text
  new DistributedTrainingJob(chart, 'a', { ...right, strategy: 'parameterServer' });
  // @ts-expect-error: nor an engine
  new DistributedTrainingJob(chart, 'a', { ...right, engine: 'tfJob' });
  // @ts-expect-error: one engine runs it
  new DistributedTrainingJob(chart, 'a', { ...right, engine: [TrainingEngine.tfJob(), TrainingEngine.jobSet()] });
  // @ts-expect-error: an identity is not an address
  new DistributedTrainingJob(chart, 'a', { ...right, identity: 'someone@acme.com' });
  // @ts-expect-error: parameter servers belong to their strategy
  new DistributedTrainingJob(chart, 'a', { ...right, parameterServers: { replicas: 1 } });
  // @ts-expect-error: memory has a unit
  new DistributedTrainingJob(chart, 'a', { ...right, resources: { memory: '4Gi' } });
  // @ts-expect-error: time has a unit
  new DistributedTrainingJob(chart, 'a', { ...right, activeDeadline: 3600 });
  // @ts-expect-error: workers are a number
  new DistributedTrainingJob(chart, 'a', { ...right, workers: '2' });
  // @ts-expect-error: variables are texts
  new DistributedTrainingJob(chart, 'a', { ...right, env: { SEED: 1 } });
  // @ts-expect-error: nodes have two architectures
  new DistributedTrainingJob(chart, 'a', { ...right, architecture: 'x86' });
  // @ts-expect-error: Kubernetes has three policies
  new DistributedTrainingJob(chart, 'a', { ...right, imagePullPolicy: 'Sometimes' });
  // @ts-expect-error: mirrored workers have no parameter servers
  TensorFlow.multiWorkerMirrored({ parameterServers: { replicas: 1 } });
  // @ts-expect-error: nor a chief apart from them
  TensorFlow.multiWorkerMirrored({ chief: {} });
  // @ts-expect-error: without parameter servers it is another strategy
  TensorFlow.parameterServer({});
  // @ts-expect-error: a number of accelerators is needed
  TensorFlow.parameterServer({ parameterServers: { pool } });
  // @ts-expect-error: tasks learn of each other in one way
  TensorFlow.parameterServer({ parameterServers: { replicas: 1 }, clusterSpec: [ClusterSpec.TF_CONFIG] });
  // @ts-expect-error: a bucket is not a text
  Mount.bucket('data', '/data');
  // @ts-expect-error: memory can be written to
  Mount.memory(Size.gibibytes(1), '/dev/shm', { readOnly: true });
  const { source } = Mount.memory(Size.gibibytes(1));
  // @ts-expect-error: a mount is not a plain object
  new DistributedTrainingJob(chart, 'a', { ...right, mounts: [{ source, path: '/a', readOnly: false }] });
  // @ts-expect-error: nor is the value of a variable
  new DistributedTrainingJob(chart, 'a', { ...right, env: { KEY: { source: { fieldRef: { fieldPath: 'a' } } } } });
  // @ts-expect-error: nor is the source of a volume
  new SharedVolume(chart, 'a', { source: { place: { kind: 'hostPath', path: '/a' } } });
  // @ts-expect-error: files are somewhere
  new SharedVolume(chart, 'a', {});
  // @ts-expect-error: in one place
  new SharedVolume(chart, 'a', { source: SharedVolumeSource.hostPath('/a', SharedVolumeSource.nfs('b', '/a')) });
  // @ts-expect-error: many nodes may write, or one
  new SharedVolume(chart, 'a', { source: SharedVolumeSource.hostPath('/a'), accessMode: 'WriteOnlyMany' });
  // @ts-expect-error: a volume in CephFS is in a filesystem
  SharedVolumeSource.cephFs({ dataPool: 'replicated' });
  // @ts-expect-error: a class that exists has its own parameters
  SharedVolumeSource.cephFsClass('rook-cephfs', { filesystem: 'myfs' });
  // @ts-expect-error: an instance is more than its name
  SharedVolumeSource.filestore('files');
}

/** A strategy as users write them: it says no more of itself than it must. */
abstract class Ring implements TrainingStrategy {
  abstract readonly name: string;
  readonly framework = 'Acme';
  readonly reservedEnv = [];
  abstract roles(options: StrategyOptions): readonly Role[];
  abstract rendezvous: TrainingStrategy['rendezvous'];
}
interface OfUsers {
  readonly ring: Ring;
  readonly acmeJob: TrainingEngine<'Acme', 1>;
  /** Nothing is known of these. */
  readonly strategy: TrainingStrategy;
  readonly engine: TrainingEngine;
  readonly props: DistributedTrainingJobProps;
  readonly some: Partial<DistributedTrainingJobProps>;
  readonly options: MultiWorkerMirroredOptions;
}

export function pairs(chart: ClusterChart, pool: GpuNodePool, of: OfUsers): void {
  const common = { image: 'a:1', command: ['a'], pool };
  const servers = TensorFlow.parameterServer({ parameterServers: { replicas: 1 } });
  const mirrored = TensorFlow.multiWorkerMirrored();
  const evaluated = TensorFlow.multiWorkerMirrored({ evaluator: {} });
  const torchrun = PyTorch.torchrun();

  const byRuntime = TrainingEngine.trainJob({ runtime: 'torch-distributed' });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: servers, engine: TrainingEngine.tfJob() });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: servers, engine: TrainingEngine.trainJob() });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: torchrun, engine: byRuntime });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: servers, engine: TrainingEngine.jobSet() });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: evaluated, engine: TrainingEngine.tfJob() });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: mirrored, engine: TrainingEngine.job() });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: torchrun, engine: TrainingEngine.pyTorchJob() });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: torchrun, engine: TrainingEngine.job() });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: JAX.processes(), engine: TrainingEngine.job() });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: of.ring, engine: TrainingEngine.job() });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: of.ring, engine: of.acmeJob });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: of.ring, engine: of.engine });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: torchrun, engine: of.engine });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: MPI.mpirun(), engine: TrainingEngine.mpiJob() });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: MPI.mpirun(), engine: TrainingEngine.jobSet() });
  const mxnet = MXNet.parameterServer({ servers: { replicas: 1 } });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: mxnet, engine: TrainingEngine.mxJob() });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: mxnet, engine: TrainingEngine.trainJob() });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: of.strategy, engine: TrainingEngine.tfJob() });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: of.strategy, engine: of.acmeJob });
  new DistributedTrainingJob(chart, 'a', { ...of.props, engine: TrainingEngine.job() });
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: torchrun, ...of.some });
  const chosen = pool.poolName === 'a' ? servers : mirrored;
  const engines = pool.poolName === 'a' ? TrainingEngine.tfJob() : TrainingEngine.job();
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: chosen, engine: engines });
  const jobs: DistributedTrainingJob[] = [new DistributedTrainingJob(chart, 'a', { ...common, strategy: torchrun })];
  for (const props of [
    { ...common, strategy: servers, engine: TrainingEngine.tfJob() },
    { ...common, strategy: torchrun, engine: TrainingEngine.pyTorchJob() },
  ]) {
    new DistributedTrainingJob(chart, 'a', props);
  }
  trainingRun(jobs[0] ?? chart, { name: 'a' }, { ...common, strategy: torchrun, engine: TrainingEngine.jobSet() });
  const unknown = TensorFlow.multiWorkerMirrored(of.options);
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: unknown, engine: TrainingEngine.job() });

  // @ts-expect-error: a TFJob runs TensorFlow
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: torchrun, engine: TrainingEngine.tfJob() });
  // @ts-expect-error: a TFJob runs TensorFlow, in whatever way
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: of.ring, engine: TrainingEngine.tfJob() });
  // @ts-expect-error: a PyTorchJob runs PyTorch
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: mirrored, engine: TrainingEngine.pyTorchJob() });
  // @ts-expect-error: all tasks of a Job are alike, and parameter servers are not workers
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: servers, engine: TrainingEngine.job() });
  // @ts-expect-error: an MPIJob runs what mpirun starts
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: torchrun, engine: TrainingEngine.mpiJob() });
  // @ts-expect-error: a launcher is not a worker
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: MPI.mpirun(), engine: TrainingEngine.job() });
  // @ts-expect-error: an MXJob runs MXNet
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: servers, engine: TrainingEngine.mxJob() });
  // @ts-expect-error: a scheduler is not a worker
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: mxnet, engine: TrainingEngine.job() });
  // @ts-expect-error: nor is an evaluator
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: evaluated, engine: TrainingEngine.job() });
  // @ts-expect-error: a runtime of the cluster runs tasks that are alike
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: servers, engine: byRuntime });
  // @ts-expect-error: an engine of users for their framework runs no other
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: torchrun, engine: of.acmeJob });
  // @ts-expect-error: plain tasks are of no operator's framework
  new DistributedTrainingJob(chart, 'a', { ...common, strategy: Plain.indexedTasks(), engine: TrainingEngine.tfJob() });
  // @ts-expect-error: a run is a job without its construct
  trainingRun(chart, { name: 'a' }, { ...common, strategy: torchrun, engine: TrainingEngine.tfJob() });
}

export function workflows(chart: ClusterChart, pool: GpuNodePool, bucket: Bucket): void {
  const options = { image: 'train:1', pool, command: ['train'] };
  const measure = Step.task('measure', { ...options, outputs: { accuracy: '/tmp/accuracy' } });
  const prepare = Step.task('prepare', options);
  const when = Condition.above(measure.output('accuracy'), 0.9);
  const reads = { DATA: DataSet.bucket(bucket, 'digits').perRun() };
  const model = ModelSource.bucket(bucket, 'served').latest();
  new Workflow(chart, 'a', { steps: [measure, Step.task('publish', { ...options, when, reads })] });

  // @ts-expect-error: a misspelt output
  measure.output('acuracy');
  // @ts-expect-error: a step without outputs has none to use
  prepare.output('accuracy');
  // @ts-expect-error: a release has a version, and no accuracy
  Step.release('release', { ...options, from: reads.DATA, model }).output('accuracy');
  // @ts-expect-error: a condition is not a text
  Step.task('publish', { ...options, when: 'accuracy > 0.9' });
  // @ts-expect-error: the bound of a condition is not another step
  Condition.above(measure.output('accuracy'), measure);
  // @ts-expect-error: a condition compares a value of the run
  Condition.equals('verdict', 'good');
  // @ts-expect-error: a bound is a number, or a value of the run
  Condition.above(measure.output('accuracy'), 'good');
  // @ts-expect-error: a condition is asked once, before the items of a fan-out
  Condition.equals(RunValue.ITEM, 'x');
  // @ts-expect-error: a data set is not a path
  Step.task('infer', { ...options, reads: { DATA: 'digits' } });
  // @ts-expect-error: a step follows steps, not their names
  Step.task('infer', { ...options, after: ['prepare'] });
  // @ts-expect-error: a training restarts as its engine does
  Step.training('train', { ...options, strategy: PyTorch.torchrun(), retries: 3 });
  // @ts-expect-error: a fan-out says how many run at once
  Step.task('infer', { ...options, forEach: { items: ['a'] } });
  // @ts-expect-error: items are a list, or a value of the run with one
  Step.task('infer', { ...options, forEach: { items: 'a,b', atMost: 1 } });
  // @ts-expect-error: nothing of an approval runs on a pool
  Step.approval('approve', options);
  // @ts-expect-error: a trigger is not a schedule
  new Workflow(chart, 'a', { steps: [prepare], trigger: '0 2 * * *' });
  // @ts-expect-error: a revision of a schedule would be a second schedule
  Trigger.cron('0 2 * * *', { revision: 'r2' });
  // @ts-expect-error: runs overlap, wait or replace each other
  Trigger.cron('0 2 * * *', { concurrency: 'Skip' });
}

export function experiments(chart: ClusterChart, pool: GpuNodePool): void {
  const options = { image: 'train:1', pool, command: ['train'], strategy: PyTorch.torchrun() };
  const parameters = { lr: Search.double(0.001, 0.1), epochs: Search.int(1, 9) };
  const objective = Objective.maximize('accuracy');
  const trial = () => options;
  const common = { objective, parameters, trial };
  new Experiment(chart, 'a', { ...common, algorithm: TuningAlgorithm.hyperband({ resource: 'epochs', most: 9 }) });
  const algorithm = TuningAlgorithm.random();
  const search = { objective, parameters, algorithm };

  // @ts-expect-error: an algorithm is not a text
  new Experiment(chart, 'a', { ...common, algorithm: 'random' });
  // @ts-expect-error: a trial has the values of the parameters alone
  new Experiment(chart, 'a', { ...search, trial: ({ rate }) => ({ ...options, args: [rate] }) });
  // @ts-expect-error: a value is a text, and the number of workers is none
  new Experiment(chart, 'a', { ...search, trial: ({ epochs }) => ({ ...options, workers: epochs }) });
  // @ts-expect-error: random search has no such setting
  TuningAlgorithm.random({ gamma: 0.5 });
  // @ts-expect-error: choices are texts, and numbers are discrete
  Search.categorical([16, 32]);
  // @ts-expect-error: a range is not a plain object
  new Experiment(chart, 'a', { ...common, algorithm, parameters: { lr: { min: 0.001, max: 0.1 } } });
}

export function specs(): void {
  const scaleTargetRef = { kind: 'Deployment', name: 'mnist' };
  objectOf(HORIZONTAL_POD_AUTOSCALER, 'mnist', { scaleTargetRef, maxReplicas: 3 });
  objectOf(SCALED_OBJECT, 'mnist', { scaleTargetRef, triggers: [{ type: 'cpu', metadata: { value: '50' } }] });
  objectOf(SERVICE, 'mnist', { clusterIP: 'None', ports: [{ port: 80, targetPort: 'http' }] });
  objectOf({ apiVersion: 'acme.com/v1', kind: 'Race', plural: 'races' }, 'mnist', { whatever: 1 });

  // @ts-expect-error: a misspelt field of an autoscaler
  objectOf(HORIZONTAL_POD_AUTOSCALER, 'mnist', { scaleTargetRef, maxReplicas: 3, minReplica: 1 });
  // @ts-expect-error: an autoscaler needs its most replicas
  objectOf(HORIZONTAL_POD_AUTOSCALER, 'mnist', { scaleTargetRef });
  // @ts-expect-error: a misspelt field of a ScaledObject
  objectOf(SCALED_OBJECT, 'mnist', { scaleTargetRef, triggers: [], poolingInterval: 15 });
  // @ts-expect-error: metadata of a trigger is texts
  objectOf(SCALED_OBJECT, 'mnist', { scaleTargetRef, triggers: [{ type: 'cpu', metadata: { value: 50 } }] });
  // @ts-expect-error: Kubernetes' own spelling
  objectOf(SERVICE, 'mnist', { clusterIp: 'None' });
  // @ts-expect-error: a port of a Service is a number
  objectOf(SERVICE, 'mnist', { ports: [{ port: 'http' }] });
  // @ts-expect-error: a misspelt field of a PodMonitoring
  objectOf(POD_MONITORING, 'mnist', { selector: {}, endpoints: [{ port: 'http', interval: '30s', paths: '/' }] });
  // @ts-expect-error: an interval is needed
  objectOf(POD_MONITORING, 'mnist', { selector: {}, endpoints: [{ port: 'http' }] });
  // @ts-expect-error: a TFJob has no role of this name
  objectOf(TF_JOB, 'mnist', { tfReplicaSpecs: { Wroker: { replicas: 1 } } });
  // @ts-expect-error: without pools the query of the costs is none
  costPanels([]);
}
