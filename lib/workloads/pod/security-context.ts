import type { k8s } from 'cdk8s-plus-27';
import type { PodOptions } from './pod-options';
import { PodUser } from './pod-user';

/** The settings of a pod for Pod Security's level `restricted`, with the user's own on top. */
export function podSecurityContext({ user = PodUser.DEFAULT, podSecurityContext: own }: PodOptions) {
  const { id, group, kind } = user;
  return {
    runAsNonRoot: kind === 'root' ? undefined : true,
    runAsUser: id,
    runAsGroup: kind === 'given' ? group : undefined,
    fsGroup: group,
    // A volume of many files would else be walked at each start.
    fsGroupChangePolicy: group === undefined ? undefined : 'OnRootMismatch',
    seccompProfile: { type: 'RuntimeDefault' },
    ...own,
  } satisfies k8s.PodSecurityContext;
}

/** The same of a container. Root keeps the capabilities of the container runtime. */
export function securityContext({
  user = PodUser.DEFAULT,
  securityContext: own = {},
}: PodOptions): k8s.SecurityContext {
  const drop = user.kind === 'root' ? undefined : ['ALL'];
  const capabilities = own.capabilities ? { drop, ...own.capabilities } : drop && { drop };
  return { allowPrivilegeEscalation: escalates(own) ? undefined : false, ...own, capabilities };
}

/** The API server refuses to take back what these allow. */
function escalates({ privileged, capabilities }: k8s.SecurityContext): boolean {
  return privileged === true || (capabilities?.add ?? []).some((name) => /^(CAP_)?SYS_ADMIN$/.test(name));
}

/** A home and a name for a user that the image need not know: programs write to the one and ask for the other. */
export function homeEnv({ user = PodUser.DEFAULT, env = {} }: PodOptions): k8s.EnvVar[] {
  if (user.kind !== 'given') return [];
  const given = { HOME: '/tmp', USER: 'trainer' };
  return Object.entries(given).flatMap(([name, value]) => (name in env ? [] : [{ name, value }]));
}

/** The user that a container's files are to belong to; `undefined` if the image says it. */
export function userOf({ user = PodUser.DEFAULT, securityContext: own, podSecurityContext: pod }: PodOptions) {
  return own?.runAsUser ?? pod?.runAsUser ?? user.id;
}
