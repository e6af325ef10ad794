import { Duration } from 'cdk8s';
import { isRunTimeText } from '../core/names/run-time-text';
import { LocalCluster } from '../local/local-cluster';
import { problem, withArticle, type Advice } from '../core/problems';
import { POD_DISRUPTION_BUDGET } from '../kubernetes/kinds/core';
import { objectOf } from '../kubernetes/kinds/kind';
import type { Manifest } from '../kubernetes/manifest';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';
import type { ResolvedRole } from './training-strategy';

// A node upgrade drains the node first. A job that fails when a pod is deleted would be lost.

/**
 * The time that GKE waits for a disruption budget before it drains a node all the same.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/node-pool-upgrade-strategies
 */
const LONGEST_WAIT = Duration.hours(1);

/** A budget against any eviction, for an engine whose jobs fail with a deleted pod. It selects pods by the job's name. */
export function disruptionBudget(job: ResolvedTrainingJob, engine: TrainingEngine): Manifest[] {
  const roles = drained(job, engine);
  if (roles.length === 0 || isRunTimeText(job.name)) return [];
  return [
    objectOf(POD_DISRUPTION_BUDGET, job.name, {
      // The operator's jobs have no scale subresource, so the budget can only have a number of pods.
      minAvailable: roles.reduce((sum, { replicas }) => sum + replicas, 0),
      selector: { matchLabels: { ...engine.podLabels(job) } },
    }),
  ];
}

/** The time limit of jobs that lose little when they start from nothing. */
const SHORT = Duration.days(1);

/** Advice about jobs that an upgrade of a node ends, or throws back. */
export function* upgradeAdvice(job: ResolvedTrainingJob, engine: TrainingEngine): Generator<Advice> {
  yield* failureAdvice(job, engine);
  yield* progressAdvice(job, engine);
}

/** Advice about long jobs that start from nothing when a pod is deleted: they store nothing outside of their pods. */
function* progressAdvice(
  { activeDeadline, pod, roles }: ResolvedTrainingJob,
  engine: TrainingEngine,
): Generator<Advice> {
  if (activeDeadline === undefined || activeDeadline.toSeconds() <= SHORT.toSeconds()) return;
  // The program of a job with an identity may write to buckets itself.
  const mounts = pod.mounts ?? [];
  if (pod.identity || mounts.some(({ readOnly, source }) => !readOnly && source.kind !== 'memory')) return;
  const hit = roles.find(({ pool, auxiliary }) => auxiliary !== true && isUpgraded(pool));
  if (!hit || engine.onDeletedPod === 'fail') return;
  yield problem(
    'upgrade-progress',
    'mounts',
    `${hit.name} may run for ${activeDeadline.toHours({ integral: false })} h on pool "${hit.pool.poolName}" and mounts nothing to write to, so an upgrade of a node makes it start from nothing`,
    'mount a bucket or a volume, write checkpoints to it and load the last one at the start, or exclude upgrades while the job runs by MaintenanceWindow and acknowledge this',
  );
}

/** Advice about jobs that may run longer than their budget delays a drain. */
function* failureAdvice(job: ResolvedTrainingJob, engine: TrainingEngine): Generator<Advice> {
  const { activeDeadline } = job;
  if (activeDeadline !== undefined && activeDeadline.toSeconds() <= LONGEST_WAIT.toSeconds()) return;
  const [first] = drained(job, engine).filter(({ pool }) => isUpgraded(pool));
  if (!first) return;
  yield problem(
    'upgrade-engine',
    'engine',
    `${first.name} runs on pool "${first.pool.poolName}", and ${withArticle(engine.name)} fails as a whole when an upgrade of a node deletes a pod; its disruption budget puts that off by 1 h, but the job may take longer`,
    'use TrainingEngine.jobSet(), which starts the job again, or set activeDeadline to Duration.hours(1) or less, or exclude upgrades while it runs by MaintenanceWindow and acknowledge this',
  );
}

/** The roles of the main object whose pods a drain deletes. */
function drained({ roles }: ResolvedTrainingJob, { onDeletedPod }: TrainingEngine): ResolvedRole[] {
  if (onDeletedPod !== 'fail') return [];
  return roles.filter(({ auxiliary, pool }) => auxiliary !== true && !LocalCluster.isLocalCluster(pool.cluster));
}

/** True if GKE upgrades nodes while pods run on them. Flex-start and queued nodes wait; spot nodes have other advice. */
function isUpgraded({ provisioningModel, cluster }: ResolvedRole['pool']): boolean {
  const onDemand =
    provisioningModel === undefined ||
    provisioningModel.kind === 'onDemand' ||
    provisioningModel.kind === 'reservation';
  return onDemand && (cluster.features?.has('gke') ?? cluster.location !== undefined);
}
