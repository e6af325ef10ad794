import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Platform } from '../../lib/index';
import { synthesized } from '../apps/synthesized';
import { filesOf } from '../conformance/rendered-files';
import { INVARIANTS } from './invariants';
import { build, goodPlan } from './program';
import { podsOf, readRenderings, type Json, type Rendering } from './rendering';

const apps = synthesized();
const second = synthesized();
const wide = mkdtempSync(join(tmpdir(), 'trainyard-wide-'));
const [wideManifests, wideStacks] = [join(wide, 'dist'), join(wide, 'cdktf.out')];
const platform = new Platform({ manifestFolder: wideManifests, stackFolder: wideStacks });
build(platform, goodPlan());
platform.synth();

afterAll(() => {
  for (const folder of [apps.folder, second.folder, wide]) rmSync(folder, { recursive: true });
});

const renderings = [...readRenderings(apps.manifests, apps.stacks), ...readRenderings(wideManifests, wideStacks)];

test('every deployment of the applications is looked at, and one that uses most of the library', () => {
  expect(renderings.map(({ name }) => name)).toEqual([
    'inception-dev',
    'inception-prod',
    'insightface-dev',
    'insightface-local',
    'insightface-prod',
    'k80-pool-dev',
    'mnist-dev',
    'mnist-local',
    'mnist-prod',
    'mnist-tuning-local',
    'pipeline-dev',
    'pipeline-local',
    'pipeline-pachyderm-dev',
    'platform-dev',
    'platform-local',
    'digits-dev',
  ]);
  expect(renderings.flatMap(podsOf).length).toBeGreaterThan(10);
});

describe.each(renderings)('$name', (rendering) => {
  test.each(Object.keys(INVARIANTS))('%s', (name) => {
    expect(INVARIANTS[name]?.(rendering)).toEqual([]);
  });
});

test('two syntheses write the same bytes', () => {
  expect(filesOf(apps.folder)).toEqual(filesOf(second.folder));
  expect(differences(apps.folder, second.folder)).toEqual([]);
});

test('fails: two syntheses write the same bytes', () => {
  expect(differences(apps.manifests, apps.manifests)).toEqual([]);
  expect(differences(join(apps.manifests, 'mnist-dev'), join(apps.manifests, 'mnist-prod'))).toContain('DEPLOY.md');
});

/** The files of the first folder that the second has not, or otherwise. */
function differences(first: string, other: string): string[] {
  const theirs = filesOf(other);
  return filesOf(first).filter(
    (file) =>
      !theirs.includes(file) || readFileSync(join(first, file), 'utf8') !== readFileSync(join(other, file), 'utf8'),
  );
}

type Mutable = { -readonly [K in keyof Json]: Json[K] };

/** Breaks a copy of what is right; `says` is what the invariant then says. */
interface Breakage {
  readonly invariant: keyof typeof INVARIANTS;
  readonly how: string;
  readonly deployment?: string;
  readonly change: (rendering: Rendering) => void;
  readonly says: RegExp;
}

