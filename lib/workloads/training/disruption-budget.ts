import { Duration } from 'cdk8s';
import { LocalCluster } from '../../core/contracts/local-cluster';
import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import { withArticle } from '../../core/problems/with-article';
import { POD_DISRUPTION_BUDGET } from '../kinds/core';
import { objectOf } from '../kinds/kind';
import type { Manifest } from '../manifest';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';
import type { ResolvedRole } from './training-strategy';

// An upgrade of a node drains it first. A job that fails with a deleted pod would be lost then.

/**
 * How long GKE waits for a disruption budget before it drains a node all the same.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/node-pool-upgrade-strategies
 */
const LONGEST_WAIT = Duration.hours(1);

/** A budget that lets no pod of the job go, for an engine whose jobs fail with a deleted pod. */
export function disruptionBudget(job: ResolvedTrainingJob, engine: TrainingEngine): Manifest[] {
  const roles = drained(job, engine);
  if (roles.length === 0) return [];
  return [
    objectOf(POD_DISRUPTION_BUDGET, job.name, {
      // The operator's jobs have no field for their scale, and without it only a number of pods can be given.
      minAvailable: roles.reduce((sum, { replicas }) => sum + replicas, 0),
      selector: { matchLabels: { ...engine.podLabels(job) } },
    }),
  ];
}

/** Advice about jobs that may take longer than their budget holds a drain. */
export function* upgradeAdvice(job: ResolvedTrainingJob, engine: TrainingEngine): Generator<Advice> {
  const { timeLimit } = job;
  if (timeLimit !== undefined && timeLimit.toSeconds() <= LONGEST_WAIT.toSeconds()) return;
  const [first] = drained(job, engine).filter(({ pool }) => isUpgraded(pool));
  if (!first) return;
  yield problem(
    'upgrade-engine',
    'engine',
    `${first.name} runs on pool "${first.pool.poolName}", and ${withArticle(engine.name)} fails as a whole when an upgrade of a node deletes a pod; its disruption budget puts that off by 1 h, but the job may take longer`,
    'use TrainingEngine.jobSet(), which starts the job again, or set timeLimit to Duration.hours(1) or less, or exclude upgrades while it runs by MaintenanceWindow and acknowledge this',
  );
}

/** The roles of the job itself whose pods a drain deletes. */
function drained({ roles }: ResolvedTrainingJob, { onDeletedPod }: TrainingEngine): ResolvedRole[] {
  if (onDeletedPod !== 'fail') return [];
  return roles.filter(({ apart, pool }) => apart !== true && !LocalCluster.isLocalCluster(pool.cluster));
}

/** Spot machines have advice of their own. Flex-start and queued ones are not upgraded while pods run on them. */
function isUpgraded({ capacity, cluster }: ResolvedRole['pool']): boolean {
  const onDemand = capacity === undefined || capacity.kind === 'onDemand' || capacity.kind === 'reservation';
  return onDemand && (cluster.features?.has('gke') ?? cluster.location !== undefined);
}
