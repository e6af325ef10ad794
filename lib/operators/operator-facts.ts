import { Size } from 'cdk8s';
import type { ClusterPods } from '../core/contracts/cluster-pods';
import type { HelmRelease, OperatorIdentity, OperatorRight } from '../core/contracts/operator';
import type { MeshFacts } from '../core/contracts/mesh';
import type { OperatorInstall } from './operator-install';

/** The facts of an operator. Versions, addresses and names: docs/operators.md. */
export interface OperatorFacts extends OperatorIdentity {
  readonly install?: OperatorInstall;
  /** The mesh that it makes of the cluster. @default - none */
  readonly mesh?: MeshFacts;
  /** Its charts. @default - none known */
  readonly charts?: readonly [HelmRelease, ...HelmRelease[]];
  /** Operators that it needs to run. @default - none */
  readonly needs?: readonly OperatorIdentity[];
  /** The rights in the cluster's project that its pods need. @default - none */
  readonly rights?: readonly OperatorRight[];
  /** Its own pods, with the requests of its manifests of August 2026. @default - without requests, or not known */
  readonly pods?: readonly ClusterPods[];
}

export const apply = (address: string) => `kubectl apply --server-side -f ${address}`;
export const applyRelease = (project: string, version: string, file: string) =>
  apply(`https://github.com/${project}/releases/download/v${version}/${file}`);
export const rollout = (namespace: string, ...deployments: readonly string[]) =>
  deployments.map((name) => `kubectl -n ${namespace} rollout status deployment/${name} --timeout=300s`).join(' && ');
export const kinds = (group: string, version: string, ...plurals: readonly string[]) =>
  plurals.map((plural) => `${plural}.${group}/${version}`);

export const pods = (count: number, cpuMillis: number, mebibytes: number): ClusterPods[] => [
  { count, cpuMillis, memory: Size.mebibytes(mebibytes) },
];
