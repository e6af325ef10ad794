import type { ICluster } from '../../core/contracts/cluster';
import type { Operator } from '../../core/contracts/operator';
import { declaredOperators, expressionOf } from '../../core/operators/operator-problems';
import { oneOf } from '../../core/problems/one-of';
import { problem, type Problem } from '../../core/problems/problem';
import { withArticle } from '../../core/problems/with-article';
import { servedAs } from '../kinds/kind';
import type { TrainingEngine } from './training-engine';
import { ENGINES } from './training-engines';
import type { ResolvedTrainingJob } from './training-job';

/**
 * The engine of a job that names none. Where none can run it, one that knows its strategy: `engineProblems` refuses the
 * job then.
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
  // An older version of a kind comes after all others.
  return all.find(isReady) ?? all.map((engine) => engineIn(cluster, engine)).find(isReady);
}

/** An engine, in the version that a cluster has. */
export function engineIn(cluster: ICluster, engine: TrainingEngine): TrainingEngine {
  return engine.inCluster?.(cluster) ?? engine;
}

/**
 * Why a cluster cannot run a job.
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
    yield operatorMissing(engine, cluster, other?.engine);
    return;
  }
  const operators = able.flatMap((each) => each.engine.operator ?? []);
  // One that needs another is not the shortest way, and a cluster has one version of an operator.
  const addable = operators.filter(
    (operator) => operator.needs.length === 0 && otherVersionOf(operator, cluster) === undefined,
  );
  const needed = oneOf([...new Set(addable.map(({ name }) => `"${name}"`))]);
  const add = `add ${oneOf([...new Set(addable.map(expressionOf))])} to operators of the cluster`;
  const message = `no engine can run the job: it needs operator ${needed}, but ${declaredOperators(cluster)}`;
  yield problem('no-engine', 'engine', message, add);
}

/** @param instead an engine that runs in the cluster */
function operatorMissing(
  { name, kind, operator }: TrainingEngine,
  cluster: ICluster,
  instead?: TrainingEngine,
): Problem {
  const says = (message: string, fix: string) => {
    const other = instead ? `, or leave engine out, which takes ${withArticle(instead.name)} here` : '';
    return problem('operator-missing', 'engine', `${withArticle(name)} needs ${message}`, `${fix}${other}`);
  };
  if (operator === undefined) throw new TypeError('an engine without an operator runs anywhere');
  if (!operator.serves.includes(servedAs(kind))) {
    const served = operator.serves.join(', ');
    const message = `${withArticle(name)} has the kind ${servedAs(kind)}, but its operator "${operator.name}" serves ${served}`;
    return problem('operator-missing', 'engine', message, "let the engine's kind and the operator's serves agree");
  }
  const declared = otherVersionOf(operator, cluster);
  return declared
    ? says(
        `operator "${operator.name}" ${operator.version}, but cluster "${cluster.clusterName}" declares version ${declared.version}, which does not serve ${servedAs(kind)}`,
        `list ${expressionOf(operator)} in operators of the cluster in the place of ${expressionOf(declared)}`,
      )
    : says(
        `operator "${operator.name}", but ${declaredOperators(cluster)}`,
        `add ${expressionOf(operator)} to operators of the cluster`,
      );
}

/** The same operator in another version, if a cluster declares that. */
function otherVersionOf({ name, version }: Operator, { operators = [] }: ICluster): Operator | undefined {
  return operators.find((other) => other.name === name && other.version !== version);
}

/** Whether an engine knows the framework and the roles of a job. */
function isAble(engine: TrainingEngine, job: ResolvedTrainingJob): boolean {
  return isFor(engine, job) && ![...engine.problems(job)].some(({ code }) => code === 'engine-role');
}

function isFor({ framework }: TrainingEngine, { strategy }: ResolvedTrainingJob): boolean {
  return framework === undefined || framework === strategy.framework;
}

/** Whether something declared for a cluster serves an engine's kind; true where nothing is known of its operators. */
function runsIn({ operators }: ICluster, { kind, operator }: TrainingEngine): boolean {
  if (operator === undefined || operators === undefined) return true;
  return operators.some(({ serves }) => serves.includes(servedAs(kind)));
}
