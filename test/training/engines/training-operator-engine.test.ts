import { expect, test } from 'vitest';
import { openAdvice } from '../../../lib/core/problems/check';
import { TrainingEngine } from '../../../lib/training/training-engines';
import { job } from '../distributed-training-jobs';
import { TORCH } from '../jobs';

const sidecars = [{ name: 'metrics', image: 'metrics:1', readinessProbe: { exec: { command: ['true'] } } }];
const adviceOf = (engine: TrainingEngine) =>
  openAdvice(job({ engine, sidecars, strategy: TORCH.torchrun, command: ['train'] })).map(({ advice }) => advice);

test('fails: a sidecar that is asked whether it is ready hides its task, which is the advice readiness-probe', () => {
  expect(adviceOf(TrainingEngine.pyTorchJob())).toMatchObject([
    {
      code: 'readiness-probe',
      property: 'sidecars',
      message:
        'sidecar "metrics" has a readinessProbe, and a PyTorchJob hides the host name of a task from its peers until it is ready',
    },
  ]);
  expect(openAdvice(job({ engine: TrainingEngine.tfJob(), sidecars })).map(({ advice }) => advice.code)).toEqual([
    'readiness-probe',
  ]);
});

test('the Services of the others name tasks before they are ready', () => {
  expect(adviceOf(TrainingEngine.jobSet())).toEqual([]);
  expect(adviceOf(TrainingEngine.job())).toEqual([]);
});
