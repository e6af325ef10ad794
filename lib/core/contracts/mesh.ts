import type { ICluster } from './cluster';

export interface MeshOptions {
  /** The percent of requests that are traced, from 0 to 100. @default 1 */
  readonly tracedPercent?: number;
  /** A line in the log of the proxy for each request. @default false */
  readonly accessLog?: boolean;
}

/** The service mesh of a cluster. Proxies in its pods encrypt calls, and know who calls. */
export interface MeshFacts extends MeshOptions {
  /** The beginning of the identities of pods. @default - that of the cluster's project */
  readonly trustDomain?: string;
}

/** The pods of one Kubernetes service account, such as a `WorkloadIdentity`, a server or a job. */
export interface Caller {
  readonly namespace: string;
  readonly serviceAccountName: string;
  /** `out` if its pods have no proxy. @default - not known, not checked */
  readonly mesh?: 'in' | 'out';
}

/** The mesh of a cluster; `undefined` if none of its operators brings one. */
export function meshOf({ operators = [] }: ICluster): MeshFacts | undefined {
  return operators.find(({ mesh }) => mesh)?.mesh;
}

/** The identity of pods in the mesh of a cluster. */
export function principalOf(cluster: ICluster, { namespace, serviceAccountName }: Caller): string {
  const trustDomain = meshOf(cluster)?.trustDomain ?? `${cluster.project ?? ''}.svc.id.goog`;
  return `${trustDomain}/ns/${namespace}/sa/${serviceAccountName}`;
}
