import { Duration } from 'cdk8s';
import {
  ModelServer,
  type Scaling,
  ServingDeployment,
  type ClusterChart,
  type INodePool,
  type IWorkloadIdentity,
  type ModelSource,
  type ResourceOptions,
} from '../../lib/index';

/** The model and the pool of the server, in the cloud or on a laptop. */
export interface ServingPlace {
  readonly pool: INodePool;
  /** The folder to which the job exports its model. */
  readonly model: ModelSource;
  readonly identity?: IWorkloadIdentity;
  /** @default Scaling.fixed(1) */
  readonly scaling?: Scaling;
  /** @default - as docs/resources.md has them */
  readonly resources?: ResourceOptions;
}

/** Answers which digit a picture shows. It can start before the job: it looks for version 1 until the job has exported it. */
export function serve(chart: ClusterChart, { pool, model, identity, scaling, resources }: ServingPlace): void {
  new ServingDeployment(chart, 'digits', {
    server: ModelServer.tensorFlowServing({ pollInterval: Duration.seconds(10) }),
    model: model.version(1),
    modelName: 'mnist',
    // The job that comes before it may take an hour.
    loadTime: Duration.hours(1),
    pool,
    identity,
    scaling,
    resources,
  });
}