const BREAKAGES: readonly Breakage[] = [
  {
    invariant: 'a pod that selects nodes or asks for GPUs selects one existing pool',
    how: 'the label names no pool',
    change: (r) => (worker(r).nodeSelector['cloud.google.com/gke-nodepool'] = 'gone'),
    says: /JobSet digits .* selects 0 pools/,
  },
  {
    invariant: 'a pod that selects nodes or asks for GPUs selects one existing pool',
    how: 'a GPU pod selects nothing',
    change: (r) => delete worker(r).nodeSelector,
    says: /selects 0 pools/,
  },
  {
    invariant: 'a pod that selects nodes or asks for GPUs selects one existing pool',
    how: 'the pool is gone from Terraform',
    deployment: 'mnist-dev',
    change: (r) => delete r.stack.resource.google_container_node_pool,
    says: /TFJob mnist .* selects 0 pools/,
  },
  {
    invariant: 'a pod that selects nodes or asks for GPUs selects one existing pool',
    how: 'a DaemonSet is for a pool that is not there',
    change: (r) => (terraform(r, 'google_container_node_pool', 'gpu').name = 'gpus'),
    says: /DaemonSet nvidia-driver-installer-ubuntu .* selects 0 pools/,
  },
  {
    invariant: 'a pod has no variables of Services',
    how: 'the field is gone',
    change: (r) => delete worker(r).enableServiceLinks,
    says: /JobSet digits .* has variables of Services/,
  },
  {
    invariant: 'the containers of a pod share more memory than 64 MiB',
    how: 'no mount',
    change: (r) => delete worker(r).containers[0].volumeMounts,
    says: /without \/dev\/shm/,
  },
  {
    invariant: 'a pod tolerates the taints of its pool',
    how: 'a toleration is dropped',
    change: (r) => worker(r).tolerations.pop(),
    says: /does not tolerate nvidia.com\/gpu=present:NoSchedule of pool gpu/,
  },
  {
    invariant: 'a pod tolerates the taints of its pool',
    how: 'a toleration has another value',
    change: (r) => (worker(r).tolerations[0].value = 'absent'),
    says: /does not tolerate/,
  },
  {
    invariant: 'a pod tolerates the taints of its pool',
    how: 'the pool has one more taint',
    deployment: 'mnist-dev',
    change: (r) =>
      (terraform(r, 'google_container_node_pool', 'cpu').node_config.taint = [
        { key: 'a', value: 'b', effect: 'NO_EXECUTE' },
      ]),
    says: /TFJob mnist spec tfReplicaSpecs PS template does not tolerate a=b:NoExecute of pool cpu/,
  },
  {
    invariant: 'a pod asks for no more than a node of its pool has',
    how: 'one GPU too many',
    change: (r) => {
      worker(r).containers[0].resources.requests['nvidia.com/gpu'] = 3;
    },
    says: /asks for 3 GPUs of 2 of a node of pool gpu/,
  },
  {
    invariant: 'a pod asks for no more than a node of its pool has',
    how: 'a smaller machine',
    change: (r) => (terraform(r, 'google_container_node_pool', 'gpu').node_config.machine_type = 'n1-standard-1'),
    says: /CPUs of 1 of a node of pool gpu/,
  },
  {
    invariant: 'a pod asks for no more than a node of its pool has',
    how: 'too much memory',
    change: (r) => (worker(r).containers[0].resources.requests.memory = '1Ti'),
    says: /bytes of \d+ of a node of pool gpu/,
  },
  {
    invariant: 'a pod asks for no more than a node of its pool has',
    how: 'an init container asks for too much',
    change: (r) => (worker(r).initContainers[0].resources.requests.cpu = '64'),
    says: /asks for 64\.\d+ CPUs/,
  },
  {
    invariant: 'a pod asks for no more than a node of its pool has',
    how: 'the GPUs are shared by fewer than before',
    change: (r) => {
      worker(r).containers[0].resources.requests['nvidia.com/gpu'] = 2;
      terraform(r, 'google_container_node_pool', 'gpu').node_config.guest_accelerator[0].count = 1;
    },
    says: /asks for 2 GPUs of 1 /,
  },
  {
    invariant: 'parameter servers and chiefs keep off GPUs',
    how: 'parameter servers are put on the GPU pool',
    change: (r) => (role(r, 'ps').nodeSelector['cloud.google.com/gke-nodepool'] = 'gpu'),
    says: /JobSet digits spec replicatedJobs 1 .* is on GPUs/,
  },
  {
    invariant: 'parameter servers and chiefs keep off GPUs',
    how: 'the chief of a TFJob asks for a GPU',
    deployment: 'mnist-dev',
    change: (r) => (role(r, 'chief').containers[0].resources.limits['nvidia.com/gpu'] = 1),
    says: /TFJob mnist spec tfReplicaSpecs Chief template is on GPUs/,
  },
  {
    invariant: 'objects and pods have the labels of their deployment',
    how: 'a pod has no name',
    change: (r) => {
      const pod = podsOf(r).find(({ at }) => at.startsWith('JobSet digits '));
      delete (pod?.labels as Mutable)['app.kubernetes.io/name'];
    },
    says: /^JobSet digits .* has no name/,
  },
  {
    invariant: 'objects and pods have the labels of their deployment',
    how: 'an object is of no deployment',
    change: (r) => {
      for (const { metadata } of r.manifests) delete metadata.labels?.['app.kubernetes.io/instance'];
    },
    says: /^[A-Z]\w+ .* has no instance/,
  },
  {
    invariant: 'nothing is selected by labels that users may replace',
    how: 'a policy does',
    change: (r) => {
      const policy = r.manifests.find(({ kind }) => kind === 'NetworkPolicy');
      (policy?.spec as Mutable)['podSelector'] = { matchLabels: { 'app.kubernetes.io/name': 'digits' } };
    },
    says: /^NetworkPolicy .* selects by app\.kubernetes\.io/,
  },
  {
    invariant: 'service accounts that are named exist',
    how: 'it is renamed',
    change: (r) => (manifest(r, 'ServiceAccount', 'trainer').metadata.name = 'other'),
    says: /runs as trainer, which is not in train/,
  },
  {
    invariant: 'service accounts that are named exist',
    how: 'it is in another namespace',
    change: (r) => (manifest(r, 'ServiceAccount', 'trainer').metadata.namespace = 'default'),
    says: /runs as trainer, which is not in train/,
  },
  {
    invariant: 'Google accounts that are named exist, and let their pods in',
    how: 'Terraform makes another account',
    change: (r) => (terraform(r, 'google_service_account', 'trainer').account_id = 'other'),
    says: /no google_service_account is digits-dev-trainer@acme-ml-dev/,
  },
  {
    invariant: 'Google accounts that are named exist, and let their pods in',
    how: 'it lets in another namespace',
    change: (r) => (terraform(r, 'google_service_account_iam_member', '').member = 'serviceAccount:x[a/trainer]'),
    says: /does not let in \[train\/trainer\]/,
  },
  {
    invariant: 'claims and volumes that are named exist',
    how: 'the claim is renamed',
    change: (r) => (manifest(r, 'PersistentVolumeClaim').metadata.name = 'other'),
    says: /mounts claim shared, which is not in train/,
  },
  {
    invariant: 'claims and volumes that are named exist',
    how: 'the claim wants another volume',
    deployment: 'mnist-local',
    change: (r) => (manifest(r, 'PersistentVolumeClaim').spec.volumeName = 'other'),
    says: /claim data wants volume other/,
  },
  {
    invariant: 'claims and volumes that are named exist',
    how: 'the volume is for a claim of another namespace',
    deployment: 'mnist-local',
    change: (r) => (manifest(r, 'PersistentVolume').spec.claimRef.namespace = 'other'),
    says: /volume mnist-data is for a claim that does not exist/,
  },
  {
    invariant: 'config maps that are named exist',
    how: 'it is not there',
    change: (r) => r.manifests.splice(r.manifests.indexOf(manifest(r, 'ConfigMap')), 1),
    says: /reads config map digits-etc-train, which is not in train/,
  },
  {
    invariant: 'config maps that are named exist',
    how: 'a variable is of one that is not there',
    change: (r) => worker(r).containers[0].env.push({ name: 'A', valueFrom: { configMapKeyRef: { name: 'no' } } }),
    says: /reads config map no/,
  },
  {
    invariant: 'no pod needs a Secret that nobody makes',
    how: 'a variable is of one',
    change: (r) => worker(r).containers[0].env.push({ name: 'A', valueFrom: { secretKeyRef: { name: 'token' } } }),
    says: /reads secret token/,
  },
  {
    invariant: 'no pod needs a Secret that nobody makes',
    how: 'the image is pulled with one',
    change: (r) => (worker(r).imagePullSecrets = [{ name: 'registry' }]),
    says: /reads secret registry/,
  },
  {
    invariant: 'services that give pods their names exist',
    how: 'a pod has a subdomain without one',
    deployment: 'mnist-dev',
    change: (r) => (worker(r).subdomain = 'mnist'),
    says: /has its name of service mnist, which is not in mnist/,
  },
  {
    invariant: 'buckets that are mounted exist, and let their pods in',
    how: 'Terraform makes another bucket',
    change: (r) => (terraform(r, 'google_storage_bucket', 'data').name = 'other'),
    says: /mounts bucket acme-ml-dev-digits-dev-data, which nobody makes/,
  },
  {
    invariant: 'buckets that are mounted exist, and let their pods in',
    how: 'pods that write may only read',
    change: (r) => (terraform(r, 'google_storage_bucket_iam_member', '').role = 'roles/storage.objectViewer'),
    says: /which does not let in serviceAccount:digits-dev-trainer@/,
  },
  {
    invariant: 'buckets that are mounted exist, and let their pods in',
    how: 'the service account is for another Google account',
    change: (r) =>
      (manifest(r, 'ServiceAccount', 'trainer').metadata.annotations['iam.gke.io/gcp-service-account'] = 'x@y'),
    says: /which does not let in serviceAccount:x@y/,
  },
  {
    invariant: 'namespaces are there before what is in them',
    how: 'the namespace comes last',
    change: (r) => r.manifests.push(...r.manifests.splice(r.manifests.indexOf(manifest(r, 'Namespace')), 1)),
    says: /comes before its namespace train/,
  },
  {
    invariant: 'a run needs nothing of another run, and what stands needs no run',
    how: 'another run has its service account',
    change: (r) => r.runs.push([manifest(r, 'ServiceAccount', 'trainer')]),
    says: /JobSet .* runs as trainer, which is not in train/,
  },
  {
    invariant: 'a run needs nothing of another run, and what stands needs no run',
    how: 'a run has a namespace of what stands',
    change: (r) => r.runs.push([manifest(r, 'Namespace')]),
    says: /comes before its namespace train/,
  },
  {
    invariant: 'names are of a form and length that Kubernetes and GKE take',
    how: 'an object has upper-case letters',
    change: (r) => (manifest(r, 'ConfigMap').metadata.name = 'Digits'),
    says: /ConfigMap: name Digits/,
  },
  {
    invariant: 'names are of a form and length that Kubernetes and GKE take',
    how: 'the pods of a JobSet have longer names than their job',
    change: (r) => (manifest(r, 'JobSet').metadata.name = 'a'.repeat(50)),
    says: /JobSet: name a{50}-worker-0-1-xxxxx/,
  },
  {
    invariant: 'names are of a form and length that Kubernetes and GKE take',
    how: 'the pods of a TFJob have longer names than their job',
    deployment: 'mnist-dev',
    change: (r) => (manifest(r, 'TFJob').metadata.name = 'a'.repeat(55)),
    says: /TFJob: name a{55}-worker-1/,
  },
  {
    invariant: 'names are of a form and length that Kubernetes and GKE take',
    how: 'a pool has more than 40 characters',
    change: (r) => (terraform(r, 'google_container_node_pool', 'cpu').name = 'a'.repeat(41)),
    says: /google_container_node_pool: name a{41}/,
  },
  ...[
    '${TfToken[TOKEN.1]}',
    '#{TfToken[TOKEN.2]}',
    '${google_storage_bucket.data.name}',
    '-1.8881545897087503e+289',
  ].map((token) => ({
    invariant: 'manifests hold nothing that only Terraform knows',
    how: token,
    change: (r: Rendering) => {
      append(r, `value: "${token}"`);
    },
    says: /digits-dev\/standing\/00-training.k8s.yaml holds /,
  })),
  ...['undefined', '[object Object]', 'NaN'].map((text) => ({
    invariant: 'nothing is the text of a value that is missing',
    how: text,
    change: (r: Rendering) => {
      append(r, `value: "a-${text}"`);
    },
    says: /digits-dev\/standing\/00-training.k8s.yaml holds /,
  })),
  ...[process.cwd(), tmpdir()].map((folder, index) => ({
    invariant: 'nothing names a folder of this machine',
    how: ['the program', 'temporary files'][index] ?? '',
    change: (r: Rendering) => {
      append(r, `value: "${folder}/x"`);
    },
    says: /digits-dev\/standing\/00-training.k8s.yaml names /,
  })),
];

