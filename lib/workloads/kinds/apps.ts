import type { JsonObject } from '../manifest';
import type { Kind } from './kind';

/** A Deployment of Kubernetes: equal pods that never end. */
export const DEPLOYMENT: Kind = { apiVersion: 'apps/v1', kind: 'Deployment', plural: 'deployments' };

// A type alias, as an interface is not assignable to a JSON object.

/** The fields of a Deployment that this library writes. */
export type DeploymentSpec = {
  /** Left out where a scaler sets it. */
  readonly replicas?: number;
  readonly progressDeadlineSeconds: number;
  readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly strategy: JsonObject;
  readonly template: JsonObject;
};
