import type { ICluster } from './cluster';

/** The service mesh of a cluster. Proxies in its pods encrypt calls, and know who calls. */
export interface MeshFacts {
  /** The beginning of the identities of pods. @default - that of the cluster's project */
  readonly trustDomain?: string;
  /** The percent of requests that are traced. */
  readonly tracedPercent: number;
  /** True if proxies write a line for each request. */
  readonly accessLog: boolean;
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
