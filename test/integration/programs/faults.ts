import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  Mount,
  Operator,
  Platform,
  PyTorch,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TensorFlow,
  TrainingEngine,
} from '../../../lib/index';

// Two workers that count together, by each engine; one of them suffers a fault once: <engine>-<fault>.

const DATA_PARALLEL = PyTorch.distributedDataParallel();
const ENGINES = {
  job: { engine: TrainingEngine.job(), strategy: DATA_PARALLEL },
  jobset: { engine: TrainingEngine.jobSet(), strategy: DATA_PARALLEL },
  pytorchjob: { engine: TrainingEngine.pyTorchJob(), strategy: DATA_PARALLEL },
  tfjob: { engine: TrainingEngine.tfJob(), strategy: TensorFlow.multiWorkerMirrored() },
};
/** What becomes of whom. */
const FAULTS = {
  worker: ['killed', '1'],
  coordinator: ['killed', '0'],
  memory: ['memory', '1'],
  disk: ['disk', '1'],
  evicted: ['evicted', '1'],
};
const task = readFileSync(join(__dirname, 'faults/task.py'), 'utf8');

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'faults');
  const cluster = LocalCluster.minikube({ cpus: 4, operators: [Operator.TRAINING, Operator.JOBSET] });
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'trainyard-faults' });
  const data = new SharedVolume(chart, 'data', { source: SharedVolumeSource.hostPath('/var/lib/trainyard/faults') });
  for (const [by, runner] of Object.entries(ENGINES)) {
    for (const [what, fault] of Object.entries(FAULTS)) {
      const name = `${by}-${what}`;
      new DistributedTrainingJob(chart, name, {
        image: 'trainyard/mnist:1',
        command: ['python3', '/faults/task.py', ...fault],
        env: { STATE: `/data/${name}` },
        mounts: [data.at('/data'), Mount.configFiles({ 'task.py': task }, '/faults')],
        terminationGracePeriod: Duration.seconds(1),
        pool: cluster.pool,
        workers: 2,
        resources: { cpus: 0.02, memory: Size.mebibytes(64), ephemeralStorage: Size.mebibytes(32) },
        ...runner,
      });
    }
  }
});
