import type { ApiObject } from 'cdk8s';
import { clusterKey, type ICluster } from '../core/contracts/cluster';
import { Topic } from '../core/problems';

/** The levels of Pod Security, the strictest first. */
export const POD_SECURITY_LEVELS = ['restricted', 'baseline', 'privileged'] as const;

/**
 * A level of Pod Security: the rights of pods in a namespace.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export type PodSecurityLevel = (typeof POD_SECURITY_LEVELS)[number];

/** The strictest level that accepts pods, and the reason why a stricter one does not. */
export interface SecurityNeed {
  readonly level: PodSecurityLevel;
  /** The reason why a stricter level refuses the pods. @default - none: the level is the strictest */
  readonly because?: string;
}

/** The pods of a workload, for the checks of their namespace. */
export interface SecuredPods {
  /** The object that runs them. */
  readonly object: Pick<ApiObject, 'kind' | 'name'>;
  readonly need: () => SecurityNeed;
}

/** The pods of the workloads of a namespace. */
export function securedPods(cluster: ICluster, namespace: string): Topic<SecuredPods> {
  return new Topic(`pods of ${clusterKey(cluster)}/${namespace}`);
}

/** The need with the least strict level. */
export function weakest(needs: readonly SecurityNeed[]): SecurityNeed {
  const byLevel = (wanted: PodSecurityLevel) => needs.find(({ level }) => level === wanted);
  return byLevel('privileged') ?? byLevel('baseline') ?? { level: 'restricted' };
}
