import { problem, type Problem } from '../core/problems/problem';
import { pointsIn, type Search, type SearchSpace } from './search';
import type { Trials } from './tuning-algorithm';

// What the services of Katib's algorithms refuse, or wait for without end, when an experiment runs already.

/** The parameters that match. */
function named(space: SearchSpace, matches: (search: Search) => boolean): string[] {
  return Object.entries(space).flatMap(([name, search]) => (matches(search) ? [name] : []));
}

const wrong = (property: string, message: string, fix: string) => problem('search-algorithm', property, message, fix);

export function* stepProblems(space: SearchSpace): Generator<Problem> {
  for (const name of named(space, ({ points }) => Number.isNaN(points))) {
    const message = `${name} has no step, but the algorithm counts its values`;
    yield wrong(name, message, 'give it a step, or use Search.discrete([…])');
  }
}

export function* gridProblems(space: SearchSpace, { trials }: Trials): Generator<Problem> {
  yield* stepProblems(space);
  const points = pointsIn(space);
  if (!(trials > points)) return;
  const message = `the grid has ${points} points, and Katib refuses ${trials} trials`;
  yield wrong('trials', message, `set trials to ${points} or fewer, or leave it out`);
}

export function* bayesianProblems(space: SearchSpace): Generator<Problem> {
  for (const name of named(space, ({ kind, range }) => kind === 'double' && range !== undefined && range.min <= 0)) {
    const message = `${name} begins at 0 or below, but Bayesian optimization searches a double on a logarithmic scale`;
    yield wrong(name, message, 'raise min above 0, or use TuningAlgorithm.tpe()');
  }
}

export function* cmaEsProblems(space: SearchSpace): Generator<Problem> {
  if (named(space, ({ range }) => range !== undefined).length >= 2) return;
  const message = 'CMA-ES needs two parameters by Search.int(…) or Search.double(…)';
  yield wrong('algorithm', message, 'add such a parameter, or use TuningAlgorithm.tpe()');
}

/** @see https://github.com/kubeflow/katib/blob/v0.19.0/pkg/suggestion/v1beta1/hyperband/service.py */
export function* hyperbandProblems({ trials, parallelTrials }: Trials, round: number): Generator<Problem> {
  if (trials === round && parallelTrials === round) return;
  const message = `hyperband runs one round of ${round} trials at once, and waits for ever with ${trials} trials, ${parallelTrials} at once`;
  yield wrong('trials', message, `leave trials and parallelTrials out, or set both to ${round}`);
}
