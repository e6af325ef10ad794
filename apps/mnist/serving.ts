import { Duration } from 'cdk8s';
import { ServingDeployment, type ClusterChart, type ModelSource } from '../../lib/index';
import { Gateway, type GatewayProps } from '../../lib/gateway/index';
import type { ServingDeploymentProps } from '../../lib/serving/index';
import type { Framework } from './frameworks';

/** The place of the server, in the cloud or on a laptop. */
export interface ServingPlace extends Pick<ServingDeploymentProps, 'pool' | 'identity' | 'replicas' | 'preStopDelay'> {
  /** The gateway by which clients ask from outside. @default - pods of the cluster alone */
  readonly entry?: GatewayProps;
  /** The percent of its requests that try another setting of the server on the same model. @default - none */
  readonly trial?: number;
}

/** Answers which digit a picture shows. It can start before the job. */
export function serve(
  chart: ClusterChart,
  model: ModelSource,
  framework: Framework,
  { replicas, entry, trial, ...place }: ServingPlace,
): void {
  const common = {
    ...place,
    model,
    modelName: 'mnist',
    // The job that comes before it may take an hour.
    startupTimeout: Duration.hours(1),
  };
  const digits = new ServingDeployment(chart, 'digits', { ...common, server: framework.server(), replicas });
  if (!entry) return;

  const batched = () => new ServingDeployment(chart, 'batched', { ...common, server: framework.server(true) });
  const canary = trial === undefined ? undefined : { to: batched(), percent: trial };
  new Gateway(chart, 'entry', entry).route('digits', { to: digits, port: 'http', canary });
}
