import {
  JAX,
  LocalCluster,
  MPI,
  MXNet,
  Operator,
  Plain,
  PyTorch,
  TensorFlow,
  TrainingEngine,
  type INodePool,
} from '../../lib/index';
import { resolveTrainingJob, type Problem, type TrainingStrategy } from '../../lib/extend';
import { ClusterSpec } from '../../lib/training/index';
import { engineIn, engineProblems } from '../../lib/training/engine-choice';
import { ENGINES } from '../../lib/training/training-engines';

const POOL: INodePool = LocalCluster.minikube({ cpus: 4 }).pool;

/**
 * Every strategy, under the name that docs/training/engines.md has for it. Tests of all pairs of strategy and engine, and that
 * page, follow from this table and that of the engines.
 *
 * @param pool for the tasks beside the workers
 * @param beside how many servers there are
 */
export function strategiesOn(pool: INodePool, beside = 2) {
  const parameterServers = { replicas: beside, pool };
  return {
    'TensorFlow.parameterServer': TensorFlow.parameterServer({ parameterServers }),
    'TensorFlow.parameterServer by flags': TensorFlow.parameterServer({
      parameterServers,
      clusterSpec: ClusterSpec.flags(),
    }),
    'TensorFlow.parameterServer by flags, no chief': TensorFlow.parameterServer({
      parameterServers,
      clusterSpec: ClusterSpec.flags({ chief: false }),
    }),
    'TensorFlow.parameterServer, no chief': TensorFlow.parameterServer({
      parameterServers,
      clusterSpec: ClusterSpec.TF_CONFIG_WITHOUT_CHIEF,
    }),
    'TensorFlow.parameterServer with an evaluator': TensorFlow.parameterServer({ parameterServers, evaluator: {} }),
    'TensorFlow.multiWorkerMirrored': TensorFlow.multiWorkerMirrored(),
    'TensorFlow.multiWorkerMirrored by flags': TensorFlow.multiWorkerMirrored({ clusterSpec: ClusterSpec.flags() }),
    'TensorFlow.multiWorkerMirrored with an evaluator': TensorFlow.multiWorkerMirrored({ evaluator: { pool } }),
    'PyTorch.torchrun': PyTorch.torchrun({ maxRestarts: 2 }),
    'PyTorch.elastic': PyTorch.elastic({ atLeast: 1 }),
    'PyTorch.distributedDataParallel': PyTorch.distributedDataParallel(),
    'JAX.processes': JAX.processes(),
    'MPI.mpirun': MPI.mpirun({ launcher: { pool } }),
    'MXNet.parameterServer': MXNet.parameterServer({ servers: { replicas: beside, pool } }),
    'MXNet.parameterServer with compression': MXNet.parameterServer({
      servers: { replicas: 1 },
      gradientCompression: { type: '2bit' },
    }),
    'Plain.indexedTasks': Plain.indexedTasks(),
    'Plain.indexedTasks with a port': Plain.indexedTasks({ port: 5000 }),
  } satisfies Readonly<Record<string, TrainingStrategy>>;
}

export type StrategyName = keyof ReturnType<typeof strategiesOn>;

/** Every engine, and options by which it makes other objects. */
export const ALL_ENGINES: readonly { readonly engineName: string; readonly engine: TrainingEngine }[] = [
  ...ENGINES.map(({ engine }) => ({ engineName: engine.name, engine })),
  { engineName: 'PyTorchJob with a master', engine: TrainingEngine.pyTorchJob({ master: true }) },
  {
    engineName: 'MPIJob v1',
    engine: engineIn(LocalCluster.kind({ operators: [Operator.TRAINING] }), TrainingEngine.mpiJob()),
  },
  { engineName: 'TrainJob by a runtime of the cluster', engine: TrainingEngine.trainJob({ runtime: 'shared' }) },
];

/** A strategy, and an engine that runs it. */
export interface Pair {
  readonly name: string;
  /** A name for its job that leaves room for what engines add. */
  readonly jobName: string;
  readonly strategy: TrainingStrategy;
  readonly engineName: string;
  readonly engine: TrainingEngine;
}

/** Every strategy with every engine that runs it. */
export function pairsOf(strategies: Readonly<Record<string, TrainingStrategy>>): Pair[] {
  return Object.entries(strategies).flatMap(([name, strategy], index) => {
    const able = ALL_ENGINES.filter(({ engine }) => whyNot(strategy, engine) === undefined);
    return able.map((by) => ({ name, jobName: `s${index}`, strategy, ...by }));
  });
}

/** Why an engine cannot run a strategy, whatever its cluster has. */
export function whyNot(strategy: TrainingStrategy, engine: TrainingEngine): Problem | undefined {
  const job = resolveTrainingJob(
    'job',
    { name: 'job' },
    { image: 'train:1', command: ['train'], pool: POOL, strategy },
  );
  return [...engineProblems(engine, job, POOL.cluster), ...engine.problems(job)].find(({ code }) =>
    ['engine-framework', 'engine-role'].includes(code),
  );
}
