import type { Advice } from '../core/problems/check';
import { problem, type Problem } from '../core/problems/problem';
import { EXPERIMENT } from '../kubernetes/kinds/katib';
import { Operator } from '../operators/operator';
import { configManifests } from '../pods/config-maps';
import { podOf } from '../training/engine-task';
import type { TrainingRun } from '../training/training-run';
import { operatorProblems } from '../workload/backend';
import type { ResolvedExperiment } from './experiment-workload';
import { labelOfFirst } from './trial-template';

const KATIB = { name: 'Experiment', kind: EXPERIMENT, operator: Operator.KATIB };

/** Problems of an experiment that neither the compiler nor Katib's webhook finds. */
export function* experimentProblems(experiment: ResolvedExperiment, trial: TrainingRun): Generator<Problem> {
  const { algorithm, parameters, metrics, earlyStopping } = experiment;
  for (const { pool } of trial.job.roles.slice(0, 1)) yield* operatorProblems('algorithm', KATIB, pool.cluster);
  yield* algorithm.facts.problems?.(parameters, experiment) ?? [];
  if (earlyStopping && metrics.spec.collector.kind === 'Push') {
    const message = 'early stopping does not see metrics that the program pushes';
    yield problem('early-stopping', 'earlyStopping', message, 'use MetricsSource.stdout(), or leave earlyStopping out');
  }
  yield* trialProblems(trial);
}

/** Katib makes one object for a trial, and replaces parameters in that object alone. */
function* trialProblems({ job, engine, workload }: TrainingRun): Generator<Problem> {
  const { before = [], beside = [] } = workload.rendered;
  const fix = 'use TrainingEngine.jobSet(), and the values in its command, arguments and env alone';
  const wrong = (message: string) => problem('trial-engine', 'trial', message, fix);
  if (!labelOfFirst(engine.kind)) yield wrong(`Katib runs no ${engine.name} as a trial`);
  if (beside.length > 0) yield wrong(`a trial is one object, but this one has another ${engine.name} beside it`);
  for (const object of [...before, ...beside, ...configManifests(workload.pods, job.base)]) {
    if (!JSON.stringify(object).includes('${trialParameters.')) continue;
    yield wrong(`a ${object.kind} is made once for all trials, but this one has the value of a parameter`);
  }
  for (const { name, command, ...role } of job.roles) {
    if ((command ?? podOf(job.pod, { ...role, name }).command) !== undefined) continue;
    const message = `${name} has no command, and Katib would look it up in the registry of the image`;
    yield problem('trial-command', 'trial', message, "give the image's program, such as ['python3', 'train.py']");
  }
}

/** Advice about parameters that an algorithm searches in another way than they say. */
export function* searchAdvice({ algorithm, parameters }: ResolvedExperiment): Generator<Advice> {
  const { scales = false, rounds = false } = algorithm.facts;
  for (const [name, { range }] of Object.entries(parameters)) {
    const { min = 0, step, log = false } = range ?? {};
    if (log && !scales) {
      const message = `${name} is searched on a linear scale, because ${algorithm.spec.algorithmName} does not read log`;
      yield problem(
        'search-scale',
        name,
        message,
        'list its values by Search.discrete([…]), or use TuningAlgorithm.tpe()',
      );
    }
    if (!rounds || step === undefined || Math.round(min / step) * step >= min) continue;
    const message = `${name} may be below ${min}, because ${algorithm.spec.algorithmName} takes multiples of its step ${step}`;
    yield problem('search-step', name, message, 'let min be a multiple of step, or leave step out');
  }
}
