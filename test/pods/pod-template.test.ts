import { Duration, Size } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { expect, test } from 'vitest';
import { ProvisioningModel } from '../../lib/core/hardware/provisioning-model';
import { GpuSharing } from '../../lib/core/hardware/gpu-sharing';
import { LocalCluster } from '../../lib/local/local-cluster';
import type { INodePool } from '../../lib/core/contracts/node-pool';
import { EnvValue } from '../../lib/pods/containers/env-value';
import { Mount } from '../../lib/pods/mounts/mount';
import type { PodOptions } from '../../lib/pods/pod-options';
import { PodUser } from '../../lib/pods/security/pod-user';
import { podPartsOf, renderPodTemplate, type PodTask } from '../../lib/pods/pod-template';
import { resolveResources } from '../../lib/pods/containers/resources';
import { manifestProblems } from '../conformance/manifest';
import { gpuPool } from '../workload/pools';

interface Given extends Partial<Omit<PodTask, 'pod'>> {
  readonly pod?: Partial<PodOptions>;
}

const HOME = [
  { name: 'HOME', value: '/tmp' },
  { name: 'USER', value: 'trainer' },
];
const CONFINED = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };

/** Half of the memory of a task. */
const SHARED_MEMORY = { name: 'dev-shm', emptyDir: { medium: 'Memory', sizeLimit: '8Gi' } };

/** The template, with the parts that tests look at in reach. */
function render({ pool = gpuPool(), pod = {}, ...task }: Given = {}) {
  const options: PodOptions = { image: 'mnist:1', ...pod };
  const resources = resolveResources({ pool, accelerated: true, mounts: options.mounts });
  const template = renderPodTemplate({
    workloadName: 'mnist',
    pod: options,
    pool,
    resources,
    containerName: 'tensorflow',
    ...task,
  });
  expect(
    manifestProblems({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'x' },
      spec: { selector: { matchLabels: {} }, template },
    }),
  ).toEqual([]);
  // The edge of the test: what comes out is JSON without a type.
  return JSON.parse(JSON.stringify(template));
}

const NAME = { 'app.kubernetes.io/name': 'mnist' };

test('a task is one container on its pool, with requests, and limits where they do not throttle', () => {
  expect(render()).toEqual({
    metadata: {
      labels: { ...NAME, 'sidecar.istio.io/inject': 'false', 'trainyard/workload': 'mnist' },
      annotations: { 'sidecar.istio.io/inject': 'false' },
    },
    spec: {
      nodeSelector: { 'cloud.google.com/gke-nodepool': 'k80' },
      tolerations: [{ key: 'nvidia.com/gpu', operator: 'Equal', value: 'present', effect: 'NoSchedule' }],
      serviceAccountName: 'mnist',
      automountServiceAccountToken: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 10001,
        runAsGroup: 10001,
        fsGroup: 10001,
        fsGroupChangePolicy: 'OnRootMismatch',
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containers: [
        {
          name: 'tensorflow',
          image: 'mnist:1',
          env: [{ name: 'LD_LIBRARY_PATH', value: '/usr/local/nvidia/lib64' }, ...HOME],
          resources: {
            requests: { cpu: '3975m', memory: '16Gi', 'nvidia.com/gpu': 1 },
            limits: { memory: '16Gi', 'nvidia.com/gpu': 1 },
          },
          securityContext: CONFINED,
          volumeMounts: [{ name: 'dev-shm', mountPath: '/dev/shm' }],
        },
      ],
      enableServiceLinks: false,
      volumes: [SHARED_MEMORY],
    },
  });
});

