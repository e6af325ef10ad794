import { nameProblems } from '../core/names/name';
import { accepted } from '../core/problems';
import type { MetricsCollectorSpec } from '../kubernetes/kinds/katib';

export interface ObjectiveOptions {
  /** The value that ends the experiment. @default - none: it ends after all trials */
  readonly goal?: number;
  /** Further metrics to record. @default [] */
  readonly also?: readonly string[];
}

/** The metric that an experiment betters. A trial writes it as `accuracy=0.93`. */
export type Objective = ReturnType<typeof objectiveOf>;

/** Refused: names that would not be found in the output of a trial. */
export const Objective = {
  maximize: (metric: string, options?: ObjectiveOptions) => objectiveOf('maximize', metric, options),
  minimize: (metric: string, options?: ObjectiveOptions) => objectiveOf('minimize', metric, options),
};

/** The place where the metrics of a trial are read. */
export type MetricsSource = ReturnType<typeof sourceOf>;

export const MetricsSource = {
  /** Lines such as `accuracy=0.93` that the trial prints. */
  stdout: () => sourceOf({ collector: { kind: 'StdOut' } }),
  /**
   * The same lines, or lines of JSON, in a file. The trial has its path in the variable METRICS_FILE.
   *
   * @param path the path with Katib. Its folder becomes an empty volume, which hides what the image has there
   */
  file: (path = '/metrics/trial.log', format: 'TEXT' | 'JSON' = 'TEXT') =>
    sourceOf({ collector: { kind: 'File' }, source: { fileSystemPath: { kind: 'File', path, format } } }),
  /** Calls of `report_metrics` of Katib's Python library by the program. Early stopping does not see them. */
  push: () => sourceOf({ collector: { kind: 'Push' } }),
};

function sourceOf(spec: MetricsCollectorSpec) {
  return { '~type': 'MetricsSource' as const, spec };
}

/** The names that Katib finds. @see https://github.com/kubeflow/katib/blob/v0.19.0/pkg/metricscollector/v1beta1/common/const.go */
const FORM = { max: 255, form: 'letters, digits, "_", "-" and "|"', pattern: /^[\w|-]+$/ };

function objectiveOf(type: 'maximize' | 'minimize', metric: string, { goal, also = [] }: ObjectiveOptions = {}) {
  const spec = {
    type,
    goal,
    objectiveMetricName: metric,
    additionalMetricNames: also.filter((name) => name !== metric),
  };
  const checks = [metric, ...also].map((name) => nameProblems({ ...FORM, what: 'metric', property: 'metric' }, name));
  return accepted(`Objective.${type}`, checks, () => ({ '~type': 'Objective' as const, spec }));
}
