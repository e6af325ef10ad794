import { Duration } from 'cdk8s';
import {
  type ModelServer,
  type Replicas,
  ServingDeployment,
  type ClusterChart,
  type INodePool,
  type IWorkloadIdentity,
  type ModelSource,
} from '../../lib/index';

/** The pool of the server, in the cloud or on a laptop. */
export interface ServingPlace {
  readonly pool: INodePool;
  readonly identity?: IWorkloadIdentity;
  /** @default Replicas.fixed(1) */
  readonly replicas?: Replicas;
}

/** Answers which digit a picture shows. It can start before the job. */
export function serve(
  chart: ClusterChart,
  model: ModelSource,
  server: ModelServer,
  { pool, identity, replicas }: ServingPlace,
): void {
  new ServingDeployment(chart, 'digits', {
    server,
    model,
    modelName: 'mnist',
    // The job that comes before it may take an hour.
    startupTimeout: Duration.hours(1),
    pool,
    identity,
    replicas,
  });
}