test.each(BREAKAGES)('fails: $invariant: $how', ({ invariant, deployment = 'digits-dev', change, says }) => {
  const good = renderings.find(({ name }) => name === deployment);
  expect(INVARIANTS[invariant]?.(good!)).toEqual([]);
  const broken = structuredClone(good!);
  change(broken);
  expect(INVARIANTS[invariant]?.(broken).join('\n')).toMatch(says);
});

test('every invariant has a test that it can fail', () => {
  expect(new Set(BREAKAGES.map(({ invariant }) => invariant))).toEqual(new Set(Object.keys(INVARIANTS)));
});

function manifest(rendering: Rendering, kind: string, name?: string): Json {
  return (
    rendering.manifests.find((each) => each.kind === kind && (name ?? each.metadata.name) === each.metadata.name) ?? {}
  );
}

/** The spec of the pods of one role. */
function role(rendering: Rendering, name: string): Mutable {
  return podsOf(rendering).find((pod) => pod.role === name)?.spec ?? {};
}

function worker(rendering: Rendering): Mutable {
  return role(rendering, 'worker');
}

/** The first resource of a type whose id holds a text. */
function terraform({ stack }: Rendering, type: string, id: string): Mutable {
  return Object.entries<Mutable>(stack.resource[type]).find(([key]) => key.includes(id))?.[1] ?? {};
}

function append(rendering: Rendering, text: string): void {
  const file = `${rendering.name}/standing/00-training.k8s.yaml`;
  rendering.texts[file] = `${rendering.texts[file] ?? ''}${text}`;
}
