import { Topic } from '../problems';
import type { IOperator } from './operator';

/** A feature of a cluster that a workload can need. */
export type ClusterFeature =
  /** GKE itself, with its node labels and device plugin. */
  | 'gke'
  /** Pods can act as Google service accounts. */
  | 'workloadIdentity'
  /** Buckets can be mounted as folders by the Cloud Storage FUSE CSI driver. */
  | 'gcsFuse'
  /** Filestore shares can be claimed. */
  | 'filestore'
  /** Google Groups can have rights. */
  | 'googleGroups'
  /** The names of Google's APIs lead to private addresses. */
  | 'privateGoogleApis'
  /** Google's managed Prometheus collects metrics of pods, and evaluates rules. */
  | 'managedPrometheus';

/** A network by its name, id or self link. It is only compared, because Terraform alone may know it. */
export interface NetworkFact {
  readonly network: string;
}

/** The facts of a cluster that a workload needs: plain values, known at synthesis. */
export interface ICluster {
  readonly clusterName: string;
  /** Operators that are installed before workloads. @default - not known, not checked */
  readonly operators?: readonly IOperator[];
  /** Its features. @default - not known, not checked */
  readonly features?: ReadonlySet<ClusterFeature>;
  /** The zone or region. @default - not known, or not on Google Cloud */
  readonly location?: string;
  /** Its project at Google Cloud. @default - not known, or not on Google Cloud */
  readonly project?: string;
  /** The network of its nodes. @default - not known, not checked */
  readonly network?: NetworkFact;
  /** The service account that pulls images for its nodes. @default - not known */
  readonly nodeServiceAccountEmail?: string;
  /** The oldest Kubernetes version that it may run, such as `1.33`. @default - not known, not checked */
  readonly minimumKubernetesVersion?: string;
  /** The command that writes its credentials to the kubeconfig and makes its context current. @default - not known: DEPLOY.md leaves it to the reader */
  readonly getCredentialsCommand?: string;
  /** The name of its context in the kubeconfig. @default - not known: DEPLOY.md asks its reader for it */
  readonly kubectlContext?: string;
}

/** A key that is equal for all references to the same cluster that know its project. */
export function clusterKey({ project = '', location = '', clusterName }: ICluster): string {
  return [project, location, clusterName].join('/');
}

/** The clusters that constructs of a tree make. */
export const CLUSTERS = new Topic<ICluster>('clusters');

/** The cluster of each chart. */
export const CLUSTERS_OF_CHARTS = new Topic<ICluster>('cluster of chart');

/** True if two references mean the same cluster: the same name in the same location, and in the same project if both know it. */
export function isSameCluster(a: ICluster, b: ICluster): boolean {
  const areApart = a.project !== undefined && b.project !== undefined && a.project !== b.project;
  return !areApart && a.clusterName === b.clusterName && (a.location ?? '') === (b.location ?? '');
}
