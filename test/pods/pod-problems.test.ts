import { Duration, Size } from 'cdk8s';
import { expect, test } from 'vitest';
import type { IBucket } from '../../lib/core/contracts/bucket';
import type { IWorkloadIdentity } from '../../lib/core/contracts/identity';
import type { INodePool } from '../../lib/core/contracts/node-pool';
import { LocalCluster } from '../../lib/local/local-cluster';
import { formatProblem } from '../../lib/core/problems/problem';
import { Mount } from '../../lib/pods/mounts/mount';
import { podOptionProblems } from '../../lib/pods/pod-option-problems';
import type { PodOptions, PodPlace } from '../../lib/pods/pod-options';
import { PodUser } from '../../lib/pods/security/pod-user';
import { podAdvice, podProblems } from '../../lib/pods/pod-problems';
import { cpuPool, demand, GKE, gpuPool, OTHER } from '../workload/pools';

const IDENTITY: IWorkloadIdentity = {
  email: 'trainer@acme-ml.iam.gserviceaccount.com',
  namespace: 'mnist',
  serviceAccountName: 'trainer',
  cluster: GKE,
};
const PLACE: PodPlace = { cluster: GKE, namespace: 'mnist' };

function texts(pod: Partial<PodOptions>, place: PodPlace = PLACE, pool = cpuPool()): string[] {
  const options = { image: 'mnist:1', ...pod };
  const reserved = { reservedEnv: ['TF_CONFIG'], containerName: 'tensorflow' };
  const set = { ...demand(pool, 1), ...reserved, pod: options };
  return [...podOptionProblems(options), ...podProblems(set, place)].map(formatProblem);
}

function advice(pod: PodOptions) {
  return podAdvice({ ...demand(cpuPool(), 1), pod }, GKE);
}

function bucket(access?: 'read' | 'readWrite'): IBucket {
  return { bucketName: 'data', url: 'gs://data', grants: access ? [{ identity: { ...IDENTITY }, access }] : [] };
}

test.each<[Partial<PodOptions>, string, PodPlace?]>([
  [{ image: '' }, 'image'],
  [{ env: { TF_CONFIG: '{}' } }, 'env'],
  [{ env: { 'A B': '' } }, 'env'],
  [{ identity: IDENTITY }, 'identity', { cluster: OTHER, namespace: 'mnist' }],
  [{ identity: IDENTITY }, 'identity', { cluster: GKE, namespace: 'prod' }],
  [{ identity: { ...IDENTITY, cluster: undefined } }, 'identity', { cluster: LocalCluster.kind(), namespace: 'mnist' }],
  [{ architecture: 'arm64' }, 'architecture'],
  [{ imagePullSecrets: [''] }, 'imagePullSecrets'],
  [{ priorityClassName: 'A b' }, 'priorityClassName'],
  [{ initContainers: [{ name: 'a', command: ['b'], image: '../x' }] }, 'initContainers[0].image'],
  [{ sidecars: [{ name: 'a', image: '../x' }] }, 'sidecars[0].image'],
  [{ initContainers: [{ name: '', command: ['b'] }] }, 'initContainers'],
  [{ sidecars: [{ name: '' }] }, 'sidecars'],
  [{ mounts: [Mount.persistentVolumeClaim('a', '/data'), Mount.persistentVolumeClaim('b', '/data')] }, 'mounts'],
  [{ mounts: [Mount.memory(Size.gibibytes(4))] }, 'mounts'],
  [{ mounts: [Mount.persistentVolumeClaim('a', '/data', {}, { cluster: OTHER })] }, 'mounts'],
  [{ mounts: [Mount.persistentVolumeClaim('a', '/data', {}, { namespace: 'other' })] }, 'mounts'],
  [{ mounts: [Mount.bucket(bucket('read'), '/data')], identity: IDENTITY }, 'mounts'],
  [{ mounts: [Mount.bucket(bucket('read'), '/data')] }, 'mounts', { cluster: LocalCluster.kind(), namespace: 'mnist' }],
  [{ mounts: [Mount.bucket(bucket('read'), '/data')] }, 'identity'],
  [{ podSpec: { nodeSelector: { 'cloud.google.com/gke-nodepool': 'gpu' } } }, 'podSpec'],
  [{ identity: IDENTITY, podSpec: { hostNetwork: true } }, 'podSpec'],
  [{ securityContext: { runAsUser: 0 } }, 'securityContext'],
  [{ terminationGracePeriod: Duration.millis(1500) }, 'terminationGracePeriod'],
])('fails: %j is refused with the prop %s', (pod, property, place = PLACE) => {
  const options = { image: 'mnist:1', ...pod };
  const pool = cpuPool({ architecture: 'amd64' });
  const found = [
    ...podOptionProblems(options),
    ...podProblems({ ...demand(pool, 1), pod: options, reservedEnv: ['TF_CONFIG'] }, place),
  ];
  expect([...new Set(found.map((each) => each.property))]).toEqual([property]);
});

