import type { JsonObject } from '../manifest';
import type { Kind } from './kind';

/** The label of an experiment's pods whose value is the name of the experiment. */
export const EXPERIMENT_NAME = 'katib.kubeflow.org/experiment';
/** The label of the pods that suggest the trials of an experiment. Its value is the name of the experiment. */
export const SUGGESTION_NAME = 'katib.kubeflow.org/suggestion';

/** The label of Katib's own pods, and the value of that which makes trials. */
export const CONTROLLER = { 'katib.kubeflow.org/component': 'controller' };

/** The label of the namespaces where Katib's webhook adds collectors of metrics to pods. */
export const COLLECTED_NAMESPACE = ['katib.kubeflow.org/metrics-collector-injection', 'enabled'] as const;

/** An experiment of Katib: trials of a job with other values of its parameters. */
export const EXPERIMENT: Kind<ExperimentSpec> = {
  apiVersion: 'kubeflow.org/v1beta1',
  kind: 'Experiment',
  plural: 'experiments',
  ending: { good: 'Succeeded', bad: 'Failed' },
  podLabel: EXPERIMENT_NAME,
};

/**
 * The fields of an experiment that this library writes, by hand: its definition has no schema.
 *
 * @see https://github.com/kubeflow/katib/blob/v0.19.0/pkg/apis/controller/experiments/v1beta1/experiment_types.go
 */
export type ExperimentSpec = {
  readonly objective: {
    readonly type: 'maximize' | 'minimize';
    readonly objectiveMetricName: string;
    readonly goal?: number;
    readonly additionalMetricNames?: readonly string[];
  };
  readonly algorithm: AlgorithmSpec;
  readonly earlyStopping?: AlgorithmSpec;
  readonly parameters: readonly ParameterSpec[];
  readonly parallelTrialCount: number;
  readonly maxTrialCount: number;
  readonly maxFailedTrialCount: number;
  readonly resumePolicy?: 'FromVolume';
  readonly metricsCollectorSpec: MetricsCollectorSpec;
  readonly trialTemplate: TrialTemplate;
};

/** Settings are texts, numbers too. */
export type AlgorithmSpec = {
  readonly algorithmName: string;
  readonly algorithmSettings?: readonly { readonly name: string; readonly value: string }[];
};

/** A parameter and its values. Bounds and values are texts, numbers too. */
export type ParameterSpec = {
  readonly name: string;
  readonly parameterType: 'double' | 'int' | 'discrete' | 'categorical';
  readonly feasibleSpace: FeasibleSpace;
};

export type FeasibleSpace = {
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  readonly distribution?: 'logUniform';
  readonly list?: readonly string[];
};

export type MetricsCollectorSpec = {
  readonly collector: { readonly kind: 'StdOut' | 'File' | 'Push' };
  readonly source?: {
    readonly fileSystemPath: { readonly kind: 'File'; readonly path: string; readonly format: 'TEXT' | 'JSON' };
  };
};

/** The job of a trial: an object without a name, whose texts hold `${trialParameters.NAME}`. */
export type TrialTemplate = {
  readonly primaryContainerName: string;
  readonly primaryPodLabels: Readonly<Record<string, string>>;
  readonly successCondition: string;
  readonly failureCondition: string;
  readonly retain?: boolean;
  readonly trialParameters: readonly { readonly name: string; readonly reference: string }[];
  readonly trialSpec: JsonObject;
};
