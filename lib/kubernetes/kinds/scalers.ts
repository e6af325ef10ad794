import type { k8s } from 'cdk8s-plus-27';
import type { ScaledObjectSpec, TriggerAuthenticationSpec } from './custom-specs';
import type { JsonOf, Kind } from './kind';

export const HORIZONTAL_POD_AUTOSCALER: Kind<JsonOf<k8s.HorizontalPodAutoscalerSpecV2>> = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
};

/** KEDA's scaler of one object, which makes a HorizontalPodAutoscaler. */
export const SCALED_OBJECT: Kind<ScaledObjectSpec> = {
  apiVersion: 'keda.sh/v1alpha1',
  kind: 'ScaledObject',
  plural: 'scaledobjects',
};

/** The identity with which KEDA queries a metric. */
export const TRIGGER_AUTHENTICATION: Kind<TriggerAuthenticationSpec> = {
  apiVersion: 'keda.sh/v1alpha1',
  kind: 'TriggerAuthentication',
  plural: 'triggerauthentications',
};
