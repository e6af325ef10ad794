import { LocalCluster } from '../local/local-cluster';
import { problem, withArticle, type Advice } from '../core/problems';
import type { Mount } from '../pods/mounts/mount';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';
import type { ResolvedRole } from './training-strategy';

/** Advice about the pools of a job: machines that are taken back, or that a job may hold for ever. */
export function* jobPoolAdvice(job: ResolvedTrainingJob, engine: TrainingEngine): Generator<Advice> {
  yield* spotAdvice(job, engine);
  yield* timeLimitAdvice(job);
}

/** Advice about jobs on machines that can be taken back. */
function* spotAdvice(job: ResolvedTrainingJob, engine: TrainingEngine): Generator<Advice> {
  const { roles, pod } = job;
  const onSpot = roles.filter(isOnSpot);
  const [first] = onSpot;
  if (first && engine.onDeletedPod === 'fail') {
    yield problem(
      'spot-engine',
      'engine',
      `${first.name} runs on spot pool "${first.pool.poolName}", and ${withArticle(engine.name)} fails as a whole when a pod is deleted, as can happen when a machine is taken back`,
      'use TrainingEngine.jobSet(), which starts the job again',
    );
  }
  const isKept = pod.identity !== undefined || pod.mounts?.some(outlastsPod) === true;
  const ends = endsWithEviction(job, engine);
  if (first && ends && engine.onDeletedPod !== 'fail') yield restartAdvice(first, isKept);
  const costly = onSpot.filter(({ failurePolicy }) => failurePolicy === 'restartJob');
  if (costly.length === 0) return;
  const pools = [...new Set(costly.map(({ pool }) => `"${pool.poolName}"`))].join(', ');
  const beside = costly.filter(({ accelerated }) => !accelerated);
  if (beside.length > 0) {
    yield problem(
      'spot-coordinator',
      'strategy',
      `${beside.map(({ name }) => name).join(' and ')} run on spot pool ${pools}, and the whole job starts again whenever one of them is taken back`,
      'give them a pool of on-demand machines; the workers may stay on spot',
    );
  }
  if (isKept || ends) return;
  yield problem(
    'spot-checkpoints',
    'mounts',
    `the job starts again whenever a machine of spot pool ${pools} is taken back, but nothing is mounted where checkpoints outlast it`,
    'mount a bucket or a claim and write checkpoints there',
  );
}

/** True if a pod that is taken back can end the job for good. A peer may fail before the lost pod is known, and then it counts. */
function endsWithEviction({ roles, maxRestarts }: ResolvedTrainingJob, { onEvictedPod }: TrainingEngine): boolean {
  const tasks = roles.reduce((sum, { replicas }) => sum + replicas, 0);
  const peers = tasks > 1 && roles.some(({ port }) => port !== undefined);
  return onEvictedPod === 'fail' || (maxRestarts === 0 && (onEvictedPod === 'count' || peers));
}

function restartAdvice({ pool }: ResolvedRole, isKept: boolean): Advice {
  const keep = isKept ? '' : ', mount a bucket or a claim and write checkpoints there';
  return problem(
    'spot-restarts',
    'maxRestarts',
    `maxRestarts is 0, so the job can end for good when a machine of spot pool "${pool.poolName}" is taken back`,
    `set maxRestarts to 20${keep}, or use a pool of on-demand machines`,
  );
}

function isOnSpot({ pool }: ResolvedRole): boolean {
  return pool.provisioningModel?.interruptible === true;
}

function outlastsPod({ source, readOnly }: Mount): boolean {
  return !readOnly && source.kind !== 'memory' && source.kind !== 'configFiles';
}

/**
 * Advice about jobs without a time limit, which may hold GPU nodes for ever: with an image that cannot be pulled, or
 * with tasks that wait for each other. The autoscaler does not remove nodes with such pods.
 */
function* timeLimitAdvice({ roles, activeDeadline }: ResolvedTrainingJob): Generator<Advice> {
  if (activeDeadline !== undefined) return;
  const holding = roles.filter(({ pool, resolved }) => resolved.gpus > 0 && !LocalCluster.isLocalCluster(pool.cluster));
  if (holding.length === 0) return;
  const pools = [...new Set(holding.map(({ pool }) => `"${pool.poolName}"`))].join(', ');
  yield problem(
    'time-limit',
    'activeDeadline',
    `the job has no time limit, so if it hangs or its image cannot be pulled, it holds GPU nodes of pool ${pools} until somebody deletes it`,
    'set activeDeadline to more than the job takes, with the wait for machines, such as Duration.hours(12)',
  );
}
