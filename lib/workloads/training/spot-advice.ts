import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import { withArticle } from '../../core/problems/with-article';
import type { Mount } from '../pod/mount';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';
import type { ResolvedRole } from './training-strategy';

/** Advice about jobs on machines that can be taken back. */
export function* spotAdvice({ roles, pod }: ResolvedTrainingJob, engine: TrainingEngine): Generator<Advice> {
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
  const costly = onSpot.filter(({ onLoss }) => onLoss === 'restartJob');
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
  if (pod.identity !== undefined || pod.mounts?.some(outlastsPod) === true) return;
  yield problem(
    'spot-checkpoints',
    'mounts',
    `the job starts again whenever a machine of spot pool ${pools} is taken back, but nothing is mounted where checkpoints outlast it`,
    'mount a bucket or a claim and write checkpoints there',
  );
}

function isOnSpot({ pool }: ResolvedRole): boolean {
  return pool.capacity?.interruptible === true;
}

function outlastsPod({ source, readOnly }: Mount): boolean {
  return !readOnly && source.kind !== 'memory' && source.kind !== 'configFiles';
}
