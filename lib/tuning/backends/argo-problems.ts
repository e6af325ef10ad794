import { Construct } from 'constructs';
import { isStandIn, nearestTo, problem, type Advice, type Problem } from '../../core/problems';
import { configManifests } from '../../pods/config-maps';
import { trainingRun } from '../../training/training-run';
import type { ResolvedExperiment } from '../experiment';
import { endsOf, type SearchSpace } from '../search';

export function* argoProblems({
  algorithm,
  earlyStopping,
  metrics,
  objective,
}: ResolvedExperiment): Generator<Problem> {
  const { algorithmName } = algorithm.spec;
  const told: readonly (readonly [boolean, string, string])[] = [
    [['random', 'grid'].includes(algorithmName), `the algorithm ${algorithmName}`, 'use random() or grid()'],
    [
      metrics.spec.source?.fileSystemPath.format === 'TEXT',
      'metrics that are no lines in a file',
      "use MetricsSource.file('/metrics/metrics.log')",
    ],
    [earlyStopping === undefined, 'earlyStopping', 'leave earlyStopping out'],
    [objective.spec.goal === undefined, 'a goal', 'leave goal out'],
  ];
  const unsaid = told.filter(([isFine]) => !isFine);
  if (unsaid.length === 0) return;
  const message = `Argo Workflows runs no experiment with ${unsaid.map(([, what]) => what).join(' or ')}, because it reads metrics after all trials`;
  const fix = `${unsaid.map(([, , change]) => change).join(', ')}, or use ExperimentBackend.katib()`;
  yield problem('experiment-backend', 'backend', message, fix);
}

/** Problems of texts of a trial that Katib alone would fill in. */
export function* katibWordProblems(
  owner: Construct,
  { parameters, name, jobOf }: ResolvedExperiment,
): Generator<Problem> {
  const firsts = firstValues(parameters);
  const text = textOf(
    owner,
    name,
    jobOf((each) => firsts.get(each) ?? ''),
  );
  for (const [reference, parameter = ''] of text.matchAll(/\$\{trialParameters\.([^{}]+)\}/g)) {
    const near = nearestTo(parameter, Object.keys(parameters));
    const message = `the trial has ${reference}, which Argo Workflows does not fill in`;
    const fix = near === undefined ? `add "${parameter}" to parameters, and use` : 'use';
    yield problem('trial-parameter', 'trial', message, `${fix} the value "${near ?? parameter}" that trial gets`);
  }
}

/** Advice about parameters by which trials do not differ. */
export function equalTrialsAdvice(owner: Construct, { parameters, name, jobOf }: ResolvedExperiment): Advice[] {
  const firsts = firstValues(parameters);
  const textFor = (changed?: string, value?: string) =>
    textOf(
      owner,
      name,
      jobOf((each) => (each === changed ? value : firsts.get(each)) ?? ''),
    );
  const usual = textFor();
  const unused = Object.entries(parameters).filter(([each, search]) => textFor(each, endsOf(search)[1]) === usual);
  return unused.map(([each]) =>
    problem(
      'trial-equal',
      'trial',
      `trials are the same for all values of parameter "${each}"`,
      `use its value in args or env of the trial, leave "${each}" out of parameters, or acknowledge this`,
    ),
  );
}

function firstValues(parameters: SearchSpace): ReadonlyMap<string, string | undefined> {
  return new Map(Object.entries(parameters).map(([each, search]) => [each, endsOf(search)[0]]));
}

/** The texts of the objects of a trial, without a construct of its own. */
function textOf(owner: Construct, name: string, job: ReturnType<ResolvedExperiment['jobOf']>): string {
  const scratch = new Construct(owner, 'Compared');
  const run = trainingRun(scratch, { name }, job);
  owner.node.tryRemoveChild('Compared');
  if (isStandIn(run)) return '';
  const { pods, rendered } = run.workload;
  return JSON.stringify([rendered, configManifests(pods, name)]);
}
