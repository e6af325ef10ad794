/* eslint-disable @typescript-eslint/no-explicit-any -- pods are read as they are written, wherever they stand */
import { Testing } from 'cdk8s';
import { expect, test } from 'vitest';
import { FURTHER_FILES, fileText } from '../../lib/core/contracts/further-file';
import {
  ClusterAddons,
  DistributedTrainingJob,
  GpuDriver,
  ModelServer,
  Operator,
  PyTorch,
  ServerCheck,
  ServingDeployment,
  ServingPlatform,
  SharedVolume,
  SharedVolumeSource,
} from '../../lib/index';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { Notebook, NotebookEngine, NotebookHub } from '../../lib/notebook/index';
import { KubeflowModelRegistry, ModelRegistry, RegistryArtifacts, RegistryDatabase } from '../../lib/registry/index';
import { manifestsOf } from '../../lib/testing';
import { Experiment, ExperimentBackend, Objective, Search, TuningAlgorithm } from '../../lib/tuning/index';
import { DataSet, Step, Workflow, WorkflowBackend } from '../../lib/workflow/index';
import { MODELS } from '../serving/servings';
import { jobOf, objectsOf, PAIRS } from '../training/jobs';
import { GKE, gpuPool } from '../workload/pools';

// Every construct, engine and platform that runs pods: none of its pods has the variables of Services, and each has more shared memory than 64 MiB.

const cluster = { ...GKE, operators: [Operator.JOBSET, Operator.ARGO_WORKFLOWS] };
const pool = gpuPool({ cluster });
const resources = { gpus: 4 };
const image = 'acme/program:1';
const BUCKET = { bucketName: 'acme', url: 'gs://acme' };

