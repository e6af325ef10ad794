import type { ClusterPods } from './cluster-pods';
import type { MeshFacts } from './mesh';

/** The identity of an operator. Another one with the same kinds and APIs can take its place. */
export interface OperatorIdentity {
  readonly name: string;
  readonly version: string;
  /** The kinds that it serves, as `plural.group/version`, such as `tfjobs.kubeflow.org/v1`. */
  readonly serves: readonly string[];
  /**
   * APIs without definitions that it serves itself, as `version.group`: those of metrics for autoscalers, such as
   * `v1beta1.custom.metrics.k8s.io`.
   *
   * @default []
   * @see https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/apiserver-aggregation/
   */
  readonly apis?: readonly string[];
}

/** The facts of an operator that a cluster, its manifests and its DEPLOY.md need. The class `Operator` has them. */
export interface IOperator extends OperatorIdentity {
  readonly apis: readonly string[];
  /** The custom resource definitions that it installs, as `plural.group`. A cluster has one operator for each. */
  readonly crds: readonly string[];
  /** Operators that it needs to run. */
  readonly needs: readonly OperatorIdentity[];
  /** The roles in the cluster's project that its pods need. */
  readonly rights: readonly OperatorRight[];
  /** Its own pods, which take resources of the nodes. */
  readonly pods: readonly ClusterPods[];
  /** The mesh that it makes of the cluster. @default - none */
  readonly mesh?: MeshFacts;
  /** The way in which it is installed. @default - left to the reader of DEPLOY.md */
  readonly install?: { readonly way: InstallWay };
}

/** A role in the cluster's project for the pods of one Kubernetes service account. */
export interface OperatorRight {
  /** The role, such as `roles/monitoring.viewer`. */
  readonly role: string;
  readonly namespace: string;
  readonly serviceAccountName: string;
}

/** The way in which an operator is installed. */
export type InstallWay =
  | { readonly kind: 'command'; readonly install: string; readonly ready?: string }
  | { readonly kind: 'helm'; readonly releases: readonly HelmRelease[] }
  | { readonly kind: 'addon'; readonly addOn: GkeAddOn }
  | { readonly kind: 'elsewhere'; readonly who: string };

/** An add-on that GKE installs and keeps up to date by itself. */
export type GkeAddOn = 'gatewayApi' | 'rayOperator' | 'serviceMesh';

/** Values of a chart, as its values.yaml has them. */
export type HelmValues = Readonly<Record<string, unknown>>;

/** A release of one Helm chart, with a pinned version. Its namespace is created. */
export interface HelmRelease {
  /** The name of the release. */
  readonly name: string;
  /** The address of a chart repository: `https://…`, or `oci://…` without the chart. */
  readonly repository: string;
  readonly chart: string;
  /** The chart's version, as written in the repository. */
  readonly version: string;
  readonly namespace: string;
  /** Values that replace those of the chart's values.yaml. @default {} */
  readonly values?: HelmValues;
}
