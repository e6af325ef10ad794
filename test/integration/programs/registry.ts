import { Duration, Size } from 'cdk8s';
import {
  ClusterChart,
  DistributedTrainingJob,
  LocalCluster,
  ModelServer,
  ModelSource,
  Operator,
  Plain,
  Platform,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TrainingEngine,
} from '../../../lib/index';
import { ModelRegistry, RegistryArtifacts, RegistryDatabase } from '../../../lib/registry/index';

// A registry, a training whose revision and number of steps are the first arguments, and a server of what has the alias that is the third one.

const IMAGE = 'trainyard/mlflow:1';
// TensorFlow has older packages than MLflow, and needs them. One of them is too old for MLflow.
const SITE = '/usr/lib/python3/site';
const TRAIN = `cp ${SITE}/typing_extensions.py /tmp
export PYTHONPATH=/tmp:/usr/lib/python3/dist-packages:${SITE}
exec python3 /app/train.py "$@"`;

const [, , revision = '1', steps = '60', alias] = process.argv;

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'registry');
  const cluster = LocalCluster.of({ cpus: 2, memory: Size.gibibytes(8), operators: [Operator.JOBSET] });
  const { pool } = cluster;
  const chartOf = (name: string) =>
    new ClusterChart(kubernetes, name, { cluster, namespace: `trainyard-registry-${name}` });
  const source = SharedVolumeSource.hostPath('/var/lib/trainyard/registry');

  const [models, training] = [chartOf('models'), chartOf('training')];
  const files = new SharedVolume(models, 'files', { source });
  const registry = new ModelRegistry(models, 'mlflow', {
    image: IMAGE,
    pool,
    resources: { cpus: 0.1, memory: Size.mebibytes(900) },
    database: RegistryDatabase.sqlite(files),
    artifacts: RegistryArtifacts.volume(files),
  });

  const data = new SharedVolume(training, 'data', { source });
  new DistributedTrainingJob(training, 'train', {
    revision: `r${revision}`,
    image: IMAGE,
    command: ['sh', '-ec', TRAIN, 'train'],
    args: [`--data_dir=/data/r${revision}`, `--train_steps=${steps}`, '--save_steps=1', '--registered_model=digits'],
    pool,
    resources: { cpus: 0.1, memory: Size.mebibytes(900) },
    mounts: [data.at('/data')],
    strategy: Plain.indexedTasks(),
    engine: TrainingEngine.jobSet(),
    exports: ModelSource.volume(data, 'digits').version(Number(revision)),
    records: registry.experiment('digits', { code: '4f1c2d7' }),
  });

  if (alias === undefined) return;
  new ServingDeployment(chartOf('serving'), 'digits', {
    pool,
    resources: { cpus: 0.1, memory: Size.mebibytes(700) },
    // Shorter than by default, so that the test need not wait for the end of its pod.
    server: ModelServer.tensorFlowServing({ maxConnectionAge: Duration.seconds(2) }),
    requestTimeout: Duration.seconds(5),
    model: registry.model('digits').alias(alias),
  });
});
