import { Duration, Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { LocalCluster } from '../../lib/local/local-cluster';
import { Operator } from '../../lib/operators/operator';
import { ProvisioningModel } from '../../lib/core/hardware/provisioning-model';
import { openAdvice } from '../../lib/core/problems/check';
import { Mount } from '../../lib/pods/mounts/mount';
import { manifestsOf } from '../../lib/testing/index';
import { BOTH, codesOfAdvice, job } from './distributed-training-jobs';
import { ENGINES, GPU, STRATEGIES } from './jobs';

const engine = ENGINES.TFJob;
const pool = { ...GPU, cluster: BOTH };
const long = { engine, activeDeadline: Duration.hours(2) };
const budgetsOf = (made: ReturnType<typeof job>) =>
  manifestsOf(made).filter(({ kind }) => kind === 'PodDisruptionBudget');

test('a TFJob lets none of its pods be drained, but an evaluator stands apart', () => {
  const strategy = STRATEGIES['parameter server with an evaluator'];
  expect(budgetsOf(job({ engine, strategy }))).toEqual([
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'mnist', namespace: 'mnist', labels: { 'app.kubernetes.io/name': 'mnist' } },
      spec: { minAvailable: 5, selector: { matchLabels: { 'training.kubeflow.org/job-name': 'mnist' } } },
    },
  ]);
});

test('a job that starts again has no budget, nor has one on a local cluster', () => {
  expect(budgetsOf(job({ engine: ENGINES.JobSet }))).toEqual([]);
  const local = LocalCluster.kind({ operators: [Operator.TRAINING] });
  expect(budgetsOf(job({ engine, pool: local.pool }, local))).toEqual([]);
  expect(codesOfAdvice(job({ ...long, pool: local.pool }, local))).toEqual([]);
});

test('fails: a TFJob that may outlast its budget is advised against with upgrade-engine', () => {
  expect(openAdvice(job(long)).map(({ advice }) => advice)).toEqual([
    {
      code: 'upgrade-engine',
      property: 'engine',
      message:
        'worker runs on pool "k80", and a TFJob fails as a whole when an upgrade of a node deletes a pod; its disruption budget puts that off by 1 h, but the job may take longer',
      fix: 'use TrainingEngine.jobSet(), which starts the job again, or set activeDeadline to Duration.hours(1) or less, or exclude upgrades while it runs by MaintenanceWindow and acknowledge this',
    },
  ]);
  expect(codesOfAdvice(job({ ...long, activeDeadline: undefined }))).toEqual(['time-limit', 'upgrade-engine']);
});

test('nothing is said of a TFJob of an hour, of other engines, and of nodes that are not upgraded under pods', () => {
  expect(codesOfAdvice(job({ ...long, activeDeadline: Duration.hours(1) }))).toEqual([]);
  expect(codesOfAdvice(job({ ...long, engine: ENGINES.JobSet }))).toEqual([]);
  expect(codesOfAdvice(job({ ...long, pool: { ...pool, provisioningModel: ProvisioningModel.flexStart() } }))).toEqual(
    [],
  );
});

describe('fails: a job of days that can store nothing is advised to write checkpoints (upgrade-progress)', () => {
  const days = { engine: ENGINES.JobSet, activeDeadline: Duration.days(7) };

  test('with what to do', () => {
    expect(openAdvice(job(days)).map(({ advice }) => advice)).toEqual([
      {
        code: 'upgrade-progress',
        property: 'mounts',
        message:
          'worker may run for 168 h on pool "k80" and mounts nothing to write to, so an upgrade of a node makes it start from nothing',
        fix: 'mount a bucket or a volume, write checkpoints to it and load the last one at the start, or exclude upgrades while the job runs by MaintenanceWindow and acknowledge this',
      },
    ]);
    const onlyReads = [
      Mount.memory(Size.gibibytes(1)),
      Mount.persistentVolumeClaim('data', '/data', { readOnly: true }),
    ];
    expect(codesOfAdvice(job({ ...days, mounts: onlyReads }))).toEqual(['upgrade-progress']);
  });

  test.each([
    ['of a day', { activeDeadline: Duration.days(1) }],
    ['that may write to a volume', { mounts: [Mount.persistentVolumeClaim('runs', '/runs')] }],
    [
      'on nodes that are not upgraded under pods',
      { pool: { ...pool, provisioningModel: ProvisioningModel.flexStart() } },
    ],
  ])('but not one %s', (_, options) => {
    expect(codesOfAdvice(job({ ...days, ...options }))).toEqual([]);
  });
});
