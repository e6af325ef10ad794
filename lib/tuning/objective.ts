import { accepted } from '../core/problems/errors';
import { problem, type Problem } from '../core/problems/problem';
import type { ExperimentSpec } from '../kubernetes/kinds/katib';

export interface ObjectiveOptions {
  /** The value that ends the experiment. @default - none: it ends after all trials */
  readonly goal?: number;
  /** Further metrics to record. @default [] */
  readonly also?: readonly string[];
}

/** The metric that an experiment betters. A trial prints it as `accuracy=0.93`. Names that Katib would not find are refused. */
export class Objective {
  declare readonly '~type': 'Objective';

  static maximize(metric: string, options?: ObjectiveOptions): Objective {
    return make('maximize', metric, options);
  }

  static minimize(metric: string, options?: ObjectiveOptions): Objective {
    return make('minimize', metric, options);
  }

  /** @internal */
  constructor(readonly spec: ExperimentSpec['objective']) {}
}

function make(type: 'maximize' | 'minimize', metric: string, { goal, also = [] }: ObjectiveOptions = {}): Objective {
  const spec = { type, goal, objectiveMetricName: metric, additionalMetricNames: also };
  return accepted(`Objective.${type}`, [metricProblems([metric, ...also])], () => new Objective(spec));
}

/** @see https://github.com/kubeflow/katib/blob/v0.19.0/pkg/metricscollector/v1beta1/common/const.go */
function* metricProblems(names: readonly string[]): Generator<Problem> {
  for (const name of names.filter((each) => !/^[\w|-]+$/.test(each))) {
    const message = `Katib finds no metric ${JSON.stringify(name)} in the output of a trial`;
    yield problem('metric-name', 'metric', message, 'use letters, digits, "_", "-" and "|", such as "val-accuracy"');
  }
}
