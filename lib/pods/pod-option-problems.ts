import { problem, secondsProblems, type Problem } from '../core/problems';
import { imageProblems } from '../core/names/image-name';
import { annotationProblems, labelProblems, objectNameProblems } from '../core/names/kubernetes-name';
import { bucketSidecarProblems } from './containers/bucket-sidecar';
import { containerNameProblems } from './containers/container-names';
import type { ContainerOptions, PodOptions, PodSettings } from './pod-options';
import { sidecarRequests } from './containers/sidecar';
import { amountProblems } from './containers/quantity-problems';

export function* podOptionProblems(pod: PodOptions): Generator<Problem> {
  yield* containerProblems(pod);
  yield* podSettingProblems(pod);
  yield* userProblems(pod);
  yield* bucketSidecarProblems(pod);
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

/** @see https://github.com/opencontainers/runtime-spec/blob/main/config.md#process */
function* containerProblems({ image, env, workingDir = '' }: ContainerOptions): Generator<Problem> {
  yield* imageProblems('image', image);
  yield* envProblems(env);
  // Kubernetes reads an empty folder as the image's.
  if (workingDir === '' || workingDir.startsWith('/')) return;
  const message = `workingDir ${JSON.stringify(workingDir)} is not an absolute path`;
  yield problem('working-dir', 'workingDir', message, 'give an absolute path, such as "/workspace"');
}

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
    yield* amountProblems({ name, resources: { ...sidecarRequests(resources), gpus: 0 } });
  }
  yield* containerNameProblems(pod);
  yield* secondsProblems({ terminationGracePeriod: pod.terminationGracePeriod });
}

/** @see https://github.com/kubernetes/enhancements/blob/master/keps/sig-node/4369-allow-special-characters-environment-variable/README.md */
const VARIABLE_NAME = /^[!-<>-~]+$/;

function envProblems(env: ContainerOptions['env'] = {}): Generator<Problem> {
  return envNameProblems(Object.keys(env));
}

export function* envNameProblems(names: readonly string[]): Generator<Problem> {
  for (const name of names) {
    if (VARIABLE_NAME.test(name)) continue;
    const message = `${JSON.stringify(name)} cannot be the name of an environment variable`;
    yield problem('env-name', 'env', message, 'use letters, digits and "_"');
  }
}
