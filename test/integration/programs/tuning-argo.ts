import { Size } from 'cdk8s';
import {
  ClusterChart,
  LocalCluster,
  Operator,
  Plain,
  Platform,
  PyTorch,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TensorFlow,
  TrainingEngine,
} from '../../../lib/index';
import {
  Experiment,
  ExperimentBackend,
  MetricsSource,
  Objective,
  Search,
  TuningAlgorithm,
} from '../../../lib/tuning/index';
import { DataSet } from '../../../lib/workflow/index';

// Experiments without Katib, each with trials of another kind.

/** The best learning rate is 0.06. A trial fails above 0.08, although it has written a better metric by then. */
const PROGRAM = `import json, os, sys, time
lr, epochs = float(sys.argv[1]), int(os.environ["EPOCHS"])
time.sleep(5)
index = json.loads(os.environ.get("TF_CONFIG", "{}")).get("task", {}).get("index", 0)
if index == 0:
    with open(os.environ["METRICS_FILE"], "w") as file:
        for epoch in range(epochs): print(f"epoch={epoch} loss={(lr - 0.06) ** 2} accuracy={1 - (lr - 0.06) ** 2 + epoch / 1000}", file=file)
        if lr > 0.08: print("accuracy=2", file=file)
sys.exit(lr > 0.08)`;

const MIRRORED = TensorFlow.multiWorkerMirrored();

Platform.run((platform) => {
  const { kubernetes } = platform.stage(new Stage({ name: 'local' }), 'tuning-argo');
  const operators = [Operator.TRAINING, Operator.JOBSET, Operator.ARGO_WORKFLOWS];
  const cluster = LocalCluster.minikube({ cpus: 2, operators });
  const chart = new ClusterChart(kubernetes, 'tuning', { cluster, namespace: 'trainyard-tuning-argo' });
  const source = SharedVolumeSource.hostPath('/var/lib/trainyard/tuning-argo');
  const volume = new SharedVolume(chart, 'results', { source, size: Size.gibibytes(1) });
  const common = {
    objective: Objective.maximize('accuracy'),
    parameters: { lr: Search.double(0.03, 0.06, { step: 0.03 }), epochs: Search.int(1, 2) },
    metrics: MetricsSource.file(),
    backend: ExperimentBackend.argo({ results: DataSet.volume(volume, 'experiments') }),
  };
  const trial = ({ lr, epochs }: { readonly lr: string; readonly epochs: string }) => ({
    image: 'trainyard/mnist:1',
    command: ['python3', '-c', PROGRAM],
    args: [lr],
    env: { EPOCHS: epochs },
    pool: cluster.pool,
    resources: { cpus: 0.05, memory: Size.mebibytes(64) },
    maxRestarts: 0,
  });

  new Experiment(chart, 'grid', {
    ...common,
    algorithm: TuningAlgorithm.grid(),
    parallelTrials: 2,
    trial: (values) => ({ ...trial(values), strategy: MIRRORED, engine: TrainingEngine.tfJob(), workers: 2 }),
  });
  new Experiment(chart, 'random', {
    ...common,
    parameters: { lr: Search.double(0.01, 0.1, { log: true }), epochs: Search.int(1, 2) },
    algorithm: TuningAlgorithm.random({ seed: 7 }),
    trials: 6,
    trial: (values) => ({ ...trial(values), strategy: Plain.indexedTasks(), engine: TrainingEngine.job() }),
  });
  new Experiment(chart, 'loss', {
    ...common,
    objective: Objective.minimize('loss'),
    algorithm: TuningAlgorithm.random(),
    trials: 2,
    trial: (values) => ({ ...trial(values), strategy: MIRRORED, engine: TrainingEngine.jobSet() }),
  });
  new Experiment(chart, 'fails', {
    ...common,
    parameters: { lr: Search.discrete([0.09, 0.06]), epochs: Search.int(1, 2) },
    algorithm: TuningAlgorithm.grid(),
    failedTrials: 2,
    parallelTrials: 1,
    trial: (values) => ({
      ...trial(values),
      strategy: PyTorch.distributedDataParallel(),
      engine: TrainingEngine.pyTorchJob(),
    }),
  });
});
