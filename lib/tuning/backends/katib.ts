import { adviseAtSynth, checkAtSynth } from '../../core/problems';
import { COLLECTED_NAMESPACE, CONTROLLER, EXPERIMENT, SUGGESTION_NAME } from '../../kubernetes/kinds/katib';
import { objectOf } from '../../kubernetes/kinds/kind';
import { labelNamespace } from '../../kubernetes/namespace';
import { ingressPolicyOf } from '../../kubernetes/network-policy';
import { workloadLabel } from '../../kubernetes/workload-label';
import { containerNameOf } from '../../training/engine-task';
import { trainingRun, type TrainingRun } from '../../training/training-run';
import { addWorkload, type PodWorkload } from '../../workload/workload';
import { algorithmSpec, type TuningAlgorithm } from '../algorithm';
import type { ResolvedExperiment } from '../experiment';
import type { ExperimentBackend } from '../experiment-backend';
import type { Search } from '../search';
import { folderAdvice } from './katib-folders';
import { trialProblems } from './katib-problems';

const FIRST = { 'batch.kubernetes.io/job-completion-index': '0' };
const MASTER = { 'training.kubeflow.org/job-role': 'master' };
/** The kinds that can be trials, and the label of the pod, among those of its role, whose metrics count. */
const TRIALS = new Map(Object.entries({ Job: FIRST, JobSet: FIRST, TFJob: MASTER, PyTorchJob: MASTER, MPIJob: {} }));

/** Katib: an Experiment. */
export const KATIB: ExperimentBackend = {
  best: (name) => `experiment ${name} -o jsonpath='{.status.currentOptimalTrial}{"\\n"}'`,
  add: (owner, experiment) => {
    const { name: base, metrics, jobOf, algorithm } = experiment;
    const job = jobOf((parameter) => `\${trialParameters.${parameter}}`);
    const file = metrics.spec.source?.fileSystemPath.path;
    const env = { ...(file !== undefined && { METRICS_FILE: file }), ...job.env };
    // Katib adds a hyphen and eight characters, and the UUID of a trial in a population.
    const added = '1'.repeat(algorithm.traits.includes('keepsFiles') ? 35 : 7);
    const named = { name: `${base}-${added}\${trialParameters.name}`, base, inShell: true };
    const trial = trainingRun(owner, named, { ...job, env });
    labelNamespace(owner, ...COLLECTED_NAMESPACE, 'Katib reads the metrics of pods only in namespaces with a label:');
    const { trialSpec } = templateOf(trial);
    checkAtSynth(owner, () => trialProblems(experiment, trial, TRIALS.keys(), trialSpec));
    adviseAtSynth(owner, () => folderAdvice(experiment, trial.job));
    return addWorkload(owner, workloadOf(experiment, trial));
  },
};

/** The objects of an experiment, and the pods of all trials that run at once. */
function workloadOf(experiment: ResolvedExperiment, trial: TrainingRun): PodWorkload {
  const { name, objective, algorithm, metrics, parallelTrials, earlyStopping } = experiment;
  const { pods, rendered } = trial.workload;
  const parameters = Object.entries(experiment.parameters);
  const main = objectOf(EXPERIMENT, name, {
    objective: objective.spec,
    algorithm: algorithm.spec,
    earlyStopping: earlyStopping && algorithmSpec('medianstop', earlyStopping),
    parallelTrialCount: parallelTrials,
    maxTrialCount: experiment.trials,
    maxFailedTrialCount: experiment.failedTrials,
    resumePolicy: algorithm.traits.includes('keepsFiles') ? 'FromVolume' : undefined,
    metricsCollectorSpec: metrics.spec,
    parameters: parameters.map(([parameter, search]) => ({ name: parameter, ...searchSpec(search, algorithm) })),
    trialTemplate: {
      ...templateOf(trial),
      trialParameters: parameters.map(([parameter]) => ({ name: parameter, reference: parameter })),
      retain: experiment.keepTrials,
    },
  });
  // Katib and the trials connect to the pod that suggests trials, also where nobody else may connect to pods.
  const controller = { podSelector: { matchLabels: CONTROLLER }, namespaceSelector: {} };
  const from = [controller, { podSelector: { matchLabels: workloadLabel(name) } }];
  const toSuggestions = ingressPolicyOf(`${name}-suggestion`, [{ from }], { [SUGGESTION_NAME]: name });
  return {
    ...trial.workload,
    kind: EXPERIMENT,
    // Katib adds the container that reads the metrics.
    pods: pods.map((set) => ({ ...set, copies: parallelTrials, addedContainers: true })),
    rendered: { before: [...(rendered.before ?? []), toSuggestions], main },
  };
}

function searchSpec({ kind, range, list }: Search, { traits }: TuningAlgorithm) {
  const isListed = list && !range?.log && traits.includes('listsSteps');
  if (!range || isListed) return { parameterType: range ? ('discrete' as const) : kind, feasibleSpace: { list } };
  const { min, max, step, log = false } = range;
  const distribution = log ? ('logUniform' as const) : undefined;
  return { parameterType: kind, feasibleSpace: { min: `${min}`, max: `${max}`, step: step?.toString(), distribution } };
}

/** The template of the trials. Katib names each, and replaces the parameters in it. */
function templateOf({ job, engine, workload }: TrainingRun) {
  const training = job.roles.find(({ completes }) => completes);
  const labels = Object.entries(engine.podLabels(job, training?.name)).filter(([, value]) => value !== job.name);
  const { metadata, ...main } = workload.rendered.main;
  return {
    primaryContainerName: containerNameOf(engine, job),
    primaryPodLabels: { ...Object.fromEntries(labels), ...TRIALS.get(engine.kind.kind) },
    successCondition: isTrue(engine.kind.ending?.good),
    failureCondition: isTrue(engine.kind.ending?.bad),
    trialSpec: { ...main, metadata: { ...metadata, name: undefined } },
  };
}

/** A query of Katib for a condition that is true. @see https://github.com/tidwall/gjson/blob/v1.14.1/SYNTAX.md */
function isTrue(condition = ''): string {
  return `status.conditions.#(type=="${condition}")#|#(status=="True")#`;
}
