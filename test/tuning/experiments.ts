import { Testing } from 'cdk8s';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { openAdvice } from '../../lib/core/problems/check';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { Operator } from '../../lib/operators/operator';
import { Plain } from '../../lib/training/strategies/plain/plain';
import { TrainingEngine } from '../../lib/training/training-engines';
import type { TrainingRunOptions } from '../../lib/training/training-run';
import { Experiment, type ExperimentProps } from '../../lib/tuning/experiment';
import { Objective } from '../../lib/tuning/objective';
import { Search, type SearchSpace } from '../../lib/tuning/search';
import { TuningAlgorithm } from '../../lib/tuning/tuning-algorithm';
import { cpuPool, GKE } from '../workload/pools';

export const CLUSTER: ICluster = { ...GKE, operators: [Operator.TRAINING, Operator.JOBSET, Operator.KATIB] };
export const POOL = cpuPool({ cluster: CLUSTER, maxNodes: 20 });
export const SPACE = { lr: Search.double(0.01, 0.09, { step: 0.04 }), epochs: Search.int(1, 4) };

/** An experiment whose parameters the compiler does not know: `resource` of hyperband may be any. */
type Props = Omit<ExperimentProps<SearchSpace>, 'algorithm'> & { readonly algorithm: TuningAlgorithm<string> };
type Changes = Partial<Omit<Props, 'trial'>> & { readonly job?: Partial<TrainingRunOptions> };

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
  return { chart, made: new Experiment(chart, 'mnist', props as ExperimentProps<SearchSpace>) };
}

/** The spec of its object. */
export function specOf(changes: Changes = {}) {
  const { chart } = experiment(changes);
  return Testing.synth(chart).find(({ kind }) => kind === 'Experiment').spec;
}

/** The problems of an experiment, as texts. */
export function problemsOf(changes: Changes, cluster?: ICluster): string[] {
  return experiment(changes, cluster).made.node.validate();
}

export function adviceOf(changes: Changes): string[] {
  return openAdvice(experiment(changes).chart).map(({ advice }) => advice.code);
}
