import { Testing } from 'cdk8s';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { collectingProblems, formatProblemAt, type ProblemAt } from '../../lib/core/problems/errors';
import { openAdvice } from '../../lib/core/problems/check';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { Operator } from '../../lib/operators/operator';
import { Plain } from '../../lib/training/strategies/plain/plain';
import { TrainingEngine } from '../../lib/training/training-engines';
import { Experiment, type ExperimentProps } from '../../lib/tuning/experiment';
import { Objective } from '../../lib/tuning/objective';
import { Search, type SearchSpace } from '../../lib/tuning/search';
import { TuningAlgorithm } from '../../lib/tuning/algorithm';
import { cpuPool, GKE } from '../workload/pools';

const operators = [Operator.TRAINING, Operator.JOBSET, Operator.KATIB, Operator.ARGO_WORKFLOWS];
export const CLUSTER: ICluster = { ...GKE, operators };
export const POOL = cpuPool({ cluster: CLUSTER, maxNodes: 20 });
export const SPACE = { lr: Search.double(0.01, 0.09, { step: 0.04 }), epochs: Search.int(1, 4) };

type Props = ExperimentProps<SearchSpace, string, number>;
type Changes = Partial<Omit<Props, 'trial'>> & { readonly job?: Partial<ReturnType<Props['trial']>> };

/** A small experiment in a chart of its own, whose trials use all parameters. */
export function experiment(changes: Changes = {}, cluster = CLUSTER, createNamespace = true) {
  const { job, ...others } = changes;
  const chart = new ClusterChart(Testing.app(), 'tuning', { cluster, createNamespace, namespace: 'research' });
  const props: Props = {
    objective: Objective.maximize('accuracy'),
    algorithm: TuningAlgorithm.random(),
    parameters: SPACE,
    ...others,
    trial: (values) => ({
      image: 'mnist:1',
      pool: { ...POOL, cluster },
      strategy: Plain.indexedTasks(),
      engine: TrainingEngine.job(),
      command: ['python3', 'train.py'],
      args: Object.values(values),
      ...job,
    }),
  };
  return { chart, made: new Experiment(chart, 'mnist', props) };
}

/** The spec of its object. */
export function specOf(changes: Changes = {}, kind = 'Experiment') {
  return Testing.synth(experiment(changes).chart).find((object) => object.kind === kind).spec;
}

/** The problems of an experiment, as texts. */
export function problemsOf(changes: Changes, cluster?: ICluster): string[] {
  const problems: ProblemAt[] = [];
  const { made } = collectingProblems(problems, () => experiment(changes, cluster));
  return [...problems.map(formatProblemAt), ...made.node.validate()];
}

export function adviceOf(changes: Changes): string[] {
  return openAdvice(experiment(changes).chart).map(({ advice }) => advice.code);
}