/** The specs of all pods in a value, and in the JSON of its texts. */
function podsIn(value: any): any[] {
  if (typeof value === 'string') return /^\{\s*"apiVersion"/.test(value) ? podsIn(JSON.parse(value)) : [];
  if (typeof value !== 'object' || value === null) return [];
  const { container, containers = container ? [container] : [], podSpecPatch = '{}' } = value;
  const { enableServiceLinks } = { ...value, ...JSON.parse(podSpecPatch) };
  const hasPods = Array.isArray(containers) && containers.some((each) => typeof each.image === 'string');
  return [
    ...(hasPods ? [{ ...value, containers, enableServiceLinks }] : []),
    ...Object.values(value).flatMap((child) => podsIn(child)),
  ];
}

function faultsOf({ enableServiceLinks, containers, initContainers = [], volumes = [] }: any): string[] {
  const inMemory = volumes.filter(({ emptyDir }: any) => emptyDir?.medium === 'Memory').map(({ name }: any) => name);
  const shares = ({ volumeMounts = [] }: any) =>
    volumeMounts.some(({ mountPath, name }: any) => mountPath === '/dev/shm' && inMemory.includes(name));
  return [
    ...(enableServiceLinks === false ? [] : ['has the variables of Services']),
    ...[...initContainers, ...containers].filter((each) => !shares(each)).map(({ name }) => `${name} has 64 MiB`),
  ];
}

function made(build: (chart: ClusterChart) => unknown) {
  const chart = new ClusterChart(Testing.app(), 'team', { cluster, namespace: 'team' });
  build(chart);
  const files = FURTHER_FILES.all(chart).map(({ entry }) => JSON.parse(fileText(entry)));
  return { objects: manifestsOf(chart), files };
}

const home = (chart: ClusterChart) =>
  new SharedVolume(chart, 'home', {
    source: SharedVolumeSource.storageClass('standard-rwo'),
    accessMode: 'ReadWriteOnce',
  });
const notebook = (engine: NotebookEngine) => (chart: ClusterChart) =>
  new Notebook(chart, 'ada', { image, pool, resources, home: home(chart), engine });

const served =
  (platform: ServingPlatform, server = ModelServer.triton()) =>
  (chart: ClusterChart) =>
    new ServingDeployment(chart, 'speech', { pool, resources, platform, server, model: MODELS.version(3) });
const ready = ServerCheck.http('/ready');
const MLSERVER = ModelServer.container({ image, ports: [{ name: 'http', port: 8080, protocol: 'http' }], ready });

const step = Step.task('load', {
  image,
  pool,
  resources,
  command: ['run'],
  writes: { OUT: DataSet.bucket(BUCKET, 'out') },
});
const train = Step.training('train', { image, pool, resources, command: ['train'], strategy: PyTorch.torchrun() });
const experiment = (backend: ExperimentBackend) => (chart: ClusterChart) =>
  new Experiment(chart, 'search', {
    ...{ objective: Objective.maximize('accuracy'), algorithm: TuningAlgorithm.random(), trials: 4, backend },
    parameters: { lr: Search.double(0.01, 0.1) },
    trial: ({ lr }) => ({ image, pool, resources, command: ['train', lr], strategy: PyTorch.torchrun() }),
  });

const database = RegistryDatabase.secret('database');

const ALL: Readonly<Record<string, (chart: ClusterChart) => unknown>> = {
  'a job': (chart) =>
    new DistributedTrainingJob(chart, 'ocr', {
      ...{ image, pool, resources, command: ['train'], strategy: PyTorch.torchrun() },
      initContainers: [{ name: 'fetch', command: ['fetch'] }],
      sidecars: [{ name: 'metrics', image: 'metrics:1' }],
    }),
  'a Notebook by a StatefulSet': notebook(NotebookEngine.statefulSet()),
  'a Notebook of Kubeflow': notebook(NotebookEngine.kubeflow()),
  'Triton in a Deployment': served(ServingPlatform.kubernetes()),
  'Triton in groups': served(ServingPlatform.leaderWorkerSet()),
  'Triton by KServe': served(ServingPlatform.kserve()),
  'Triton by Seldon Core': served(ServingPlatform.seldon()),
  'Triton by Seldon Core 2': served(ServingPlatform.seldonCore2({ requirements: ['onnx'] })),
  'vLLM on several machines': served(ServingPlatform.leaderWorkerSet(), ModelServer.vllm({ machines: 2 })),
  'TensorFlow Serving': served(ServingPlatform.kubernetes(), ModelServer.tensorFlowServing()),
  'a server of any image': served(ServingPlatform.kserve(), MLSERVER),
  'steps of a workflow': (chart) => new Workflow(chart, 'flow', { steps: [step, train] }),
  'an experiment of Katib': experiment(ExperimentBackend.katib()),
  MLflow: (chart) =>
    new ModelRegistry(chart, 'registry', { pool, image, database, artifacts: RegistryArtifacts.volume(home(chart)) }),
  "Kubeflow's registry": (chart) => new KubeflowModelRegistry(chart, 'registry', { pool, database }),
};

test.each(Object.entries(ALL))('%s', (_, build) => {
  const pods = podsIn(made(build).objects);
  expect(pods.length).toBeGreaterThan(0);
  expect(pods.flatMap(faultsOf)).toEqual([]);
});

test.each(PAIRS)('$name by $engineName', ({ strategy, engine, jobName, engineName }) => {
  const job = jobOf({ strategy, image, command: ['train'], pool, resources }, jobName);
  const found = podsIn(objectsOf(engine.render(job))).flatMap(faultsOf);
  // A TrainJob has no word for them: its runtime decides.
  const byRuntime = engineName === 'TrainJob by a runtime of the cluster';
  expect(found.filter((fault) => !(byRuntime && fault === 'has the variables of Services'))).toEqual([]);
});

test("pods that create objects of a workflow's steps have no variables of Services", () => {
  const [workflow] = made((chart) => new Workflow(chart, 'flow', { steps: [train] })).objects.slice(-1);
  expect(JSON.parse((workflow as any).spec.podSpecPatch)).toMatchObject({ enableServiceLinks: false });
});

test("pods of a hub's people", () => {
  const profiles = { Two: { pool, resources: { gpus: 2 } }, All: { pool, resources } };
  const [values] = made((chart) => new NotebookHub(chart, 'hub', { image, profiles })).files;
  const { storage, profileList } = values.singleuser;
  for (const { kubespawner_override: override } of profileList) {
    const containers = [{ name: 'notebook', volumeMounts: storage.extraVolumeMounts }];
    expect(faultsOf({ ...override.extra_pod_config, volumes: storage.extraVolumes, containers })).toEqual([]);
  }
});

test('a pipeline of Pachyderm shares memory, and keeps the variables by which its worker finds Pachyderm', () => {
  const [pipeline] = made(
    (chart) => new Workflow(chart, 'flow', { steps: [step], backend: WorkflowBackend.pachyderm() }),
  ).files;
  expect(JSON.parse([pipeline].flat()[0].podPatch)).toEqual([
    { op: 'add', path: '/volumes/-', value: { name: 'dev-shm', emptyDir: { medium: 'Memory', sizeLimit: '32640Mi' } } },
    { op: 'add', path: '/containers/0/volumeMounts/-', value: { name: 'dev-shm', mountPath: '/dev/shm' } },
  ]);
});

test('the installers of drivers', () => {
  const pools = [gpuPool({ cluster, driver: GpuDriver.DAEMON_SET })];
  const pods = podsIn(made((chart) => new ClusterAddons(chart, 'add-ons', { pools })).objects);
  expect(pods.map(({ enableServiceLinks }) => enableServiceLinks)).toEqual([false]);
});

test('fails: a pod with the variables of Services, and one without shared memory', () => {
  const container = { name: 'main', image };
  const [pod] = podsIn({ spec: { containers: [container] } });
  expect(faultsOf(pod)).toEqual(['has the variables of Services', 'main has 64 MiB']);
});
