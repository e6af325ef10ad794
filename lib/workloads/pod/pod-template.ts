import type { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { GPU_RESOURCE, type INodePool } from '../../core/contracts/node-pool';
import type { JsonObject, Manifest } from '../manifest';
import { envVar } from './env-value';
import { configFilesOf, renderMounts, type Mount } from './mount';
import { placeOn } from './placement';
import type { InitContainer, PodOptions } from './pod-options';
import { cpuQuantity, cpuText, memoryQuantity, memoryText } from './quantity';
import { GCS_FUSE_SIDECAR, type ResolvedResources } from './resources';

/** One kind of pod of a workload, with nothing left to decide. */
export interface PodTask {
  /** The workload's own name: its config files are named after it. */
  readonly workloadName: string;
  readonly pod: PodOptions;
  readonly pool: INodePool;
  readonly resources: ResolvedResources;
  readonly containerName: string;
  readonly ports?: readonly k8s.ContainerPort[];
  /** Before the user's own variables, in this order: a value may hold `$(NAME)` of one before it. */
  readonly env?: readonly k8s.EnvVar[];
  /** After the user's arguments; the only ones where the user gave none. */
  readonly extraArgs?: readonly string[];
  readonly restartPolicy?: 'Always' | 'OnFailure' | 'Never';
  /** How long each pod may run. */
  readonly timeLimit?: Duration;
  readonly serviceAccountName?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** The headless Service that gives the pod its host name. */
  readonly subdomain?: string;
}

/** A mesh's proxy never ends and takes part in no training protocol. */
const NO_MESH = { 'sidecar.istio.io/inject': 'false' };
/** Google Cloud takes a spot machine 30 s after its notice; the last seconds are the node's own. */
const SPOT_GRACE_SECONDS = 25;

/** The pod template of a task, as plain JSON. */
export function renderPodTemplate(task: PodTask): JsonObject {
  const { pod, pool } = task;
  const mounts = renderMounts(pod.mounts ?? [], task.workloadName);
  const volumeMounts = mounts.map(({ volumeMount }) => volumeMount);
  const template: k8s.PodTemplateSpec = {
    metadata: {
      labels: { ...NO_MESH, ...task.labels, ...pod.labels },
      annotations: { ...NO_MESH, ...bucketAnnotations(pod.mounts ?? []), ...task.annotations, ...pod.annotations },
    },
    spec: {
      ...placeOnMutable(pool, pod.architecture),
      ...(task.restartPolicy && { restartPolicy: task.restartPolicy }),
      ...(task.timeLimit && { activeDeadlineSeconds: task.timeLimit.toSeconds() }),
      ...(task.serviceAccountName !== undefined && { serviceAccountName: task.serviceAccountName }),
      ...(task.subdomain !== undefined && { subdomain: task.subdomain }),
      ...(pod.priorityClassName !== undefined && { priorityClassName: pod.priorityClassName }),
      ...(pod.podSecurityContext && { securityContext: pod.podSecurityContext }),
      ...(pod.imagePullSecrets && { imagePullSecrets: pod.imagePullSecrets.map((name) => ({ name })) }),
      ...(pool.sharing?.strategy === 'mps' && task.resources.gpus > 0 && { hostIpc: true }),
      terminationGracePeriodSeconds: gracePeriod(task),
      ...(pod.initContainers && {
        initContainers: pod.initContainers.map((container) => initContainer(task, container, volumeMounts)),
      }),
      containers: [mainContainer(task, volumeMounts)],
      ...(mounts.length > 0 && { volumes: mounts.map(({ volume }) => volume) }),
    },
  };
  return plain(template);
}

/** The ConfigMaps that the pods of a workload read. */
export function configManifests(pod: PodOptions, workloadName: string): Manifest[] {
  return configFilesOf(pod.mounts ?? [], workloadName).map(({ name, data }) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data,
  }));
}

function mainContainer(task: PodTask, volumeMounts: k8s.VolumeMount[]): k8s.Container {
  const { pod, resources } = task;
  const args = [...(pod.args ?? []), ...(task.extraArgs ?? [])];
  const env = [...(task.env ?? []), ...driverEnv(task), ...userEnv(pod.env)];
  return {
    name: task.containerName,
    ...common(pod),
    ...(pod.command && { command: [...pod.command] }),
    ...(args.length > 0 && { args }),
    ...(env.length > 0 && { env }),
    ...(task.ports && { ports: [...task.ports] }),
    resources: requirements(resources, resources.gpus),
    ...(volumeMounts.length > 0 && { volumeMounts }),
  };
}

