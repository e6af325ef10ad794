import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { guideAtSynth } from '../../core/contracts/deploy-guide';
import { adviseAtSynth, checkAtSynth, refusesOwner } from '../../core/problems/check';
import { accepted, refuses } from '../../core/problems/errors';
import { optional, type Rules } from '../../core/problems/rules';
import { isStandIn, standIn } from '../../core/problems/stand-in';
import { ClusterChart } from '../cluster-chart';
import type { PodWorkload } from '../pod/workload';
import { contractProblems, otherEngineProblems, renderedProblems, rendezvousTypeProblems } from './contract-problems';
import { disruptionBudget, upgradeAdvice } from './disruption-budget';
import { engineIn, engineProblems, firstEngine } from './engine-choice';
import { EXPORT_VARIABLE, useExport } from './model-export';
import { networkPolicyOf } from './network-policy';
import { queuedPoolAdvice } from './queued-pool-advice';
import { rendezvousProblems, toldRoles } from './rendezvous-problems';
import { podOf } from './role-program';
import { demandsOf, turnProblems } from './role-turns';
import { spotAdvice } from './spot-advice';
import { timeLimitAdvice } from './time-limit-advice';
import { ENGINE, type TrainingEngine } from './training-engine';
import {
  argumentProblems,
  resolveChecked,
  TRAINING_JOB,
  type JobName,
  type ResolvedTrainingJob,
  type TrainingJobOptions,
} from './training-job';

/** A training job and who runs it. */
export interface TrainingRunOptions<
  Framework extends string = string,
  RoleCount extends number = number,
> extends TrainingJobOptions<Framework, RoleCount> {
  /**
   * Who runs the job in the cluster, such as `TrainingEngine.jobSet()`. One that cannot run the strategy does not compile.
   *
   * @default - the first that can run the strategy on the pool's cluster: TFJob, PyTorchJob or MPIJob, JobSet, TrainJob, Job
   */
  readonly engine?: TrainingEngine<NoInfer<Framework>, NoInfer<RoleCount>>;
}

export const TRAINING_RUN: Rules<TrainingRunOptions> = { ...TRAINING_JOB, engine: optional(ENGINE) };

/** A training job apart from the construct that emits it: a step of a workflow and a trial take the same path. */
export interface TrainingRun {
  /** The job with nothing left to decide. */
  readonly job: ResolvedTrainingJob;
  readonly engine: TrainingEngine;
  /** The argument of `addWorkload`. */
  readonly workload: PodWorkload;
}

/**
 * Decides what a training job is and who runs it, and registers its checks with the construct that it belongs to.
 * Refuses options that are wrong by themselves.
 */
export function trainingRun<Framework extends string, RoleCount extends number>(
  owner: Construct,
  named: JobName,
  options: TrainingRunOptions<Framework, RoleCount>,
): TrainingRun {
  if (refusesOwner('trainingRun', owner)) return standIn();
  const types = argumentProblems<TrainingRunOptions>(named, options, TRAINING_RUN);
  return accepted(owner, [types], () => checkedRun(owner, named, options));
}

/** The same of arguments whose types are checked. */
export function checkedRun(owner: Construct, named: JobName, options: TrainingRunOptions): TrainingRun {
  const { engine: asked, ...jobOptions } = options;
  const resolved = resolveChecked(owner, named, jobOptions);
  if (isStandIn(resolved)) return standIn();
  const cluster = ClusterChart.find(owner)?.cluster ?? jobOptions.pool.cluster;
  const engine = asked ? engineIn(cluster, asked) : firstEngine(resolved, cluster);
  if (asked && engine !== asked && refuses(owner, otherEngineProblems(engine))) return standIn();
  if (refuses(owner, contractProblems(resolved, engine))) return standIn();
  const job = withStrategyMounts(resolved, engine);
  const roles = toldRoles(job, engine);
  if (refuses(owner, ...roles.map(({ name, told }) => rendezvousTypeProblems(name, told)))) return standIn();
  // Found now, because the texts of a large job are long and need not be kept until synthesis.
  const ofRendezvous = [...rendezvousProblems(job, roles)];
  const rendered = engine.render({ ...job, roles });
  if (refuses(owner, renderedProblems(rendered, engine))) return standIn();

  if (job.exported) useExport(owner, job.exported);
  guideAtSynth(owner, () => job.strategy.guide?.(Chart.of(owner).namespace ?? 'default', engine.addresses(job)) ?? []);
  checkAtSynth(owner, function* () {
    const choice = [...engineProblems(asked && engine, job, cluster)];
    yield* choice;
    // The roles and the names that an engine for another framework allows do not matter.
    if (!choice.some(({ code }) => code === 'engine-framework')) yield* engine.problems(job);
    yield* turnProblems(job, engine);
    yield* ofRendezvous;
  });
  adviseAtSynth(owner, function* () {
    yield* spotAdvice(job, engine);
    yield* queuedPoolAdvice(job);
    yield* timeLimitAdvice(job);
    yield* upgradeAdvice(job, engine);
    yield* job.strategy.advice?.(job.roles) ?? [];
    yield* engine.advice?.(job) ?? [];
  });
  return {
    job,
    engine,
    workload: {
      base: job.base,
      pod: job.pod,
      otherPods: job.roles.filter(({ program }) => program !== undefined).map((role) => podOf(job.pod, role)),
      demands: demandsOf(job.roles),
      containerName: engine.containerName(job),
      limited: job.timeLimit !== undefined,
      reservedEnv: reservedIn(job, engine),
      bucketUses: job.exported?.uses,
      needs: [networkPolicyOf(job), ...(rendered.needs ?? []), ...disruptionBudget(job, engine)],
      object: rendered.job,
      kind: engine.kind,
      beside: rendered.beside,
    },
  };
}

/** The variables that tasks have for certain. An operator's own would replace the user's in silence. */
function reservedIn(job: ResolvedTrainingJob, engine: TrainingEngine): string[] {
  const ofEngine = [...engine.reservedEnv, ...engine.given(job)];
  return [...job.strategy.reservedEnv, ...ofEngine, ...(job.exported ? [EXPORT_VARIABLE] : [])];
}

/** The job with the mounts that its strategy needs under an engine. */
function withStrategyMounts(job: ResolvedTrainingJob, engine: TrainingEngine): ResolvedTrainingJob {
  const { strategy, pod } = job;
  const own = strategy.mounts?.(pod, engine.addresses(job)) ?? [];
  return own.length === 0 ? job : { ...job, pod: { ...pod, mounts: [...(pod.mounts ?? []), ...own] } };
}
