import { Duration } from 'cdk8s';
import {
  type Replicas,
  ServingDeployment,
  type ClusterChart,
  type INodePool,
  type IWorkloadIdentity,
  type ModelSource,
} from '../../lib/index';
import { Certificate, Gateway, GatewayBackend } from '../../lib/gateway/index';
import type { GatewayAddress } from '../../lib/infrastructure/index';
import { Exposure } from '../../lib/serving/index';
import type { Framework } from './frameworks';

/** The pool of the server, in the cloud or on a laptop. */
export interface ServingPlace {
  readonly pool: INodePool;
  readonly identity?: IWorkloadIdentity;
  /** @default Replicas.fixed(1) */
  readonly replicas?: Replicas;
  /** The host by which everyone may ask, and its address. @default - pods of the cluster alone */
  readonly entry?: { readonly host: string; readonly address: GatewayAddress };
}

/** Answers which digit a picture shows. It can start before the job. */
export function serve(
  chart: ClusterChart,
  model: ModelSource,
  framework: Framework,
  { pool, identity, replicas, entry }: ServingPlace,
): void {
  const common = {
    model,
    modelName: 'mnist',
    // The job that comes before it may take an hour.
    startupTimeout: Duration.hours(1),
    pool,
    identity,
    // A load balancer hears of a stopping pod later than the pods of the cluster.
    preStopDelay: entry && Duration.minutes(1),
  };
  const digits = new ServingDeployment(chart, 'digits', { ...common, server: framework.server(), replicas });
  if (!entry) return;

  // A tenth of the requests tries another setting of the server on the same model.
  const batched = new ServingDeployment(chart, 'batched', { ...common, server: framework.server(true) });
  const gateway = new Gateway(chart, 'entry', {
    hosts: { [entry.host]: Certificate.google() },
    exposure: Exposure.externalLoadBalancer({ sourceRanges: 'everyone' }),
    backend: GatewayBackend.gke(entry.address),
  });
  gateway.route('digits', { to: digits, port: 'http', canary: { to: batched, percent: 10 } });
}
