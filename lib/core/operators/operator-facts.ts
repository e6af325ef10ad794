import { Size } from 'cdk8s';
import type { ClusterPods } from '../contracts/cluster-pods';
import type { HelmRelease, OperatorInstall } from './operator-install';

/** Known facts about an operator, apart from its needs. Versions, addresses and names: docs/operators.md. */
export interface OperatorFacts {
  readonly name: string;
  readonly version: string;
  readonly serves: readonly string[];
  readonly install?: OperatorInstall;
  /** Its charts. @default - none that this library knows */
  readonly charts?: readonly [HelmRelease, ...HelmRelease[]];
  /** APIs without definitions that it answers itself, as `version.group`. @default - none */
  readonly apis?: readonly string[];
  /** The rights in the cluster's project that its pods need. @default - none */
  readonly rights?: readonly OperatorRight[];
  /** Its own pods, by the requests of its manifests of August 2026. @default - they ask for nothing, or it is not known */
  readonly pods?: readonly ClusterPods[];
}

/** A role in the cluster's project for the pods of one Kubernetes service account. */
export interface OperatorRight {
  /** Such as `roles/monitoring.viewer`. */
  readonly role: string;
  readonly namespace: string;
  readonly serviceAccountName: string;
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
