import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { LocalCluster } from '../../../lib/core/contracts/local-cluster';
import { openAdvice } from '../../../lib/core/problems/check';
import { codesOfAdvice, job } from './distributed-training-jobs';
import { CPU, ENGINES } from './jobs';

const engine = ENGINES.JobSet;

test('fails: a job on GPU nodes without a limit is advised against with time-limit', () => {
  expect(openAdvice(job({ engine, timeLimit: undefined })).map(({ advice }) => advice)).toEqual([
    {
      code: 'time-limit',
      property: 'timeLimit',
      message:
        'the job has no time limit, so if it hangs or its image cannot be pulled, it holds GPU nodes of pool "k80" until somebody deletes it',
      fix: 'set timeLimit to more than the job takes, with the wait for machines, such as Duration.hours(12)',
    },
  ]);
});

test('nothing is said of a job with a limit, without GPUs, or on a local cluster', () => {
  expect(codesOfAdvice(job({ engine, timeLimit: Duration.hours(9) }))).toEqual([]);
  expect(codesOfAdvice(job({ engine, pool: CPU, timeLimit: undefined }))).toEqual([]);
  const local = LocalCluster.kind();
  expect(codesOfAdvice(job({ pool: local.pool, timeLimit: undefined }, local))).toEqual([]);
});
