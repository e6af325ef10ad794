import { nearestTo, problem, type Problem } from '../../core/problems';
import { EXPERIMENT } from '../../kubernetes/kinds/katib';
import type { JsonObject } from '../../kubernetes/manifest';
import { Operator } from '../../operators/operator';
import { configManifests } from '../../pods/config-maps';
import type { TrainingRun } from '../../training/training-run';
import { operatorProblems } from '../../workload/backend';
import type { ResolvedExperiment } from '../experiment';
import { folderProblems } from './katib-folders';

const REFERENCE = /\$\{trialParameters\.(.+?)\}/g;

/**
 * Faults of the job of a trial.
 *
 * @param kinds the kinds that can be trials
 * @see https://github.com/kubeflow/katib/blob/v0.19.0/pkg/webhook/v1beta1/experiment/validator/validator.go
 */
export function* trialProblems(
  experiment: ResolvedExperiment,
  { job, engine, workload }: TrainingRun,
  kinds: Iterable<string>,
  trialSpec: JsonObject,
): Generator<Problem> {
  const backend = { name: 'Experiment', kind: EXPERIMENT, operator: Operator.KATIB };
  for (const { pool } of job.roles.slice(0, 1)) yield* operatorProblems('backend', backend, pool.cluster);
  const wrong = (message: string, fix: string) => problem('trial-engine', 'trial', message, fix);
  const fix = 'use TrainingEngine.jobSet()';
  if (![...kinds].includes(engine.kind.kind)) yield wrong(`Katib runs no ${engine.name} as a trial`, fix);
  if (workload.rendered.beside?.length) yield wrong(`Katib runs no second ${engine.name} of a trial`, fix);
  const configs = JSON.stringify(configManifests(workload.pods, job.base));
  const message = 'a config file is made once for all trials, but has the value of a parameter';
  if (configs.includes('${trial')) yield wrong(message, 'give the values in the command, its arguments and env');
  else yield* parameterProblems(Object.keys(experiment.parameters), JSON.stringify(trialSpec));
  yield* folderProblems(experiment, job);
}

/** Katib's webhook refuses a parameter that no text of the trial has, and a reference to another one. */
function* parameterProblems(names: readonly string[], text: string): Generator<Problem> {
  const used = [...new Set([...text.matchAll(REFERENCE)].map(([, name = '']) => name))];
  const wrong = (message: string, fix: string) => problem('trial-parameter', 'trial', message, fix);
  if (names.length === 0)
    yield wrong('the experiment has no parameters', 'give it one, such as { lr: Search.double(0.001, 0.1) }');
  for (const name of names.filter((each) => !used.includes(each)))
    yield wrong(
      `no text of the trial has the value of parameter "${name}", so Katib refuses the experiment`,
      `use the value in args or env, such as \`--${name}=\${${name}}\`, or leave "${name}" out of parameters`,
    );
  for (const name of used.filter((each) => !names.includes(each))) {
    const near = nearestTo(name, names);
    const use = near === undefined ? `add "${name}" to parameters` : `write \${trialParameters.${near}}`;
    yield wrong(`the trial has \${trialParameters.${name}}, but there is no parameter "${name}"`, use);
  }
}
