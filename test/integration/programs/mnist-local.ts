import { PYTORCH, TENSORFLOW } from '../../../apps/mnist/frameworks';
import { local } from '../../../apps/mnist/local';
import { train } from '../../../apps/mnist/training';
import { LOCAL } from '../../../apps/stages';
import { ClusterChart, Platform, PodUser, PyTorch, TensorFlow, TrainingEngine } from '../../../lib/index';
import { ClusterSpec } from '../../../lib/training/index';

// apps/mnist on the local stage: by the engine that the first argument names, with the strategy that the second does,
// and by the user that the third does. Each variant has a namespace and a folder of the node of its own.

const parameterServers = { replicas: 2 };
const ENGINES = {
  tfjob: TrainingEngine.tfJob(),
  pytorchjob: TrainingEngine.pyTorchJob(),
  jobset: TrainingEngine.jobSet(),
  job: TrainingEngine.job(),
};
const STRATEGIES = {
  'parameter-server': TensorFlow.parameterServer({ parameterServers }),
  flags: TensorFlow.parameterServer({ parameterServers, clusterSpec: ClusterSpec.flags() }),
  'flags-without-chief': TensorFlow.parameterServer({
    parameterServers,
    clusterSpec: ClusterSpec.flags({ chief: false }),
  }),
  evaluated: TensorFlow.parameterServer({ parameterServers: { replicas: 1 }, evaluator: {} }),
  mirrored: TensorFlow.multiWorkerMirrored(),
  pytorch: PyTorch.distributedDataParallel(),
};

const engine = named(ENGINES, process.argv[2]);
const strategy = named(STRATEGIES, process.argv[3]);
const framework = strategy.framework === 'PyTorch' ? PYTORCH : TENSORFLOW;
const user = process.argv[4] === 'not-root' ? PodUser.DEFAULT : undefined;

Platform.run((platform) => {
  const variant = process.argv.slice(2).join('-');
  const deployment = platform.stage(LOCAL, variant);
  const { cluster, places } = local(deployment);
  const chart = new ClusterChart(deployment.kubernetes, 'training', { cluster, namespace: `trainyard-${variant}` });
  train(chart, places(chart).training, { framework, engine, strategy, user });
});

function named<T>(choices: Record<string, T>, name = ''): T {
  const choice = Object.entries(choices).find(([key]) => key === name);
  if (!choice) throw new Error(`"${name}" is not one of ${Object.keys(choices).join(', ')}`);
  return choice[1];
}
