import { expect, test } from 'vitest';
import { clusterPods, daemonPodsOf, fewestOf, podsOf, sizeOf } from './pods';

const template = (cpu: string, more: object = {}) => ({
  ...more,
  spec: { containers: [{ name: 'main', resources: { requests: { cpu } } }] },
});

test('each kind of job has the pods that its operator would make', () => {
  const names = (kind: string, spec: object) =>
    podsOf([{ kind, metadata: { name: 'a' }, spec }]).map(({ name }) => name);
  expect(
    names('TFJob', {
      tfReplicaSpecs: { PS: { replicas: 2, template: template('1') }, Chief: { template: template('1') } },
    }),
  ).toEqual(['a-ps-0', 'a-ps-1', 'a-chief-0']);
  expect(names('Job', { parallelism: 2, template: template('1') })).toEqual(['a-task-0', 'a-task-1']);
  const job = { spec: { parallelism: 3, template: template('1') } };
  expect(names('JobSet', { replicatedJobs: [{ name: 'worker', template: job }] })).toHaveLength(3);
  expect(names('ConfigMap', {})).toEqual([]);
});

test('a pod that mounts a bucket has the container that GKE adds', () => {
  const annotations = { 'gke-gcsfuse/volumes': 'true', 'gke-gcsfuse/cpu-request': '300m' };
  const [pod] = podsOf([
    { kind: 'Job', metadata: { name: 'a' }, spec: { template: template('1500m', { metadata: { annotations } }) } },
  ]);
  expect(pod && sizeOf(pod)).toBe(1800);
});

test('pods of DaemonSets and of the cluster itself lie on named nodes', () => {
  const daemons = daemonPodsOf(
    [{ kind: 'DaemonSet', metadata: { name: 'd' }, spec: { template: template('1m') } }],
    ['n0', 'n1'].map((name) => ({ name, labels: {}, taints: [], allocatable: {} })),
  );
  expect(daemons.map(({ spec }) => spec.nodeSelector)).toEqual([
    { 'kubernetes.io/hostname': 'n0' },
    { 'kubernetes.io/hostname': 'n1' },
  ]);
  const clusterLoad = (load: 'seen' | 'careful') => clusterPods(load).reduce((sum, pod) => sum + sizeOf(pod), 0);
  expect([clusterLoad('seen'), clusterLoad('careful')]).toEqual([633, 1318]);
});

test('an elastic job runs with its fewest workers', () => {
  const elastic = { spec: { containers: [{ env: [{ name: 'PET_NNODES', value: '2:5' }] }] } };
  const job = (kind: string, spec: object) => [{ kind, metadata: { name: 'a' }, spec }];
  expect(fewestOf(job('Job', { parallelism: 5, template: elastic }))).toBe(2);
  expect(fewestOf(job('Job', { parallelism: 5, template: template('1') }))).toBe(5);
  const replicas = { Worker: { replicas: 5, template: template('1') } };
  expect(fewestOf(job('PyTorchJob', { elasticPolicy: { minReplicas: 3 }, pytorchReplicaSpecs: replicas }))).toBe(3);
});