/** Asks for what the main container asks for, but GPUs: the pod as a whole then asks for no more. */
function initContainer(task: PodTask, container: InitContainer, volumeMounts: k8s.VolumeMount[]): k8s.Container {
  const { pod } = task;
  return {
    name: container.name,
    ...common(pod),
    ...(container.image !== undefined && { image: container.image }),
    command: [...container.command],
    ...(container.args && { args: [...container.args] }),
    ...(container.env && { env: userEnv(container.env) }),
    resources: requirements(task.resources, 0),
    ...(volumeMounts.length > 0 && { volumeMounts }),
  };
}

function common(pod: PodOptions) {
  return {
    image: pod.image,
    ...(pod.imagePullPolicy && { imagePullPolicy: pod.imagePullPolicy }),
    securityContext: { allowPrivilegeEscalation: false, ...pod.securityContext },
  };
}

/** No CPU limit: it would throttle a task although the node idles. */
function requirements(resources: ResolvedResources, gpus: number): k8s.ResourceRequirements {
  const memory = memoryQuantity(resources.memory);
  const both = {
    memory,
    ...(resources.ephemeralStorage && { 'ephemeral-storage': memoryQuantity(resources.ephemeralStorage) }),
    ...(gpus > 0 && { [GPU_RESOURCE]: k8s.Quantity.fromNumber(gpus) }),
  };
  return { requests: { cpu: cpuQuantity(resources.cpuMillis), ...both }, limits: both };
}

function driverEnv({ pod, pool, resources }: PodTask): k8s.EnvVar[] {
  const wanted = resources.gpus > 0 && (pod.driverLibraryPath ?? true) && pod.env?.['LD_LIBRARY_PATH'] === undefined;
  return wanted && pool.driverLibraryPath !== undefined
    ? [{ name: 'LD_LIBRARY_PATH', value: pool.driverLibraryPath }]
    : [];
}

function userEnv(env: PodOptions['env'] = {}): k8s.EnvVar[] {
  return Object.entries(env).map(([name, value]) => envVar(name, value));
}

function gracePeriod({ pod, pool }: PodTask): number | undefined {
  return (
    pod.terminationGracePeriod?.toSeconds({ integral: false }) ??
    (pool.capacity?.interruptible ? SPOT_GRACE_SECONDS : undefined)
  );
}

/** A limit of 0 is none; one that is left out would become the request. */
function bucketAnnotations(mounts: readonly Mount[]): Record<string, string> {
  if (!mounts.some(({ source }) => source.kind === 'bucket')) return {};
  return {
    'gke-gcsfuse/volumes': 'true',
    'gke-gcsfuse/cpu-request': cpuText(GCS_FUSE_SIDECAR.cpuMillis),
    'gke-gcsfuse/cpu-limit': '0',
    'gke-gcsfuse/memory-request': memoryText(GCS_FUSE_SIDECAR.memory),
    'gke-gcsfuse/memory-limit': '0',
    'gke-gcsfuse/ephemeral-storage-request': memoryText(GCS_FUSE_SIDECAR.ephemeralStorage),
    'gke-gcsfuse/ephemeral-storage-limit': '0',
  };
}

/** cdk8s' types want arrays that may be changed; nobody changes them. */
function placeOnMutable(
  pool: INodePool,
  architecture: PodOptions['architecture'],
): Pick<k8s.PodSpec, 'nodeSelector' | 'tolerations'> {
  const { nodeSelector, tolerations } = placeOn(pool, architecture);
  return {
    ...(nodeSelector && { nodeSelector: { ...nodeSelector } }),
    ...(tolerations && { tolerations: [...tolerations] }),
  };
}

/** The edge to generated code: what it returns is JSON, but for `undefined`, and its type does not say so. */
function plain(template: k8s.PodTemplateSpec): JsonObject {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return JSON.parse(JSON.stringify(k8s.toJson_PodTemplateSpec(template))) as JsonObject;
}
