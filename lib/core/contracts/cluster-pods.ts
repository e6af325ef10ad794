import type { Size } from 'cdk8s';

/** Equal pods of the cluster itself: DNS, operators. */
export interface ClusterPods {
  readonly count: number;
  readonly cpuMillis: number;
  readonly memory: Size;
}