test('fails: images of init containers may change under a running job too (image-tag)', () => {
  const found = [
    ...advice({
      image: 'a:1',
      initContainers: [
        { name: 'b', command: ['c'], image: 'd' },
        { name: 'e', command: ['f'] },
      ],
    }),
  ];
  expect(found.map(({ property, message }) => `${property ?? ''}: ${message.split(' can ')[0] ?? ''}`)).toEqual([
    'image: image "d"',
  ]);
  expect([...advice({ image: 'a:latest-gpu' })]).toEqual([]);
  expect([...advice({ image: 'a:1', initContainers: [{ name: 'e', command: ['f'] }] })]).toEqual([]);
});

test('a pod with all it needs has no problems', () => {
  const mounts = [Mount.bucket(bucket('readWrite'), '/data'), Mount.bucket(bucket('read'), '/in', { readOnly: true })];
  expect(texts({ identity: IDENTITY, mounts, env: { A: '1' }, labels: { team: 'vision' } })).toEqual([]);
});

test('fails: a laptop cannot mount buckets (bucket-feature) nor act as an account (identity-feature)', () => {
  const cluster = LocalCluster.minikube();
  const identity = { ...IDENTITY, cluster: undefined };
  expect(texts({ identity, mounts: [Mount.bucket(bucket('read'), '/data')] }, { cluster, namespace: 'mnist' })).toEqual(
    [
      'bucket "data" is mounted at /data, but cluster "minikube" has no Cloud Storage FUSE driver: run it on a GKE cluster with that driver, or mount a SharedVolume here (bucket-feature)',
      'the pods act as trainer@acme-ml.iam.gserviceaccount.com, but cluster "minikube" has no Workload Identity: leave identity out, or run it on a GKE cluster with Workload Identity (identity-feature)',
    ],
  );
});

test('fails: an identity of another cluster is refused with identity-cluster', () => {
  expect(texts({ identity: IDENTITY }, { cluster: OTHER, namespace: 'mnist' })).toEqual([
    'identity trainer@acme-ml.iam.gserviceaccount.com is for pods of cluster "main", but these run in "other": make a WorkloadIdentity for cluster "other" (identity-cluster)',
  ]);
});

test('fails: an identity of another namespace is refused with identity-namespace', () => {
  expect(texts({ identity: IDENTITY }, { cluster: GKE, namespace: 'prod' })).toEqual([
    'identity trainer@acme-ml.iam.gserviceaccount.com is for pods of namespace "mnist", but these run in "prod": make the WorkloadIdentity for namespace "prod", or the chart for "mnist" (identity-namespace)',
  ]);
});

test('an identity is not checked where the namespace of the pods is not known', () => {
  expect(texts({ identity: IDENTITY }, { cluster: GKE })).toEqual([]);
});

test('fails: a variable that the library sets is refused with reserved-env', () => {
  expect(texts({ env: { TF_CONFIG: '{}' } })).toEqual([
    'environment variable TF_CONFIG is set by hand, but the job sets it for every task: leave TF_CONFIG out (reserved-env)',
  ]);
});

