import type { ICluster } from '../core/contracts/cluster';
import { declaredOperators, expressionOf } from '../operators/operator-problems';
import { oneOf, problem, withArticle, type Problem } from '../core/problems';
import { operatorProblems, otherVersionOf, runsIn } from '../workload/backend';
import type { TrainingEngine } from './training-engine';
import { ENGINES } from './training-engines';
import type { ResolvedTrainingJob } from './training-job';

/**
 * The engine of a job that names none. If no engine can run the job, the result is one that knows its strategy, and
 * `engineProblems` refuses the job.
 */
export function firstEngine(job: ResolvedTrainingJob, cluster: ICluster): TrainingEngine {
  const engine =
    readyEngine(job, cluster) ?? ENGINES.find((each) => isAble(each.engine, job))?.engine ?? ENGINES[0]?.engine;
  if (!engine) throw new TypeError('there are engines');
  return engine;
}

/** The first engine that knows a job and runs in a cluster. */
function readyEngine(job: ResolvedTrainingJob, cluster: ICluster): TrainingEngine | undefined {
  const isReady = (engine: TrainingEngine) => isFor(engine, job) && runsIn(cluster, engine) && isAble(engine, job);
  const all = ENGINES.map(({ engine }) => engine);
  // Older versions of a kind come last.
  return all.find(isReady) ?? all.map((engine) => engineIn(cluster, engine)).find(isReady);
}

/** An engine, in the version that a cluster has. */
export function engineIn(cluster: ICluster, engine: TrainingEngine): TrainingEngine {
  return engine.inCluster?.(cluster) ?? engine;
}

/**
 * Problems of a job that no engine, or not the named one, can run in a cluster.
 *
 * @param engine the one that the user named, if any
 */
export function* engineProblems(
  engine: TrainingEngine | undefined,
  job: ResolvedTrainingJob,
  cluster: ICluster,
): Generator<Problem> {
  const isFine = engine ? isFor(engine, job) && runsIn(cluster, engine) : readyEngine(job, cluster) !== undefined;
  if (isFine) return;
  const able = ENGINES.filter((each) => isAble(each.engine, job));
  if (engine && !isFor(engine, job)) {
    yield problem(
      'engine-framework',
      'engine',
      `the job's strategy is ${job.strategy.name}, but ${withArticle(engine.name)} is made for ${engine.framework ?? ''}, not for ${job.strategy.framework}`,
      `use ${oneOf(able.map(({ expression }) => expression))}`,
    );
    return;
  }
  if (engine) {
    const other = able.find((each) => each.engine.name !== engine.name && runsIn(cluster, each.engine));
    const instead = other && `, or leave engine out, which takes ${withArticle(other.engine.name)} here`;
    yield* operatorProblems('engine', engine, cluster, instead);
    return;
  }
  const operators = able.flatMap((each) => each.engine.operator ?? []);
  // An operator that needs another is not the simplest fix, and a cluster has one version of an operator.
  const addable = operators.filter(
    (operator) => operator.needs.length === 0 && otherVersionOf(operator, cluster) === undefined,
  );
  const needed = oneOf([...new Set(addable.map(({ name }) => `"${name}"`))]);
  const add = `add ${oneOf([...new Set(addable.map(expressionOf))])} to operators of the cluster`;
  const message = `no engine can run the job: it needs operator ${needed}, but ${declaredOperators(cluster)}`;
  yield problem('no-engine', 'engine', message, add);
}

/** True if an engine knows the framework and the roles of a job. */
function isAble(engine: TrainingEngine, job: ResolvedTrainingJob): boolean {
  return isFor(engine, job) && ![...engine.problems(job)].some(({ code }) => code === 'engine-role');
}

function isFor({ framework }: TrainingEngine, { strategy }: ResolvedTrainingJob): boolean {
  return framework === undefined || framework === strategy.framework;
}

// Roles with more tasks than run at the same time.

/** Problems of tasks that wait for their turn, by an engine that starts all. */
export function* turnProblems({ strategy, roles }: ResolvedTrainingJob, engine: TrainingEngine): Generator<Problem> {
  if (engine.runsInTurns === true) return;
  for (const { name, replicas, parallelism = replicas } of roles) {
    if (parallelism === replicas) continue;
    const message = `parallelism is ${parallelism} of ${replicas} tasks of the role "${name}" of ${strategy.name}, but ${withArticle(engine.name)} starts all at once`;
    yield problem(
      'engine-option',
      'engine',
      message,
      'use TrainingEngine.job() or TrainingEngine.jobSet(), or leave parallelism out',
    );
  }
}