test("the engine's variables come first, in their order, and the user's last", () => {
  const { spec } = render({
    env: [
      { name: 'TASK_INDEX', value: '0' },
      { name: 'TF_CONFIG', value: '$(TASK_INDEX)' },
    ],
    pod: { env: { B: '1', A: EnvValue.fromSecret('keys', 'a'), P: EnvValue.fromField('metadata.name') } },
  });
  expect(spec.containers[0].env).toEqual([
    { name: 'TASK_INDEX', value: '0' },
    { name: 'TF_CONFIG', value: '$(TASK_INDEX)' },
    { name: 'LD_LIBRARY_PATH', value: '/usr/local/nvidia/lib64' },
    ...HOME,
    { name: 'B', value: '1' },
    { name: 'A', valueFrom: { secretKeyRef: { name: 'keys', key: 'a' } } },
    { name: 'P', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  ]);
});

test.each<[string, Given]>([
  [
    'the task asks for no GPU',
    { resources: { ...resolveResources({ pool: gpuPool(), accelerated: false, mounts: [] }) } },
  ],
  ['the user opts out', { pod: { driverLibraryPath: false } }],
  ['the pool says no path', { pool: gpuPool({ driverLibraryPath: undefined }) }],
])('LD_LIBRARY_PATH is not set when %s', (_when, given) => {
  expect(render(given).spec.containers[0].env).toEqual(HOME);
});

test("a user's own LD_LIBRARY_PATH is the only one", () => {
  const { spec } = render({ pod: { env: { LD_LIBRARY_PATH: '/mine' } } });
  expect(spec.containers[0].env).toEqual([...HOME, { name: 'LD_LIBRARY_PATH', value: '/mine' }]);
});

test("arguments of the engine follow the user's", () => {
  const extraArgs = ['--job_name=worker'];
  const pod = { command: ['python3'], args: ['train.py'] };
  expect(render({ pod, extraArgs }).spec.containers[0]).toMatchObject({
    command: ['python3'],
    args: ['train.py', '--job_name=worker'],
  });
  expect(render({ extraArgs }).spec.containers[0].args).toEqual(extraArgs);
});

test('what the user says of labels, annotations and security wins', () => {
  const { metadata, spec } = render({
    labels: { team: 'ours' },
    annotations: { note: 'ours' },
    pod: {
      labels: { 'sidecar.istio.io/inject': 'true', team: 'theirs' },
      annotations: { note: 'x' },
      securityContext: { runAsUser: 1000 },
      podSecurityContext: { fsGroup: 2000 },
      imagePullSecrets: ['registry'],
      imagePullPolicy: 'Always',
      priorityClassName: 'high',
    },
  });
  expect(metadata).toEqual({
    labels: { ...NAME, 'sidecar.istio.io/inject': 'true', 'trainyard/workload': 'mnist', team: 'theirs' },
    annotations: { 'sidecar.istio.io/inject': 'false', note: 'x' },
  });
  expect(spec).toMatchObject({
    priorityClassName: 'high',
    securityContext: { fsGroup: 2000 },
    imagePullSecrets: [{ name: 'registry' }],
    containers: [{ imagePullPolicy: 'Always', securityContext: { ...CONFINED, runAsUser: 1000 } }],
  });
});

test('a user may allow privileges that are off by default', () => {
  const { spec } = render({ pod: { securityContext: { allowPrivilegeEscalation: true } } });
  expect(spec.containers[0].securityContext).toEqual({ ...CONFINED, allowPrivilegeEscalation: true });
});

test.each<[string, Partial<INodePool>, Partial<PodOptions>, number | undefined]>([
  ['15 s on spot machines', { provisioningModel: ProvisioningModel.SPOT }, {}, 15],
  ["Kubernetes' own elsewhere", { provisioningModel: ProvisioningModel.ON_DEMAND }, {}, undefined],
  [
    'what the user says',
    { provisioningModel: ProvisioningModel.SPOT },
    { terminationGracePeriod: Duration.seconds(5) },
    5,
  ],
])('the time to stop is %s', (_what, changes, pod, expected) => {
  expect(render({ pool: gpuPool(changes), pod }).spec.terminationGracePeriodSeconds).toBe(expected);
});

test('a pod that shares a GPU by MPS shares the memory of its node', () => {
  expect(render({ pool: gpuPool({ sharing: GpuSharing.mps(2) }) }).spec.hostIPC).toBe(true);
  expect(render({ pool: gpuPool({ sharing: GpuSharing.timeSharing(2) }) }).spec.hostIPC).toBeUndefined();
});

test('a pod without GPUs on a pool that shares them by MPS does not', () => {
  const pool = gpuPool({ sharing: GpuSharing.mps(2) });
  const resources = resolveResources({ pool, accelerated: false, mounts: [] });
  expect(render({ pool, resources }).spec.hostIPC).toBeUndefined();
});

test('init containers get the mounts and the requests, but no GPU', () => {
  const mounts = [Mount.memory(Size.gibibytes(1))];
  const { spec } = render({ pod: { mounts, initContainers: [{ name: 'fetch', command: ['sh'], env: { A: '1' } }] } });
  expect(spec.initContainers).toEqual([
    {
      name: 'fetch',
      image: 'mnist:1',
      command: ['sh'],
      env: [...HOME, { name: 'A', value: '1' }],
      resources: { requests: { cpu: '3975m', memory: '16Gi' }, limits: { memory: '16Gi' } },
      securityContext: CONFINED,
      volumeMounts: [{ name: 'dev-shm', mountPath: '/dev/shm' }],
    },
  ]);
});

test('root, and programs that give them, get no home and name; ports are told to Kubernetes', () => {
  const initContainers = [{ name: 'prepare', command: ['true'] }];
  expect(render({ pod: { user: PodUser.root(), initContainers } }).spec.initContainers[0]).not.toHaveProperty('env');
  expect(render({ pod: { initContainers, env: { HOME: '/me' } } }).spec.initContainers[0].env).toEqual(HOME);
  const ports = [{ name: 'http', containerPort: 8080 }];
  expect(render({ ports }).spec.containers[0].ports).toEqual(ports);
});

test('init containers may have an image and arguments of their own', () => {
  const fetch = { name: 'fetch', image: 'curl:8', command: ['curl'], args: ['-O', 'https://example.com/a'] };
  const { spec } = render({ pod: { initContainers: [fetch] } });
  expect(spec.initContainers).toMatchObject([fetch]);
  expect(spec.containers[0].image).toBe('mnist:1');
});

test('local disk is asked for, and limited to that', () => {
  const pool = gpuPool();
  const options = { ephemeralStorage: Size.gibibytes(10) };
  const { spec } = render({ pool, resources: resolveResources({ pool, accelerated: true, options, mounts: [] }) });
  expect(spec.containers[0].resources).toMatchObject({
    requests: { 'ephemeral-storage': '10Gi' },
    limits: { 'ephemeral-storage': '10Gi' },
  });
});

test("a bucket brings the driver's annotations, with the requests that are counted", () => {
  const bucket = { bucketName: 'data', url: 'gs://data' };
  const options = { readOnly: true, subfolder: 'runs/1', mountOptions: ['uid=1000'] };
  const { metadata, spec } = render({ pod: { mounts: [Mount.bucket(bucket, '/data', options)] } });
  expect(metadata.annotations).toMatchObject({
    'gke-gcsfuse/volumes': 'true',
    'gke-gcsfuse/cpu-request': '250m',
    'gke-gcsfuse/cpu-limit': '0',
    'gke-gcsfuse/memory-request': '256Mi',
    'gke-gcsfuse/memory-limit': '0',
    'gke-gcsfuse/ephemeral-storage-request': '5Gi',
    'gke-gcsfuse/ephemeral-storage-limit': '0',
  });
  expect(spec.volumes).toEqual([
    {
      name: 'data',
      csi: {
        driver: 'gcsfuse.csi.storage.gke.io',
        readOnly: true,
        volumeAttributes: { bucketName: 'data', mountOptions: 'implicit-dirs,only-dir=runs/1,uid=1000' },
      },
    },
    expect.anything(),
  ]);
  expect(spec.containers[0].volumeMounts[0]).toEqual({ name: 'data', mountPath: '/data', readOnly: true });
});

test('config files are in a ConfigMap that is named after the workload and the path', () => {
  const pod: PodOptions = { image: 'mnist:1', mounts: [Mount.configFiles({ 'a.yaml': 'x: 1\n' }, '/etc/train')] };
  expect(render({ pod }).spec.volumes[0]).toEqual({ name: 'etc-train', configMap: { name: 'mnist-etc-train' } });
});

test('only buckets need the annotations of their driver', () => {
  expect(render({ pod: { mounts: [Mount.persistentVolumeClaim('shared', '/data')] } }).metadata.annotations).toEqual({
    'sidecar.istio.io/inject': 'false',
  });
});

test('claims and other volumes are mounted as they are, each under a name of its own', () => {
  const mounts = [
    Mount.persistentVolumeClaim('shared', '/a/b'),
    Mount.persistentVolumeClaim('models', '/a-b', { readOnly: true }),
    Mount.volume({ hostPath: { path: '/x' } }, '/A/b'),
  ];
  expect(render({ pod: { mounts } }).spec.volumes).toEqual([
    { name: 'a-b', persistentVolumeClaim: { claimName: 'shared' } },
    { name: 'a-b-2', persistentVolumeClaim: { claimName: 'models', readOnly: true } },
    { name: 'a-b-3', hostPath: { path: '/x' } },
    SHARED_MEMORY,
  ]);
});

test.each<[string, Partial<PodOptions>, unknown]>([
  ['half of what other mounts leave', { mounts: [Mount.memory(Size.gibibytes(4), '/cache')] }, '6Gi'],
  ['the given size', { sharedMemorySize: Size.gibibytes(12) }, '12Gi'],
  ['a mount there', { mounts: [Mount.memory(Size.gibibytes(2))], sharedMemorySize: Size.gibibytes(12) }, '2Gi'],
  ['that of the node in its IPC', { podSpec: { hostIpc: true } }, undefined],
  ['that of the container runtime, by 0', { sharedMemorySize: Size.kibibytes(0) }, undefined],
])('/dev/shm is %s', (_what, pod, size) => {
  const { volumes = [], containers } = render({ pod }).spec;
  const mounted = containers[0].volumeMounts?.find(({ mountPath }: { mountPath: string }) => mountPath === '/dev/shm');
  const volume = volumes.find(({ name }: { name: string }) => name === mounted?.name);
  expect(volume?.emptyDir.sizeLimit).toBe(size);
});

test('a small pod keeps the 64 MiB of the container runtime', () => {
  const resources = (mebibytes: number) => ({
    ...{ cpuMillis: 100, memory: Size.mebibytes(mebibytes), gpus: 0 },
    sidecars: { cpuMillis: 0, memory: Size.mebibytes(0) },
  });
  expect(render({ resources: resources(128) }).spec).not.toHaveProperty('volumes');
  expect(render({ resources: resources(130) }).spec.volumes).toMatchObject([{ emptyDir: { sizeLimit: '65Mi' } }]);
});

test('variables of Services come by the word of Kubernetes', () => {
  expect(render({ pod: { podSpec: { enableServiceLinks: true } } }).spec.enableServiceLinks).toBe(true);
});

test('on a laptop nothing of Google Cloud is left', () => {
  const text = JSON.stringify(render({ pool: LocalCluster.minikube().pool }));
  expect(text).not.toMatch(/google|nvidia|nodeSelector|tolerations|LD_LIBRARY_PATH/);
});

test('in parts a pod is the same pod', () => {
  const options = {
    image: 'mnist:1',
    labels: { team: 'vision' },
    mounts: [Mount.memory(Size.gibibytes(1), '/dev/shm')],
  };
  const pool = gpuPool();
  const resources = resolveResources({ pool, accelerated: true, mounts: options.mounts });
  const task = { workloadName: 'mnist', pod: options, pool, resources, containerName: 'main', command: ['serve'] };
  const { metadata, container, rest } = podPartsOf(task);
  expect(container).toMatchObject({ name: 'main', image: 'mnist:1', command: ['serve'] });
  expect(rest).not.toHaveProperty('containers');
  expect({ metadata, spec: { ...rest, containers: [container] } }).toEqual(renderPodTemplate(task));
});

test('a role with a command of its own runs that instead of what the user gave', () => {
  const { spec } = render({
    command: ['sshd', '-D'],
    launcher: ['mpirun'],
    extraArgs: ['--rank=0'],
    pod: { command: ['python3'], args: ['train.py'] },
  });
  expect(spec.containers[0].command).toEqual(['sshd', '-D']);
  expect(spec.containers[0]).not.toHaveProperty('args');
});

test("a launcher stands before the user's command, and its arguments behind the user's", () => {
  const { spec } = render({
    launcher: ['torchrun', '--no_python'],
    extraArgs: ['--rank=0'],
    pod: { command: ['python3'], args: ['train.py'] },
  });
  expect(spec.containers[0]).toMatchObject({
    command: ['torchrun', '--no_python', 'python3'],
    args: ['train.py', '--rank=0'],
  });
});

test('a server has probes and a mesh, which a job has not', () => {
  const probe = { httpGet: { path: '/ready', port: k8s.IntOrString.fromNumber(8501) } };
  const { metadata, spec } = render({ mesh: 'any', readinessProbe: probe, startupProbe: probe, livenessProbe: probe });
  expect(JSON.stringify(metadata)).not.toContain('istio');
  const rendered = { httpGet: { path: '/ready', port: 8501 } };
  expect(spec.containers[0]).toMatchObject({
    readinessProbe: rendered,
    startupProbe: rendered,
    livenessProbe: rendered,
  });
});

test('sidecars run beside the main container, before init containers, and count for the node', () => {
  const sidecars = [
    { name: 'metrics', image: 'metrics:1', args: ['--port=9000'], env: { A: '1' } },
    { name: 'log', command: ['tail'], resources: { cpus: 0.5, memory: Size.gibibytes(1) } },
  ];
  const mounts = [Mount.memory(Size.gibibytes(1))];
  const pod = { sidecars, mounts, initContainers: [{ name: 'fetch', command: ['sh'] }] };
  const pool = gpuPool();
  const resources = resolveResources({ pool, accelerated: true, mounts, sidecars });
  const { spec } = render({ pod, pool, resources });
  expect(spec.initContainers.map(({ name }: { name: string }) => name)).toEqual(['metrics', 'log', 'fetch']);
  const [metrics, log, fetch] = spec.initContainers;
  expect(metrics).toEqual({
    name: 'metrics',
    image: 'metrics:1',
    args: ['--port=9000'],
    env: [...HOME, { name: 'A', value: '1' }],
    // Its program is not known, so its default is no limit.
    resources: { requests: { cpu: '100m', memory: '128Mi' } },
    restartPolicy: 'Always',
    securityContext: CONFINED,
    volumeMounts: [{ name: 'dev-shm', mountPath: '/dev/shm' }],
  });
  expect(log).toMatchObject({ image: 'mnist:1', command: ['tail'], restartPolicy: 'Always' });
  expect(log.resources.limits).toEqual({ memory: '1Gi' });
  expect(fetch).not.toHaveProperty('restartPolicy');
  // A quarter of the node's 16 CPUs and 64 GiB, less the sidecars.
  expect(spec.containers[0].resources.requests).toMatchObject({ cpu: '3375m', memory: '15232Mi' });
});

test("fields in Kubernetes' own words are added to what the pool decides", () => {
  const { spec } = render({
    pod: {
      podSpec: {
        schedulerName: 'volcano',
        nodeSelector: { disk: 'fast', 'cloud.google.com/gke-nodepool': 'other' },
        tolerations: [{ key: 'team', operator: 'Exists' }],
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway' },
          {
            maxSkew: 1,
            topologyKey: 'rack',
            whenUnsatisfiable: 'DoNotSchedule',
            labelSelector: { matchLabels: { team: 'a' } },
          },
        ],
        automountServiceAccountToken: true,
      },
    },
  });
  expect(spec).toMatchObject({
    schedulerName: 'volcano',
    nodeSelector: { disk: 'fast', 'cloud.google.com/gke-nodepool': 'k80' },
    tolerations: [
      { key: 'nvidia.com/gpu', operator: 'Equal', value: 'present', effect: 'NoSchedule' },
      { key: 'team', operator: 'Exists' },
    ],
    topologySpreadConstraints: [
      { topologyKey: 'topology.kubernetes.io/zone', labelSelector: { matchLabels: { 'trainyard/workload': 'mnist' } } },
      { topologyKey: 'rack', labelSelector: { matchLabels: { team: 'a' } } },
    ],
    automountServiceAccountToken: true,
  });
  expect(spec).not.toHaveProperty('dnsPolicy');
});

