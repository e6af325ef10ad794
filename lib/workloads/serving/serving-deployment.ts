import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { pathBelow } from '../../core/names/name';
import { checkProps } from '../../core/problems/check';
import { ownId } from '../../core/problems/own-id';
import { optional, text, type Rules } from '../../core/problems/rules';
import { chartOf } from '../enclosing-chart';
import { addCheckedWorkload } from '../pod/workload';
import type { ResolvedServing } from './serving';
import { SERVING, type ServingOptions } from './serving-options';
import { servingWorkload } from './serving-workload';

/** A model, its server and their name. */
export interface ServingDeploymentProps extends ServingOptions {
  /** The name of its Service, by which clients find it. @default - the ids of the construct and its scopes below the chart, with hyphens */
  readonly servingName?: string;
}

const PROPS: Rules<ServingDeploymentProps> = {
  ...SERVING,
  servingName: optional(text('give a name, such as "mnist"')),
};

/**
 * A model that answers requests.
 *
 * The `server` is the program, and the `platform` runs its pods. Another version of the model replaces them without a lost
 * request, as `rollout` says.
 */
export class ServingDeployment extends Construct {
  /** The object that runs the pods. */
  readonly resource: ApiObject;
  /** The server with nothing left to decide. */
  readonly serving: ResolvedServing;

  constructor(scope: Construct, id: string, props: ServingDeploymentProps) {
    super(scope, ownId(scope, id));
    const chart = chartOf(this);
    const { servingName = pathBelow(chart, this), ...options } = checkProps(this, props, PROPS);
    const { serving, workload } = servingWorkload(this, servingName, options);
    this.serving = serving;
    this.resource = addCheckedWorkload(this, workload);
  }

  /** The name of its Service. */
  get servingName(): string {
    return this.serving.name;
  }
}
