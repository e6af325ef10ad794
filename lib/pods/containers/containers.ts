import type { k8s } from 'cdk8s-plus-27';
import { GPU_RESOURCE } from '../../core/contracts/node-pool';
import { shellWord } from '../../core/names/shell-word';
import type { JsonObject } from '../../kubernetes/manifest';
import { envVar } from './env-value';
import type { ContainerOptions, InitContainer, PodOptions } from '../pod-options';
import { envSourceJson, lifecycleJson, probeJson } from '../../kubernetes/k8s-json';
import type { PodTask } from '../pod-template';
import { cpuText, memoryText } from '../../kubernetes/quantity';
import type { SidecarResources } from './resources';
import { homeEnv, securityContext } from '../security/security-context';
import { sidecarRequests, type Sidecar } from './sidecar';

/** The fields of each part of a pod are in the order of their names. Digests of pods rely on it. */
export function mainContainer(task: PodTask, volumeMounts: JsonObject[]): JsonObject {
  const { pod, resources } = task;
  return {
    ...programOf(task),
    env: variables([...(task.env ?? []), ...driverEnv(task), ...homeEnv(pod), ...userEnv(pod.env)]),
    image: pod.image,
    imagePullPolicy: pod.imagePullPolicy,
    lifecycle: lifecycleJson(task.lifecycle),
    livenessProbe: probeJson(task.livenessProbe),
    name: task.containerName,
    ports: task.ports?.map(portOf),
    readinessProbe: probeJson(task.readinessProbe),
    resources: requirements(resources, resources.gpus),
    securityContext: securityContext(pod),
    startupProbe: probeJson(task.startupProbe),
    volumeMounts: unlessEmpty(volumeMounts),
    workingDir: pod.workingDir,
  };
}

function programOf({ pod, launcher = [], command, extraArgs = [], inShell = false }: PodTask): JsonObject {
  const program = command ?? [...launcher, ...(pod.command ?? [])];
  const args = command ? [] : [...(pod.args ?? []), ...extraArgs];
  if (inShell) return { command: ['sh', '-c', [...program, ...args].map(shellWord).join(' ')] };
  return { args: unlessEmpty(args), command: unlessEmpty([...program]) };
}

/** An init container. It has the main container's requests without GPUs, so the pod as a whole asks for no more. */
export function initContainer(task: PodTask, given: InitContainer, volumeMounts: JsonObject[]): JsonObject {
  return beside(task.pod, given, { requests: task.resources }, volumeMounts);
}

export function sidecarContainer(task: PodTask, given: Sidecar, volumeMounts: JsonObject[]): JsonObject {
  const { resources, readinessProbe } = given;
  // What a program needs that says nothing is not known, so its default is no limit.
  const own = { requests: sidecarRequests(resources), isLimited: resources?.memory !== undefined, readinessProbe };
  // By this field of Kubernetes a container is a sidecar.
  return { ...beside(task.pod, given, own, volumeMounts), restartPolicy: 'Always' };
}

/** The fields that an init container or a sidecar has of its own. */
interface Own {
  readonly requests: SidecarResources;
  /** True if its requests are its limits. @default true */
  readonly isLimited?: boolean;
  readonly readinessProbe?: k8s.Probe;
}

function beside(
  pod: PodOptions,
  given: InitContainer | Sidecar,
  { requests, isLimited = true, readinessProbe }: Own,
  volumeMounts: JsonObject[],
): JsonObject {
  const { name, image = pod.image, command, args, env } = given;
  return {
    args: args && [...args],
    command: command && [...command],
    env: variables([...homeEnv({ ...pod, env }), ...userEnv(env)]),
    image,
    imagePullPolicy: pod.imagePullPolicy,
    name,
    readinessProbe: probeJson(readinessProbe),
    resources: { ...requirements(requests, 0), ...(!isLimited && { limits: undefined }) },
    securityContext: securityContext(pod),
    volumeMounts: unlessEmpty(volumeMounts),
  };
}

/** Requests and limits. There is no CPU limit, which would slow a task down on an idle node. */
function requirements({ cpuMillis, memory, ephemeralStorage }: SidecarResources, gpus: number): JsonObject {
  const both = {
    memory: memoryText(memory),
    ...(ephemeralStorage && { 'ephemeral-storage': memoryText(ephemeralStorage) }),
    ...(gpus > 0 && { [GPU_RESOURCE]: gpus }),
  };
  return { limits: both, requests: { cpu: cpuText(cpuMillis), ...both } };
}

function portOf({ containerPort, hostIp, hostPort, name, protocol }: k8s.ContainerPort): JsonObject {
  return { containerPort, hostIP: hostIp, hostPort, name, protocol };
}

function variables(env: readonly k8s.EnvVar[]): JsonObject[] | undefined {
  return unlessEmpty(env.map(({ name, value, valueFrom }) => ({ name, value, valueFrom: envSourceJson(valueFrom) })));
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
