import type { k8s } from 'cdk8s-plus-27';
import { GPU_RESOURCE } from '../../core/contracts/node-pool';
import { Quantity } from '../k8s';
import { envVar } from './env-value';
import type { ContainerOptions, InitContainer, PodOptions } from './pod-options';
import type { PodTask } from './pod-template';
import { cpuQuantity, memoryQuantity } from './quantity';
import type { ResolvedResources } from './resources';
import { homeEnv, securityContext } from './security-context';
import { sidecarRequests, type Sidecar } from './sidecar';

/** What a container asks for. */
type Requests = Pick<ResolvedResources, 'cpuMillis' | 'memory' | 'ephemeralStorage'>;

export function mainContainer(task: PodTask, volumeMounts: k8s.VolumeMount[]): k8s.Container {
  const { pod, resources, launcher = [], extraArgs = [] } = task;
  const command = task.command ?? [...launcher, ...(pod.command ?? [])];
  const args = task.command ? [] : [...(pod.args ?? []), ...extraArgs];
  return {
    name: task.containerName,
    ...common(pod),
    command: unlessEmpty([...command]),
    args: unlessEmpty(args),
    env: unlessEmpty([...(task.env ?? []), ...driverEnv(task), ...homeEnv(pod), ...userEnv(pod.env)]),
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
export function initContainer(task: PodTask, given: InitContainer, volumeMounts: k8s.VolumeMount[]): k8s.Container {
  return { ...beside(task, given, volumeMounts), resources: requirements(task.resources, 0) };
}

export function sidecarContainer(task: PodTask, given: Sidecar, volumeMounts: k8s.VolumeMount[]): k8s.Container {
  const { resources, readinessProbe } = given;
  return {
    ...beside(task, given, volumeMounts),
    resources: requirements(sidecarRequests(resources), 0),
    readinessProbe,
  };
}

function beside({ pod }: PodTask, given: InitContainer | Sidecar, volumeMounts: k8s.VolumeMount[]) {
  const { name, image = pod.image, command, args, env } = given;
  return {
    name,
    ...common({ ...pod, image }),
    command: command && [...command],
    args: args && [...args],
    env: unlessEmpty([...homeEnv({ ...pod, env }), ...userEnv(env)]),
    volumeMounts: unlessEmpty(volumeMounts),
  };
}

function common(pod: PodOptions) {
  return { image: pod.image, imagePullPolicy: pod.imagePullPolicy, securityContext: securityContext(pod) };
}

/** Requests and limits. There is no CPU limit, which would slow a task down on an idle node. */
function requirements(resources: Requests, gpus: number): k8s.ResourceRequirements {
  const both = {
    memory: memoryQuantity(resources.memory),
    ...(resources.ephemeralStorage && { 'ephemeral-storage': memoryQuantity(resources.ephemeralStorage) }),
    ...(gpus > 0 && { [GPU_RESOURCE]: Quantity.fromNumber(gpus) }),
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

export function unlessEmpty<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}
