import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { guideAtSynth } from '../core/contracts/guide';
import type { IRunRecords } from '../core/contracts/run-records';
import { adviseAtSynth, checkAtSynth, isStandIn, standIn, withoutRepeats } from '../core/problems';
import { ClusterChart } from '../kubernetes/cluster-chart';
import { withDeploymentLabels } from '../kubernetes/standard-labels';
import type { PodSet } from '../pods/pod-set';
import { secretSteps } from '../pods/secret-steps';
import type { PodWorkload } from '../workload/workload';
import { disruptionBudget, upgradeAdvice } from './disruption-budget';
import { engineIn, engineProblems, firstEngine, turnProblems } from './engine-choice';
import { containerNameOf, podOf } from './engine-task';
import { EXPORT_VARIABLE, useExport } from './model-export';
import { networkPolicyOf } from './job-network-policy';
import { jobPoolAdvice } from './job-pool-advice';
import { withRecords } from './run-tags';
import { rendezvousProblems, toldRoles } from './rendezvous-problems';
import { envReferenceAdvice } from './env-reference-advice';
import type { TrainingEngine } from './training-engine';
import { resolveTrainingJob, type JobName, type ResolvedTrainingJob, type TrainingJobOptions } from './training-job';

/** A training job and its engine. */
export interface TrainingRunOptions<
  Framework extends string = string,
  RoleCount extends number = number,
> extends TrainingJobOptions<Framework, RoleCount> {
  /**
   * The engine that runs the job, such as `TrainingEngine.jobSet()`. One that cannot run the strategy does not compile.
   *
   * @default - the first that can run it on the pool's cluster: TFJob, PyTorchJob or MPIJob, JobSet, TrainJob, Job
   */
  readonly engine?: TrainingEngine<NoInfer<Framework>, NoInfer<RoleCount>>;
  /**
   * The place where the program records its runs, such as `registry.experiment('digits')`. Pods get the variables of its client. They tag each run with the
   * job, the pod, images, pools, mounted data and the export.
   *
   * @default - none
   */
  readonly records?: IRunRecords;
}

/** A training job without the construct that emits it, as a step of a workflow or a trial of an experiment needs it. */
export interface TrainingRun {
  /** The job with all defaults filled in. */
  readonly job: ResolvedTrainingJob;
  readonly engine: TrainingEngine;
  /** The argument of `addWorkload`. */
  readonly workload: PodWorkload;
}

/**
 * Resolves a training job and its engine, and registers its checks with the construct that it belongs to. Refuses
 * options that are wrong by themselves.
 */
export function trainingRun<Framework extends string, RoleCount extends number>(
  owner: Construct,
  named: JobName,
  options: TrainingRunOptions<Framework, RoleCount>,
): TrainingRun {
  const { engine: asked, records, ...jobOptions } = options;
  const resolved = resolveTrainingJob(owner, named, withDeploymentLabels(owner, jobOptions));
  if (isStandIn(resolved)) return standIn();
  const cluster = ClusterChart.find(owner)?.cluster ?? jobOptions.pool.cluster;
  const engine = asked ? engineIn(cluster, asked) : firstEngine(resolved, cluster);
  const namespace = Chart.of(owner).namespace ?? 'default';
  const job = withStrategyMounts(records ? withRecords(resolved, namespace, records) : resolved, engine);
  const roles = toldRoles(job, engine);
  // Found now, because the texts of a large job are long and should not be kept until synthesis.
  const ofRendezvous = [...rendezvousProblems(job, roles)];
  const rendered = engine.render({ ...job, roles });

  if (job.exported) useExport(owner, job.exported);
  guideAtSynth(owner, () => [
    // Without the mounts of the strategy, whose Secrets have steps of their own.
    ...secretSteps(named.whole ?? job.base, namespace, [resolved.pod]),
    ...(job.strategy.guide?.(namespace, engine.addresses(job)) ?? []),
    ...(engine.guide?.(job, rendered) ?? []),
  ]);
  checkAtSynth(owner, function* () {
    const choice = [...engineProblems(asked && engine, job, cluster)];
    yield* choice;
    // The roles and the names of an engine for another framework do not matter.
    if (!choice.some(({ code }) => code === 'engine-framework')) yield* engine.problems(job);
    yield* turnProblems(job, engine);
    yield* ofRendezvous;
  });
  adviseAtSynth(owner, function* () {
    yield* jobPoolAdvice(job, engine);
    yield* upgradeAdvice(job, engine);
    yield* withoutRepeats([...envReferenceAdvice(job, engine)]);
    yield* job.strategy.advice?.(job.roles) ?? [];
    yield* engine.advice?.(job) ?? [];
  });
  return {
    job,
    engine,
    workload: {
      base: job.base,
      namesChecked: true,
      pods: podSetsOf(job, engine),
      limited: job.activeDeadline !== undefined,
      kind: engine.kind,
      rendered: {
        before: [networkPolicyOf(job), ...(rendered.before ?? []), ...disruptionBudget(job, engine)],
        main: rendered.main,
        beside: rendered.beside,
      },
    },
  };
}

/** The pods of each role that run at the same time. */
function podSetsOf(job: ResolvedTrainingJob, engine: TrainingEngine): PodSet[] {
  const common = {
    containerName: containerNameOf(engine, job),
    reservedEnv: reservedIn(job, engine),
    bucketUses: job.exported?.uses,
    addedContainers: engine.addedContainers,
  };
  return job.roles.map((role) => {
    const { name, replicas, parallelism, atLeast, pool, port, resolved: resources } = role;
    const pods = {
      name,
      replicas: parallelism ?? replicas,
      lowered: parallelism === undefined ? undefined : 'parallelism',
      atLeast,
    };
    return { ...common, ...pods, pod: podOf(job.pod, role), pool, resources, port };
  });
}

/** The variables that tasks certainly have. An operator's own would replace the user's in silence. */
function reservedIn(job: ResolvedTrainingJob, engine: TrainingEngine): string[] {
  const ofEngine = [...engine.fields.map(({ name }) => name), ...(engine.given?.(job) ?? [])];
  return [...job.strategy.reservedEnv, ...ofEngine, ...(job.exported ? [EXPORT_VARIABLE] : [])];
}

/** The job with the mounts that its strategy needs under an engine. */
function withStrategyMounts(job: ResolvedTrainingJob, engine: TrainingEngine): ResolvedTrainingJob {
  const { strategy, pod } = job;
  const own = strategy.mounts?.(pod, engine.addresses(job)) ?? [];
  return own.length === 0 ? job : { ...job, pod: { ...pod, mounts: [...(pod.mounts ?? []), ...own] } };
}
