import { describe, expect, test } from 'vitest';
import { Capacity } from '../../../lib/core/hardware/capacity';
import { openAdvice } from '../../../lib/core/problems/check';
import { Mount } from '../../../lib/workloads/pod/mount';
import { CPU, ENGINES, STRATEGIES } from './jobs';
import { BOTH, job, codesOfAdvice } from './distributed-training-jobs';

describe('on spot machines', () => {
  const spot = { ...CPU, poolName: 'spot', cluster: BOTH, capacity: Capacity.SPOT };

  const engine = ENGINES.JobSet;

  const claim = Mount.claim('data', '/data');

  test('fails: parameter servers and chief are advised against with spot-coordinator', () => {
    const construct = job({ engine, pool: spot, strategy: STRATEGIES['parameter server'], mounts: [claim] });
    expect(codesOfAdvice(construct)).toEqual([]);
    const all = job({
      engine,
      pool: spot,
      mounts: [claim],
      strategy: {
        ...STRATEGIES['parameter server'],
        rendezvous: () => ({ env: [], args: [] }),
        roles: (options) =>
          STRATEGIES['parameter server'].roles(options).map((role) => ({ ...role, pool: options.pool })),
      },
    });
    expect(openAdvice(all).map(({ advice }) => advice)).toEqual([
      {
        code: 'spot-coordinator',
        property: 'strategy',
        message:
          'chief and ps run on spot pool "spot", and the whole job starts again whenever one of them is taken back',
        fix: 'give them a pool of on-demand machines; the workers may stay on spot',
      },
    ]);
  });

  test('fails: a job that starts again with nothing kept is advised against with spot-checkpoints', () => {
    expect(codesOfAdvice(job({ engine, pool: spot }))).toEqual(['spot-checkpoints']);
    expect(codesOfAdvice(job({ engine, pool: spot, mounts: [claim] }))).toEqual([]);
    expect(
      codesOfAdvice(job({ engine, pool: spot, mounts: [Mount.claim('data', '/data', { readOnly: true })] })),
    ).toEqual(['spot-checkpoints']);
  });

  test('fails: a TFJob, which ends with a pod that is deleted, is advised against with spot-engine', () => {
    const ofTfJob = job({ engine: ENGINES.TFJob, pool: spot, mounts: [claim] });
    expect(openAdvice(ofTfJob).map(({ advice }) => advice)).toEqual([
      {
        code: 'spot-engine',
        property: 'engine',
        message:
          'worker runs on spot pool "spot", and a TFJob fails as a whole when a pod is deleted, as can happen when a machine is taken back',
        fix: 'use TrainingEngine.jobSet(), which starts the job again',
      },
    ]);
    expect(codesOfAdvice(job({ engine: ENGINES.TFJob, mounts: [claim] }))).toEqual([]);
  });

  test('nothing is said of a job that may write to Google Cloud as its identity', () => {
    const identity = { email: 'train@acme.iam.gserviceaccount.com', namespace: 'mnist', serviceAccountName: 'train' };
    expect(codesOfAdvice(job({ engine, pool: spot, identity }))).toEqual([]);
  });
});
