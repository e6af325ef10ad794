import { JOB } from '../kubernetes/kinds/batch';
import { JOB_SET } from '../kubernetes/kinds/jobset';
import type { TrialTemplate } from '../kubernetes/kinds/katib';
import { servedAs, type Kind } from '../kubernetes/kinds/kind';
import { MPI_JOB, MPI_JOB_V1, PY_TORCH_JOB, TF_JOB } from '../kubernetes/kinds/kubeflow';
import { containerNameOf } from '../training/engine-task';
import type { TrainingRun } from '../training/training-run';
import type { SearchSpace } from './search';

const FIRST_INDEX = { 'batch.kubernetes.io/job-completion-index': '0' };
/** The Training Operator's label of the chief, the launcher or the first worker. */
const MASTER = { 'training.kubeflow.org/job-role': 'master' };

/** The kinds that can be trials, and the label of the pod, among those of its role, whose metrics count. */
const TRIALS: readonly { readonly kind: Kind; readonly first: Readonly<Record<string, string>> }[] = [
  { kind: JOB, first: FIRST_INDEX },
  { kind: JOB_SET, first: FIRST_INDEX },
  { kind: TF_JOB, first: MASTER },
  { kind: PY_TORCH_JOB, first: MASTER },
  { kind: MPI_JOB_V1, first: MASTER },
  { kind: MPI_JOB, first: {} },
];

/** The values of a trial by the names of the parameters. */
export type TrialValues<Space extends SearchSpace> = { readonly [Name in keyof Space]: string };

/** Texts that Katib replaces by the values of a trial. */
export function trialValues<Space extends SearchSpace>(space: Space): TrialValues<Space> {
  const values = Object.keys(space).map((name) => [name, `\${trialParameters.${name}}`]);
  // The names are those of the space.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Object.fromEntries(values) as TrialValues<Space>;
}

/** The label of the first pod of a role; `undefined` if objects of the kind cannot be trials. */
export function labelOfFirst(kind: Kind): Readonly<Record<string, string>> | undefined {
  return TRIALS.find((trial) => servedAs(trial.kind) === servedAs(kind))?.first;
}

/** The template of the trials. Katib names each. */
export function trialTemplateOf({ job, engine, workload }: TrainingRun, parameters: readonly string[]): TrialTemplate {
  const { kind } = engine;
  const training = job.roles.find(({ completes }) => completes);
  const labels = Object.entries(engine.podLabels(job, training?.name)).filter(([, value]) => value !== job.name);
  const { metadata, ...main } = workload.rendered.main;
  return {
    primaryContainerName: containerNameOf(engine, job),
    primaryPodLabels: { ...Object.fromEntries(labels), ...labelOfFirst(kind) },
    successCondition: isTrue(kind.ending?.good),
    failureCondition: isTrue(kind.ending?.bad),
    trialParameters: parameters.map((name) => ({ name, reference: name })),
    trialSpec: { ...main, metadata: { ...metadata, name: undefined } },
  };
}

/** A query of Katib for a condition that is true. @see https://github.com/tidwall/gjson/blob/v1.14.1/SYNTAX.md */
function isTrue(condition = ''): string {
  return `status.conditions.#(type=="${condition}")#|#(status=="True")#`;
}