test("pods in the network of their node still ask the cluster's DNS", () => {
  expect(render({ pod: { podSpec: { hostNetwork: true } } }).spec).toMatchObject({
    hostNetwork: true,
    dnsPolicy: 'ClusterFirstWithHostNet',
  });
  const podSpec = { hostNetwork: true, dnsPolicy: 'Default' };
  expect(render({ pod: { podSpec } }).spec.dnsPolicy).toBe('Default');
});

test('the fields of a pod in parts are in the order of their names, and only those that are written', () => {
  const pool = gpuPool();
  const pod = { image: 'mnist:1', podSpec: { affinity: {}, schedulerName: 'volcano' }, priorityClassName: 'high' };
  const resources = resolveResources({ pool, accelerated: true, mounts: undefined });
  const parts = podPartsOf({ workloadName: 'mnist', pod, pool, resources, containerName: 'main' });
  expect(Object.keys(parts.rest)).toEqual([
    'affinity',
    'automountServiceAccountToken',
    'enableServiceLinks',
    'nodeSelector',
    'priorityClassName',
    'schedulerName',
    'securityContext',
    'serviceAccountName',
    'tolerations',
    'volumes',
  ]);
  const ofContainer = ['env', 'image', 'name', 'resources', 'securityContext', 'volumeMounts'];
  expect(Object.keys(parts.container)).toEqual(ofContainer);
});

test('the command starts in a folder', () => {
  expect(render({ pod: { workingDir: '/opt/benchmarks' } }).spec.containers[0].workingDir).toBe('/opt/benchmarks');
  expect(render().spec.containers[0]).not.toHaveProperty('workingDir');
});
