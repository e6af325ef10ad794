import type { k8s } from 'cdk8s-plus-27';
import { k8sCode } from '../../kubernetes/k8s';
import type { JsonObject } from '../../kubernetes/manifest';
import type { PodOptions } from '../pod-options';
import { PodUser } from './pod-user';

/** The settings of a pod for Pod Security's level `restricted`, with the user's own on top. */
export function podSecurityContext({ user = PodUser.DEFAULT, podSecurityContext: own }: PodOptions) {
  const { id, group, kind } = user;
  const usual = {
    fsGroup: group,
    // A volume of many files would else be walked at each start.
    fsGroupChangePolicy: group === undefined ? undefined : 'OnRootMismatch',
    runAsGroup: kind === 'given' ? group : undefined,
    runAsNonRoot: kind === 'root' ? undefined : true,
    runAsUser: id,
    seccompProfile: { type: 'RuntimeDefault' },
  } satisfies k8s.PodSecurityContext;
  return own ? k8sCode().toJson_PodSecurityContext({ ...usual, ...own }) : usual;
}

/** The settings of a container for the same level. Root keeps the capabilities of the container runtime. */
export function securityContext({ user = PodUser.DEFAULT, securityContext: own }: PodOptions): JsonObject {
  const drop = user.kind === 'root' ? undefined : ['ALL'];
  const usual = { allowPrivilegeEscalation: false, capabilities: drop && { drop } };
  if (!own) return usual;
  const allowPrivilegeEscalation = escalates(own) ? undefined : false;
  const capabilities = own.capabilities ? { drop, ...own.capabilities } : usual.capabilities;
  return { ...k8sCode().toJson_SecurityContext({ allowPrivilegeEscalation, ...own, capabilities }) };
}

/** True for settings beside which the API server refuses `allowPrivilegeEscalation: false`. */
function escalates({ privileged, capabilities }: k8s.SecurityContext): boolean {
  return privileged === true || (capabilities?.add ?? []).some((name) => /^(CAP_)?SYS_ADMIN$/.test(name));
}

/** A home and a name for a user that the image may not know: programs write to the home and ask for the name. */
export function homeEnv({ user = PodUser.DEFAULT, env = {} }: PodOptions): readonly k8s.EnvVar[] {
  return user.kind === 'given' ? HOME.filter(({ name }) => !(name in env)) : [];
}

const HOME = [
  { name: 'HOME', value: '/tmp' },
  { name: 'USER', value: 'trainer' },
];

/** The user that owns a container's files; `undefined` if the image decides it. */
export function userOf({ user = PodUser.DEFAULT, securityContext: own, podSecurityContext: pod }: PodOptions) {
  return own?.runAsUser ?? pod?.runAsUser ?? user.id;
}