test.each(['', 'A=B', 'A B', 'ä'])('fails: %j is no env-name', (name) => {
  expect(texts({ env: { [name]: 'x' } })).toEqual([
    `${JSON.stringify(name)} cannot be the name of an environment variable: use letters, digits and "_" (env-name)`,
  ]);
});

test('fails: an image for other processors than the nodes have is refused, and one of which nothing is said is advice (architecture)', () => {
  const arm = cpuPool({ architecture: 'arm64' });
  const fix =
    "build the image for arm64 and set architecture to 'arm64', or use a pool of amd64 machines (architecture)";
  expect(texts({ architecture: 'amd64' }, PLACE, arm)).toEqual([
    `the image is for amd64, but each worker runs on pool "cpu", whose nodes are arm64: ${fix}`,
  ]);
  expect(texts({ architecture: 'arm64' }, PLACE, arm)).toEqual([]);
  const told = (pool: INodePool) =>
    [...podAdvice({ ...demand(pool, 1), pod: { image: 'mnist:1' } }, GKE)].map(formatProblem);
  expect(told(arm)).toEqual([
    `each worker runs on pool "cpu", whose nodes are arm64, and nothing says that its image is for them: ${fix}`,
  ]);
  expect(told(cpuPool({ architecture: 'amd64' }))).toEqual([]);
});

test.each([
  [{ labels: { 'a b': 'x' } }, '"a b" is not of the form that Kubernetes takes in labels'],
  [{ labels: { a: 'x y' } }, '"x y" is not of the form that Kubernetes takes in labels'],
  [{ annotations: { '-': 'x' } }, '"-" is not of the form that Kubernetes takes in annotations'],
])('fails: %j is not of the label-form', (pod, message) => {
  expect(texts(pod)).toEqual([expect.stringMatching(new RegExp(`^${message}: .*\\(label-form\\)$`))]);
});

test.each(['', 'my image', ' mnist:1'])('fails: %j is not of the image-form', (image) => {
  expect(texts({ image })).toEqual([expect.stringContaining('(image-form)')]);
});

test('fails: init containers of one name are refused with init-container-name', () => {
  const container = { name: 'fetch', command: ['sh'] };
  expect(texts({ initContainers: [container, container] })).toEqual([
    'init container name "fetch" is used 2 times: give each init container a name of its own (init-container-name)',
  ]);
});

test.each([
  ['', 'is empty'],
  ['Fetch_1', 'is not of the allowed form'],
])('fails: init container name %j %s (init-container-name)', (name, wrong) => {
  expect(texts({ initContainers: [{ name, command: ['sh'] }] })).toEqual([
    `init container name "${name}" ${wrong}: use up to 63 lower-case letters, digits and hyphens, not beginning or ending with a hyphen (init-container-name)`,
  ]);
});

test.each(['mnist', 'mnist:latest', 'registry:5000/mnist'])(
  'fails: image %s may change under a running job',
  (image) => {
    expect([...advice({ image })].map(formatProblem)).toEqual([
      `image "${image}" can change between two starts of pods, so the tasks of one job can run different images: give it a tag other than latest, such as "${image.replace(':latest', '')}:1", or a digest (image-tag)`,
    ]);
  },
);

test.each(['mnist:1', 'registry:5000/mnist:1', `mnist@sha256:${'0'.repeat(64)}`])(
  'image %s stays the same',
  (image) => {
    expect([...advice({ image })]).toEqual([]);
  },
);

test('a GPU pool of unknown processors is not checked', () => {
  expect(texts({ architecture: 'arm64' }, PLACE, gpuPool({ architecture: undefined }))).toEqual([]);
});

test('fails: images of init containers are checked as well (image-form)', () => {
  expect(texts({ initContainers: [{ name: 'a', command: ['b'], image: '../x' }] })).toEqual([
    '"../x" is not the name of an image: use a name and a tag, such as "us-docker.pkg.dev/acme/train/mnist:1" (image-form)',
  ]);
});

