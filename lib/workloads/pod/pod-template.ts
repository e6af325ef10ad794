import type { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { GPU_RESOURCE, type INodePool } from '../../core/contracts/node-pool';
import type { JsonObject, Manifest } from '../manifest';
import { envVar } from './env-value';
import { configFilesOf, renderMounts } from './render-mounts';
import type { Mount } from './mount';
import { placeOn } from './placement';
import type { ContainerOptions, InitContainer, PodOptions, PodSettings } from './pod-options';
import { cpuQuantity, cpuText, memoryQuantity, memoryText } from './quantity';
import { GCS_FUSE_SIDECAR, type ResolvedResources } from './resources';

/** One kind of pod of a workload, with all defaults filled in. */
export interface PodTask {
  /** The workload's name: its config files are named after it. */
  readonly workloadName: string;
  readonly pod: PodOptions;
  readonly pool: INodePool;
  readonly resources: ResolvedResources;
  readonly containerName: string;
  readonly ports?: readonly k8s.ContainerPort[];
  /** Variables before the user's own, in this order: a value may hold `$(NAME)` of an earlier variable. */
  readonly env?: readonly k8s.EnvVar[];
  /** The program and arguments before the user's command. */
  readonly launcher?: readonly string[];
  /** Replaces the user's command and arguments. */
  readonly command?: readonly string[];
  /** Arguments after the user's. */
  readonly extraArgs?: readonly string[];
  readonly startupProbe?: k8s.Probe;
  readonly readinessProbe?: k8s.Probe;
  readonly livenessProbe?: k8s.Probe;
  readonly lifecycle?: k8s.Lifecycle;
  readonly restartPolicy?: 'Always' | 'OnFailure' | 'Never';
  /** The longest time that each pod may run. */
  readonly timeLimit?: Duration;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** The headless Service that gives the pod its host name. */
  readonly subdomain?: string;
  /** Whether a service mesh adds its proxy to the pod. The proxy never ends, so a job with it would not end. @default false */
  readonly mesh?: boolean;
}

/** A pod in parts, for kinds whose objects hold the parts in different places. */
export interface PodParts {
  /** Labels and annotations. */
  readonly metadata: JsonObject;
  /** The main container. */
  readonly container: JsonObject;
  /** The pod's spec without the main container. */
  readonly rest: JsonObject;
}

/** Keeps a mesh's proxy out: it never ends, and training protocols do not pass it. */
const NO_MESH = { 'sidecar.istio.io/inject': 'false' };

/** The pod template of a task, as plain JSON. */
export function renderPodTemplate(task: PodTask): JsonObject {
  return plain(templateOf(task));
}

/** The same in parts. */
export function podPartsOf(task: PodTask): PodParts {
  const { metadata, spec } = plain(templateOf(task));
  const { containers, ...rest } = jsonObject(spec);
  return {
    metadata: jsonObject(metadata),
    container: jsonObject(Array.isArray(containers) ? containers.at(0) : undefined),
    rest,
  };
}

function templateOf(task: PodTask): k8s.PodTemplateSpec {
  const { pod, pool } = task;
  const { mounts = [], identity } = pod;
  const rendered = renderMounts(mounts, task.workloadName);
  const volumeMounts = rendered.map(({ volumeMount }) => volumeMount);
  const mesh = task.mesh === true ? {} : NO_MESH;
  return {
    metadata: {
      labels: { ...mesh, ...task.labels, ...pod.labels },
      annotations: { ...mesh, ...bucketAnnotations(mounts), ...task.annotations, ...pod.annotations },
    },
    spec: {
      ...mutable(placeOn(pool, pod.architecture)),
      restartPolicy: task.restartPolicy,
      activeDeadlineSeconds: task.timeLimit?.toSeconds(),
      serviceAccountName: identity?.serviceAccountName,
      subdomain: task.subdomain,
      priorityClassName: pod.priorityClassName,
      securityContext: pod.podSecurityContext,
      imagePullSecrets: pod.imagePullSecrets?.map((name) => ({ name })),
      hostIpc: pool.sharing?.strategy === 'mps' && task.resources.gpus > 0 ? true : undefined,
      terminationGracePeriodSeconds: gracePeriod(task),
      initContainers: pod.initContainers?.map((container) => initContainer(task, container, volumeMounts)),
      containers: [mainContainer(task, volumeMounts)],
      volumes: unlessEmpty(rendered.map(({ volume }) => volume)),
    },
  };
}

/** The ConfigMaps that the pods of a workload read. */
export function configManifests({ mounts = [] }: PodSettings, workloadName: string): Manifest[] {
  return configFilesOf(mounts, workloadName).map(({ name, data }) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data,
  }));
}

function mainContainer(task: PodTask, volumeMounts: k8s.VolumeMount[]): k8s.Container {
  const { pod, resources, launcher = [], extraArgs = [] } = task;
  const command = task.command ?? [...launcher, ...(pod.command ?? [])];
  const args = task.command ? [] : [...(pod.args ?? []), ...extraArgs];
  return {
    name: task.containerName,
    ...common(pod),
    command: unlessEmpty([...command]),
    args: unlessEmpty(args),
    env: unlessEmpty([...(task.env ?? []), ...driverEnv(task), ...userEnv(pod.env)]),
    ports: task.ports && [...task.ports],
    resources: requirements(resources, resources.gpus),
    volumeMounts: unlessEmpty(volumeMounts),
    startupProbe: task.startupProbe,
    readinessProbe: task.readinessProbe,
    livenessProbe: task.livenessProbe,
    lifecycle: task.lifecycle,
  };
}

/** An init container. It has the main container's requests without GPUs, so the pod as a whole asks for no more. */
function initContainer(task: PodTask, container: InitContainer, volumeMounts: k8s.VolumeMount[]): k8s.Container {
  return {
    name: container.name,
    ...common({ ...task.pod, image: container.image ?? task.pod.image }),
    command: [...container.command],
    args: container.args && [...container.args],
    env: container.env && userEnv(container.env),
    resources: requirements(task.resources, 0),
    volumeMounts: unlessEmpty(volumeMounts),
  };
}

function common({ image, imagePullPolicy, securityContext }: ContainerOptions) {
  return { image, imagePullPolicy, securityContext: { allowPrivilegeEscalation: false, ...securityContext } };
}

/** Requests and limits. There is no CPU limit, which would slow a task down on an idle node. */
function requirements(resources: ResolvedResources, gpus: number): k8s.ResourceRequirements {
  const both = {
    memory: memoryQuantity(resources.memory),
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

function userEnv(env: ContainerOptions['env'] = {}): k8s.EnvVar[] {
  return Object.entries(env).map(([name, value]) => envVar(name, value));
}

function gracePeriod({ pod, pool }: PodTask): number | undefined {
  return pod.terminationGracePeriod?.toSeconds({ integral: false }) ?? pool.capacity?.graceSeconds;
}

/** Annotations for the bucket sidecar. A limit of 0 means no limit; a missing limit would become the request. */
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

/** A copy, because the types of cdk8s want mutable arrays. */
function mutable({ nodeSelector, tolerations }: ReturnType<typeof placeOn>) {
  return { nodeSelector, tolerations: tolerations && [...tolerations] };
}

function unlessEmpty<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** The edge to generated code, which returns JSON but has no type for it. */
function plain(template: k8s.PodTemplateSpec): JsonObject {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return k8s.toJson_PodTemplateSpec(template) as JsonObject;
}

function jsonObject(value: unknown): JsonObject {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}
