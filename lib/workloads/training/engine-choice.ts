import type { ICluster } from '../../core/contracts/cluster';
import type { Operator } from '../../core/contracts/operator';
import type { Problem } from '../../core/problems/problem';
import { JobSetEngine } from './engines/job-set';
import { TfJobEngine } from './engines/tf-job';
import type { TrainingEngine } from './training-engine';
import type { TrainingStrategy } from './training-strategy';

/** In the order in which they are chosen for a job that names none. */
const ENGINES: readonly [TrainingEngine, ...TrainingEngine[]] = [new TfJobEngine(), new JobSetEngine()];

/** The engine of a job that names none. Where none can be, the first: `engineProblems` refuses the job. */
export function firstEngine(strategy: TrainingStrategy, cluster: ICluster): TrainingEngine {
  const [first = ENGINES[0], ...others] = enginesFor(strategy);
  return [first, ...others].find(({ operator }) => runsIn(cluster, operator)) ?? first;
}

/**
 * Why a cluster cannot run a job.
 *
 * @param engine what the user named, if anything
 */
export function engineProblems(
  engine: TrainingEngine | undefined,
  strategy: TrainingStrategy,
  cluster: ICluster,
): Problem[] {
  if (engine && !isFor(engine, strategy)) return [frameworkProblem(engine, strategy)];
  const asked = engine ? [engine] : enginesFor(strategy);
  if (asked.some(({ operator }) => runsIn(cluster, operator))) return [];
  const declare = asked.map(({ operator }) => `"${operator.name}"`).join(' or ');
  const declared = cluster.operators?.map(({ name }) => `"${name}"`).join(', ');
  const where = `cluster "${cluster.clusterName}" declares ${declared === undefined || declared === '' ? 'no operators' : declared}`;
  return engine
    ? [
        {
          code: 'operator-missing',
          property: 'engine',
          message: `a ${engine.name} needs operator ${declare}, but ${where}`,
          fix: `add ${expressionOf(engine.operator)} to operators of the cluster${alternative(engine, strategy, cluster)}`,
        },
      ]
    : [
        {
          code: 'no-engine',
          property: 'engine',
          message: `no engine can run the job: ${where}, and it takes operator ${declare}`,
          fix: `add ${asked.map(({ operator }) => expressionOf(operator)).join(' or ')} to operators of the cluster`,
        },
      ];
}

function enginesFor(strategy: TrainingStrategy): TrainingEngine[] {
  return ENGINES.filter((engine) => isFor(engine, strategy));
}

function isFor({ framework }: TrainingEngine, strategy: TrainingStrategy): boolean {
  return framework === undefined || framework === strategy.framework;
}

function frameworkProblem(engine: TrainingEngine, { name, framework }: TrainingStrategy): Problem {
  return {
    code: 'engine-framework',
    property: 'engine',
    message: `the job's strategy is ${name}, but a ${engine.name} is made for ${engine.framework ?? ''}, not for ${framework}`,
    fix: 'use TrainingEngine.jobSet(), which runs any framework',
  };
}

function alternative(engine: TrainingEngine, strategy: TrainingStrategy, cluster: ICluster): string {
  const other = enginesFor(strategy).find(({ name, operator }) => name !== engine.name && runsIn(cluster, operator));
  return other ? `, or leave engine out, which takes a ${other.name} here` : '';
}

/** As the user writes it. */
function expressionOf(operator: Operator): string {
  return EXPRESSIONS[operator.name] ?? `the operator "${operator.name}"`;
}

const EXPRESSIONS: Readonly<Record<string, string>> = {
  'training-operator': 'Operator.TRAINING',
  jobset: 'Operator.JOBSET',
};

/** Whether an operator is declared for a cluster; true where nothing is known of its operators. */
function runsIn(cluster: ICluster, operator: Operator): boolean {
  return cluster.operators?.some((declared) => declared.name === operator.name) ?? true;
}
