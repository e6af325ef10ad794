import { describe, expect, test } from 'vitest';
import { Operator } from '../../lib/operators/operator';
import { openAdvice } from '../../lib/core/problems/check';
import { JOB } from '../../lib/kubernetes/kinds/batch';
import { objectOf } from '../../lib/kubernetes/kinds/kind';
import { TrainingEngine } from '../../lib/training/training-engines';
import type { TrainingStrategy } from '../../lib/training/training-strategy';
import { GKE } from '../workload/pools';
import { codesOfAdvice, job } from './distributed-training-jobs';
import { STRATEGIES, TORCH } from './jobs';

const QUEUE = 'kueue.x-k8s.io/queue-name';
const { TRAINING, JOBSET, KUEUE } = Operator;

function queued(
  engine: TrainingEngine,
  kueue: readonly Operator[],
  strategy: TrainingStrategy = STRATEGIES['multi-worker mirrored'],
) {
  const made = job({ engine, strategy, command: ['train'] }, { ...GKE, operators: [TRAINING, JOBSET, ...kueue] });
  made.resource.metadata.addLabel(QUEUE, 'team');
  return made;
}

describe('the label of a queue on a job', () => {
  test('is read by Kueue for a JobSet and a Job', () => {
    const elsewhere = [KUEUE.installedElsewhere('the platform team')];
    expect(codesOfAdvice(queued(TrainingEngine.jobSet(), elsewhere))).toEqual([]);
    expect(codesOfAdvice(queued(TrainingEngine.job(), elsewhere))).toEqual([]);
  });

  test('is read for a TFJob and a PyTorchJob where we configure Kueue', () => {
    expect(codesOfAdvice(queued(TrainingEngine.tfJob(), [KUEUE]))).toEqual([]);
    expect(codesOfAdvice(queued(TrainingEngine.tfJob(), [KUEUE.byHelm()]))).toEqual([]);
    expect(codesOfAdvice(queued(TrainingEngine.pyTorchJob(), [KUEUE], TORCH.torchrun))).toEqual([]);
  });

  test('fails: it may not be read for a TFJob otherwise, which is the advice queue-kind', () => {
    const advice = openAdvice(queued(TrainingEngine.tfJob(), [KUEUE.installedElsewhere('the platform team')]));
    expect(advice.map((each) => each.advice)).toEqual([
      {
        code: 'queue-kind',
        property: 'engine',
        message:
          'the TFJob has the label of queue "team", but Kueue 0.19.2 leaves a TFJob alone by default, so the job may start at once',
        fix: 'have its administrator add kubeflow.org/tfjob to integrations.frameworks and acknowledge this, or use TrainingEngine.jobSet()',
      },
    ]);
    expect(codesOfAdvice(queued(TrainingEngine.pyTorchJob(), [], TORCH.torchrun))).toEqual(['queue-kind']);
  });

  test('fails: it is not read for a kind that Kueue does not know, which is the advice queue-kind', () => {
    const plain = TrainingEngine.job();
    const kind = { ...JOB, apiVersion: 'batch.volcano.sh/v1alpha1' };
    const other: TrainingEngine = {
      name: 'Volcano Job',
      kind,
      fields: plain.fields,
      addresses: (each) => plain.addresses(each),
      podLabels: (each, role) => plain.podLabels(each, role),
      problems: (each) => plain.problems(each),
      render: (each) => ({ main: objectOf(kind, each.name, { template: {} }) }),
    };
    expect(openAdvice(queued(other, [KUEUE])).map(({ advice }) => advice.message)).toEqual([
      'the Volcano Job has the label of queue "team", but Kueue 0.19.2 has no integration for a Volcano Job, so the job starts at once',
    ]);
  });
});

test('fails: the label of a queue on pods alone is the advice queue-label', () => {
  expect(openAdvice(job({ labels: { [QUEUE]: 'team' } })).map(({ advice }) => advice)).toEqual([
    {
      code: 'queue-label',
      property: 'labels',
      message:
        'labels puts kueue.x-k8s.io/queue-name on the pods, but Kueue queues a job by the label of its own object',
      fix: "leave it out of labels, and call resource.metadata.addLabel('kueue.x-k8s.io/queue-name', 'team') on the job",
    },
  ]);
});
