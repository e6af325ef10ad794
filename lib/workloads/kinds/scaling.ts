import type { Kind } from './kind';

export const HORIZONTAL_POD_AUTOSCALER: Kind = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
};

/** KEDA's scaler of one object. It makes a HorizontalPodAutoscaler of its own. */
export const SCALED_OBJECT: Kind = { apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject', plural: 'scaledobjects' };

/** Who KEDA is when it asks for a metric. */
export const TRIGGER_AUTHENTICATION: Kind = {
  apiVersion: 'keda.sh/v1alpha1',
  kind: 'TriggerAuthentication',
  plural: 'triggerauthentications',
};
