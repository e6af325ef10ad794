import { ApiObject, Chart, Duration, JsonPatch } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { LocalCluster } from '../../lib/local/local-cluster';
import { ProvisioningModel } from '../../lib/core/hardware/provisioning-model';
import { openAdvice } from '../../lib/core/problems/check';
import { Mount } from '../../lib/pods/mounts/mount';
import { BOTH, codesOfAdvice, job } from './distributed-training-jobs';
import { CPU, ENGINES, GPU, STRATEGIES } from './jobs';

describe('on spot machines', () => {
  const spot = { ...CPU, poolName: 'spot', cluster: BOTH, provisioningModel: ProvisioningModel.SPOT };

  const engine = ENGINES.JobSet;

  const claim = Mount.persistentVolumeClaim('data', '/data');

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
      codesOfAdvice(
        job({ engine, pool: spot, mounts: [Mount.persistentVolumeClaim('data', '/data', { readOnly: true })] }),
      ),
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

describe('on a queued pool', () => {
  const queued = { ...GPU, poolName: 'h100', cluster: BOTH, provisioningModel: ProvisioningModel.queued() };

  test('fails: a job without a provisioning request gets the advice queued-pool', () => {
    expect(openAdvice(job({ pool: queued })).map(({ advice }) => advice)).toEqual([
      {
        code: 'queued-pool',
        property: 'annotations',
        message:
          'queued pool "h100" starts nodes only for a ProvisioningRequest (autoscaling.x-k8s.io), and only for pods that name it in the annotations autoscaling.x-k8s.io/consume-provisioning-request and autoscaling.x-k8s.io/provisioning-class-name, so the pods never start by themselves',
        fix: 'make the request and name it and its class in annotations, have Kueue do both, or use ProvisioningModel.flexStart, which needs none',
      },
    ]);
  });

  test('nothing is said of a job that names its request, nor on a pool of flex-start machines', () => {
    const half = { 'autoscaling.x-k8s.io/consume-provisioning-request': 'mnist' };
    expect(codesOfAdvice(job({ pool: queued, annotations: half }))).toEqual(['queued-pool']);
    const annotations = { ...half, 'autoscaling.x-k8s.io/provisioning-class-name': 'queued-provisioning.gke.io' };
    expect(codesOfAdvice(job({ pool: queued, annotations }))).toEqual([]);
    expect(codesOfAdvice(job({ pool: { ...queued, provisioningModel: ProvisioningModel.flexStart() } }))).toEqual([]);
  });

  test('a patch of the object may name the request', () => {
    const patched = job({ pool: queued, engine: ENGINES.JobSet });
    const at = '/spec/replicatedJobs/0/template/spec/template/metadata/annotations';
    patched.resource.addJsonPatch(
      JsonPatch.add(at, {
        'autoscaling.x-k8s.io/consume-provisioning-request': 'mnist',
        'autoscaling.x-k8s.io/provisioning-class-name': 'queued-provisioning.gke.io',
      }),
    );
    expect(codesOfAdvice(patched)).toEqual([]);
  });

  test('an AdmissionCheck of Kueue in the program makes the request of a job that a queue starts', () => {
    const withCheck = (controllerName: string, queue?: string) => {
      const queuing = job({ pool: queued, engine: ENGINES.JobSet });
      if (queue !== undefined) queuing.resource.metadata.addLabel('kueue.x-k8s.io/queue-name', queue);
      new ApiObject(Chart.of(queuing), 'check', {
        ...{ apiVersion: 'kueue.x-k8s.io/v1beta2', kind: 'AdmissionCheck', metadata: { name: 'gke' } },
        ...{ spec: { controllerName } },
      });
      return codesOfAdvice(queuing).filter((code) => code === 'queued-pool');
    };
    expect(withCheck('kueue.x-k8s.io/provisioning-request', 'gpus')).toEqual([]);
    expect(withCheck('kueue.x-k8s.io/provisioning-request')).toEqual(['queued-pool']);
    expect(withCheck('kueue.x-k8s.io/multikueue', 'gpus')).toEqual(['queued-pool']);
  });
});

describe('a job without an end', () => {
  const engine = ENGINES.JobSet;

  test('fails: a job on GPU nodes without a limit is advised against with time-limit', () => {
    expect(openAdvice(job({ engine, activeDeadline: undefined })).map(({ advice }) => advice)).toEqual([
      {
        code: 'time-limit',
        property: 'activeDeadline',
        message:
          'the job has no time limit, so if it hangs or its image cannot be pulled, it holds GPU nodes of pool "k80" until somebody deletes it',
        fix: 'set activeDeadline to more than the job takes, with the wait for machines, such as Duration.hours(12)',
      },
    ]);
  });

  test('nothing is said of a job with a limit, without GPUs, or on a local cluster', () => {
    expect(codesOfAdvice(job({ engine, activeDeadline: Duration.hours(9) }))).toEqual([]);
    expect(codesOfAdvice(job({ engine, pool: CPU, activeDeadline: undefined }))).toEqual([]);
    const local = LocalCluster.kind();
    expect(codesOfAdvice(job({ pool: local.pool, activeDeadline: undefined }, local))).toEqual([]);
  });
});
