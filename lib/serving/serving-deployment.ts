import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { pathBelow } from '../core/names/name';
import { ownId } from '../core/problems/own-id';
import { chartOf } from '../kubernetes/enclosing-chart';
import { addWorkload } from '../workload/workload';
import type { ResolvedServing } from './serving';
import type { ServingOptions } from './serving-options';
import { servingWorkload } from './serving-workload';

/** A model, its server and their name. */
export interface ServingDeploymentProps extends ServingOptions {
  /** The name of its objects, such as the Service by which clients find it. @default - the ids of the construct and its scopes below the chart, with hyphens */
  readonly servingName?: string;
}

/**
 * A model that answers requests.
 *
 * The `server` is the program, and the `platform` runs its pods. Another version of the model replaces them without a lost
 * request, as `rollout` says.
 *
 * @example
 * new ServingDeployment(chart, 'mnist', {
 *   pool: t4,
 *   server: ModelServer.tensorFlowServing(),
 *   model: ModelSource.bucket(models, 'models/mnist').version(2),
 * });
 */
export class ServingDeployment extends Construct {
  /** The object that runs the pods. */
  readonly resource: ApiObject;
  /** The server with all defaults filled in. */
  readonly serving: ResolvedServing;

  constructor(scope: Construct, id: string, props: ServingDeploymentProps) {
    super(scope, ownId(scope, id));
    const chart = chartOf(this);
    const { servingName = pathBelow(chart, this), ...options } = props;
    const { serving, workload } = servingWorkload(this, servingName, options);
    this.serving = serving;
    this.resource = addWorkload(this, workload);
  }

  /** The name of its objects, such as its Service. */
  get servingName(): string {
    return this.serving.name;
  }
}
