import type { Advice } from '../../core/problems/check';
import type { Mount } from '../pod/mount';
import type { TrainingEngine } from './training-engine';
import type { ResolvedTrainingJob } from './training-job';

/** What a job on machines that can be taken back should have. */
export function spotAdvice({ roles, pod }: ResolvedTrainingJob, engine: TrainingEngine): Advice[] {
  const onSpot = roles.find(({ pool }) => pool.capacity?.interruptible === true);
  const costly = roles.filter(({ pool, onLoss }) => onLoss === 'restartJob' && pool.capacity?.interruptible === true);
  const pools = [...new Set(costly.map(({ pool }) => `"${pool.poolName}"`))].join(', ');
  const beside = costly.filter(({ accelerated }) => !accelerated);
  const lasting = pod.identity !== undefined || (pod.mounts ?? []).some(outlastsPod);
  return [
    ...(onSpot && engine.onDeletedPod === 'fail'
      ? [
          {
            code: 'spot-engine',
            property: 'engine',
            message: `${onSpot.name} runs on spot pool "${onSpot.pool.poolName}", and a ${engine.name} fails as a whole when a pod is deleted, as pods of a machine that is taken back can be`,
            fix: 'use TrainingEngine.jobSet(), which starts the job again',
          },
        ]
      : []),
    ...(beside.length > 0
      ? [
          {
            code: 'spot-coordinator',
            property: 'strategy',
            message: `${beside.map(({ name }) => name).join(' and ')} run on spot pool ${pools}, and the whole job starts again whenever one of them is taken back`,
            fix: 'give them a pool of on-demand machines; the workers may stay on spot',
          },
        ]
      : []),
    ...(costly.length > 0 && !lasting
      ? [
          {
            code: 'spot-checkpoints',
            property: 'mounts',
            message: `the job starts again whenever a machine of spot pool ${pools} is taken back, but nothing is mounted where checkpoints outlast it`,
            fix: 'mount a bucket or a claim and write checkpoints there',
          },
        ]
      : []),
  ];
}

function outlastsPod({ source, readOnly }: Mount): boolean {
  return !readOnly && source.kind !== 'memory' && source.kind !== 'configFiles';
}
