import { IDENTITY } from '../../core/contracts/identity';
import { POOL } from '../../core/contracts/node-pool';
import { CONTAINER_IMAGE, imageProblems } from '../../core/names/image-name';
import { annotationProblems, labelProblems, LABELS, objectNameProblems } from '../../core/names/kubernetes-name';
import { problem, type Problem } from '../../core/problems/problem';
import { choice, DURATION, FLAG, listOf, object, optional, text, type Rules } from '../../core/problems/rules';
import { secondsProblems } from '../../core/problems/seconds-problems';
import { containerNameProblems } from './container-names';
import { COMMAND, ENV, WORKING_DIR } from './container-rules';
import { ofKubernetes } from '../k8s-rule';
import { MOUNT } from './mount';
import type { ContainerOptions, InitContainer, PodOptions, PodSettings, TaskOptions } from './pod-options';
import { POD_SPEC } from './pod-spec';
import { POD_USER } from './pod-user';
import { SIDECAR, sidecarRequests } from './sidecar';
import { amountProblems } from './quantity-problems';
import { RESOURCES } from './resources';

const INIT_CONTAINER: Rules<InitContainer> = {
  name: text('name it, such as "prepare"'),
  image: optional(CONTAINER_IMAGE),
  command: COMMAND,
  args: optional(COMMAND),
  env: optional(ENV),
};

export const CONTAINER_OPTIONS: Rules<ContainerOptions> = {
  image: CONTAINER_IMAGE,
  command: optional(COMMAND),
  args: optional(COMMAND),
  workingDir: optional(WORKING_DIR),
  env: optional(ENV),
  imagePullPolicy: optional(choice('Always', 'IfNotPresent', 'Never')),
  securityContext: optional(ofKubernetes('toJson_SecurityContext')),
  driverLibraryPath: optional(FLAG),
};

/** All but the time to stop, which a server works out. */
export const SERVER_SETTINGS: Rules<Omit<PodSettings, 'terminationGracePeriod'>> = {
  imagePullSecrets: optional(listOf(text('name Secrets of the namespace'))),
  labels: optional(LABELS),
  annotations: optional(LABELS),
  identity: optional(IDENTITY),
  mounts: optional(listOf(MOUNT)),
  priorityClassName: optional(text('give the name of the PriorityClass')),
  user: optional(POD_USER),
  podSecurityContext: optional(ofKubernetes('toJson_PodSecurityContext')),
  initContainers: optional(listOf(object(INIT_CONTAINER, "give { name: 'prepare', command: ['true'] }"))),
  sidecars: optional(listOf(object(SIDECAR, "give { name: 'metrics', image: 'metrics:1' }"))),
  architecture: optional(choice('amd64', 'arm64')),
  podSpec: optional(object(POD_SPEC, "give fields of a pod, such as { schedulerName: 'volcano' }")),
};

const POD_SETTINGS: Rules<PodSettings> = { ...SERVER_SETTINGS, terminationGracePeriod: optional(DURATION) };

export const POD_OPTIONS: Rules<PodOptions> = { ...CONTAINER_OPTIONS, ...POD_SETTINGS };

export const TASK_OPTIONS: Rules<TaskOptions> = {
  ...POD_OPTIONS,
  pool: POOL,
  resources: optional(object(RESOURCES, 'give { cpus: 2, memory: Size.gibibytes(4) }')),
  accelerated: optional(FLAG),
};

/** Problems of the options of pods in any place. */
export function* podOptionProblems(pod: PodOptions): Generator<Problem> {
  yield* containerProblems(pod);
  yield* podSettingProblems(pod);
  yield* userProblems(pod);
}

/** A node does not start root's containers in pods that say that they do not run as root. */
function* userProblems(pod: PodOptions): Generator<Problem> {
  for (const property of ['securityContext', 'podSecurityContext'] as const) {
    const own = pod[property];
    const nonRoot = pod.securityContext?.runAsNonRoot ?? pod.podSecurityContext?.runAsNonRoot ?? true;
    if (own?.runAsUser !== 0 || pod.user?.kind === 'root' || !nonRoot) continue;
    const message = `${property}.runAsUser is 0, but user says that the pods do not run as root, so no node would start them`;
    yield problem('pod-user', property, message, 'leave runAsUser out, and set user to PodUser.root()');
  }
}

/** Problems of a container's image and variables. */
function* containerProblems({ image, env }: ContainerOptions): Generator<Problem> {
  yield* imageProblems('image', image);
  yield* envProblems(env);
}

/** Problems of the settings around the main container. */
function* podSettingProblems(pod: PodSettings): Generator<Problem> {
  const { labels = {}, annotations = {}, imagePullSecrets = [], priorityClassName } = pod;
  const { initContainers = [], sidecars = [] } = pod;
  for (const name of imagePullSecrets) yield* objectNameProblems('Secret', 'imagePullSecrets', name);
  yield* labelProblems('labels', labels);
  yield* annotationProblems('annotations', annotations);
  if (priorityClassName !== undefined)
    yield* objectNameProblems('PriorityClass', 'priorityClassName', priorityClassName);
  for (const [index, { image, env }] of initContainers.entries()) {
    if (image !== undefined) yield* imageProblems(`initContainers[${index}].image`, image);
    yield* envProblems(env);
  }
  for (const [index, { name, image, env, resources }] of sidecars.entries()) {
    if (image !== undefined) yield* imageProblems(`sidecars[${index}].image`, image);
    yield* envProblems(env);
    yield* amountProblems({ name, resolved: { ...sidecarRequests(resources), gpus: 0 } });
  }
  yield* containerNameProblems(pod);
  yield* secondsProblems('terminationGracePeriod', pod.terminationGracePeriod, 0);
}

const VARIABLE_NAME = /^[!-<>-~]+$/;

function envProblems(env: ContainerOptions['env'] = {}): Generator<Problem> {
  return envNameProblems(Object.keys(env));
}

/** Problems of the names of environment variables. */
export function* envNameProblems(names: readonly string[]): Generator<Problem> {
  for (const name of names) {
    if (VARIABLE_NAME.test(name)) continue;
    const message = `${JSON.stringify(name)} cannot be the name of an environment variable`;
    yield problem('env-name', 'env', message, 'use letters, digits and "_"');
  }
}