test('fails: names have 63 letters at most, and each is told as what it names (init-container-name, sidecar-name)', () => {
  const named = (name: string) => ({ name, command: ['true'] });
  expect(texts({ initContainers: [named('a'.repeat(63))] })).toEqual([]);
  expect(texts({ initContainers: [named('a'.repeat(64))] })).toEqual([
    expect.stringContaining('is not of the allowed form'),
  ]);
  expect(texts({ initContainers: [named('A_b')], sidecars: [{ name: 'metrics' }] })).toEqual([
    expect.stringMatching(/^init container name "A_b" is not of the allowed form: .*\(init-container-name\)$/),
  ]);
  const twice = { image: 'a:1', initContainers: [named('a'), named('a')] };
  expect([...podProblems({ ...demand(cpuPool(), 1), pod: twice }, PLACE)]).toEqual([]);
});

test('fails: an init container of the name of the main one (init-container-name)', () => {
  expect(texts({ initContainers: [{ name: 'tensorflow', command: ['b'] }] })).toEqual([
    'init container name "tensorflow" is the name of the main container: give the init container another name (init-container-name)',
  ]);
});

test('fails: names of objects that cannot be there (name)', () => {
  expect(texts({ imagePullSecrets: ['pull', ''], priorityClassName: 'A b' })).toEqual([
    expect.stringMatching(/^"" cannot be the name of a Secret: .+ \(name\)$/),
    expect.stringMatching(/^"A b" cannot be the name of a PriorityClass: .+ \(name\)$/),
  ]);
});

test('fails: a grace of 1.5 s is refused with whole-seconds', () => {
  expect(texts({ terminationGracePeriod: Duration.millis(1500) })).toEqual([
    'terminationGracePeriod is 1.5 s: use whole seconds, 0 or more (whole-seconds)',
  ]);
});

test.each(['securityContext', 'podSecurityContext'] as const)(
  'fails: root is not a user that a pod may choose in passing: %s (pod-user)',
  (property) => {
    expect(texts({ [property]: { runAsUser: 0 } })).toEqual([
      `${property}.runAsUser is 0, but user says that the pods do not run as root, so no node would start them: leave runAsUser out, and set user to PodUser.root() (pod-user)`,
    ]);
    expect(texts({ [property]: { runAsUser: 0 }, user: PodUser.root() })).toEqual([]);
    expect(texts({ [property]: { runAsUser: 0, runAsNonRoot: false } })).toEqual([]);
    expect(texts({ [property]: { runAsUser: 1 } })).toEqual([]);
  },
);

test('fails: sidecars whose names others have, or that Kubernetes does not take (sidecar-name)', () => {
  const named = (name: string) => ({ name, image: 'metrics:1' });
  expect(texts({ sidecars: [named('a'), named('a')] })).toEqual([
    'sidecar name "a" is used 2 times: give each sidecar a name of its own (sidecar-name)',
  ]);
  expect(texts({ sidecars: [named('a')], initContainers: [{ name: 'a', command: ['true'] }] })).toEqual([
    'sidecar name "a" is used 2 times: give each sidecar a name of its own (sidecar-name)',
  ]);
  expect(texts({ sidecars: [named('tensorflow')] })).toEqual([
    'sidecar name "tensorflow" is the name of the main container: give the sidecar another name (sidecar-name)',
  ]);
  expect(texts({ sidecars: [named('A_b')] })).toEqual([expect.stringContaining('is not of the allowed form')]);
});

test('fails: what a sidecar asks for is checked as what a task asks for (image-form, env-name, resource-amount)', () => {
  const found = texts({
    sidecars: [
      { name: 'a', image: 'no image', env: { 'a=b': '1' }, resources: { cpus: 0, memory: Size.mebibytes(1) } },
    ],
  });
  expect(found.map((text) => /\(([-a-z]+)\)$/.exec(text)?.[1])).toEqual([
    'image-form',
    'env-name',
    'resource-amount',
    'resource-amount',
  ]);
});
