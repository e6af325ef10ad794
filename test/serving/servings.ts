import type { ICluster } from '../../lib/core/contracts/cluster';
import { Testing } from 'cdk8s';
import type { IBucket } from '../../lib/core/contracts/bucket';
import type { INodePool } from '../../lib/core/contracts/node-pool';
import { formatProblem } from '../../lib/core/problems/problem';
import { manifestsOf } from '../../lib/testing/index';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { ModelServer } from '../../lib/serving/model-servers';
import { ModelSource } from '../../lib/model/model-source';
import { ServingDeployment, type ServingDeploymentProps } from '../../lib/serving/serving-deployment';
import { cpuPool, GKE } from '../workload/pools';

/** A bucket whose grants nobody knows. */
export const BUCKET: IBucket = { bucketName: 'models', url: 'gs://models' };
export const MODELS = ModelSource.bucket(BUCKET, 'mnist');

/** The same cluster with managed Prometheus. */
export const MANAGED: ICluster = {
  ...GKE,
  project: 'acme-ml',
  features: new Set(['gke', 'workloadIdentity', 'gcsFuse', 'managedPrometheus']),
};

export function servingChart(cluster: ICluster = GKE): ClusterChart {
  return new ClusterChart(Testing.app(), 'serving', { cluster, namespace: 'serving' });
}

/** A serving with usual props, and changes of them. */
export function serving(
  props: Partial<ServingDeploymentProps> = {},
  pool: INodePool = cpuPool(),
  chart = servingChart(),
): ServingDeployment {
  return new ServingDeployment(chart, 'mnist', {
    pool,
    server: ModelServer.tensorFlowServing(),
    model: MODELS,
    ...props,
  });
}

/** The objects of a serving by their kinds and names. */
export function objectsOf(construct: ServingDeployment): Record<string, unknown> {
  return Object.fromEntries(
    manifestsOf(construct).map((object) => [
      `${String(object['kind'])} ${String(Reflect.get(Object(object['metadata']), 'name'))}`,
      object,
    ]),
  );
}

/** What the checks of a serving find. */
export function problemsOf(construct: ServingDeployment): string[] {
  return construct.node.validate();
}

export function texts(problems: Iterable<Parameters<typeof formatProblem>[0]>): string[] {
  return [...problems].map(formatProblem);
}
