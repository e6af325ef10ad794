import { choice, having, text, wrongType, type Rule } from '../problems/rules';
import { Topic } from '../problems/registry';
import type { Operator } from './operator';

/** Something that a cluster has and a workload can need. */
export type ClusterFeature =
  /** GKE itself, with its node labels and device plugin. */
  | 'gke'
  /** Pods can act as Google service accounts. */
  | 'workloadIdentity'
  /** Buckets can be mounted as folders by the Cloud Storage FUSE CSI driver. */
  | 'gcsFuse'
  /** Filestore shares can be claimed. */
  | 'filestore'
  /** Google's managed Prometheus collects metrics of pods, and evaluates rules. */
  | 'managedPrometheus';

const FEATURE = choice(
  ...Object.keys({
    gke: true,
    workloadIdentity: true,
    gcsFuse: true,
    filestore: true,
    managedPrometheus: true,
  } satisfies Record<ClusterFeature, true>),
);

/** A set of features, for tables of rules. */
export const FEATURES: Rule = {
  fix: "give a Set, such as new Set(['gke', 'workloadIdentity'])",
  check(property, value) {
    if (!(value instanceof Set)) return [wrongType(property, value, this.fix)];
    const features: readonly unknown[] = [...value];
    return features.flatMap((each) => FEATURE.check(property, each));
  },
};

/** A network by its name, id or self link. Terraform alone may know the value, so it is only compared. */
export interface NetworkFact {
  readonly network: string;
}

/**
 * The facts of a cluster that a workload needs: plain values, known at synthesis.
 */
export interface ICluster {
  readonly clusterName: string;
  /** Operators that run in it before workloads do. @default - not known, not checked */
  readonly operators?: readonly Operator[];
  /** Its features. @default - not known, not checked */
  readonly features?: ReadonlySet<ClusterFeature>;
  /** The zone or region. @default - not known, or not on Google Cloud */
  readonly location?: string;
  /** Its project at Google Cloud. @default - not known, or not on Google Cloud */
  readonly project?: string;
  /** The network of its nodes. @default - not known, not checked */
  readonly network?: NetworkFact;
  /** The account as which its nodes pull images. @default - not known */
  readonly nodeServiceAccountEmail?: string;
  /** The oldest Kubernetes version that it may run, such as `1.33`. @default - not known, not checked */
  readonly minimumKubernetesVersion?: string;
  /** The command that writes its credentials to the kubeconfig, and makes them current. @default - not known: DEPLOY.md leaves it to the reader */
  readonly getCredentialsCommand?: string;
  /** The name of its context in the kubeconfig. @default - not known: DEPLOY.md asks its reader for it */
  readonly kubectlContext?: string;
}

export const KUBECTL_CONTEXT = text('give the name of the context, as `kubectl config get-contexts` lists it');

export const NETWORK_FACT = having('network', "give the network, such as { network: 'main' }");

export const CLUSTER = having(
  'clusterName',
  'give a TrainingCluster, a LocalCluster, or what TrainingCluster.fromAttributes gives',
);

/** The same text for every reference to the same cluster. */
export function clusterKey(cluster: ICluster): string {
  return `${cluster.location ?? ''}/${cluster.clusterName}`;
}

/** The clusters that constructs of a tree make. */
export const CLUSTERS = new Topic<ICluster>('clusters');

/** Whether two references mean the same cluster: the same name in the same place. */
export function isSameCluster(a: ICluster, b: ICluster): boolean {
  return clusterKey(a) === clusterKey(b);
}
