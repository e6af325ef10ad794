import { Operator, type ServingPlatform } from '../../../lib/index';
import {
  lazyPart,
  objectOf,
  podPartsOf,
  problem,
  serverTask,
  type GuideStep,
  type Kind,
  type Problem,
  type Rendered,
  type ResolvedServing,
  type ScaleTarget,
  type Track,
} from '../../../lib/extend';

const INFERENCE_SERVICE: Kind = {
  apiVersion: 'serving.kserve.io/v1beta1',
  kind: 'InferenceService',
  plural: 'inferenceservices',
};

/** A platform of somebody else: one InferenceService of KServe, in Standard mode, with the server as a custom container. */
export class InferenceServicePlatform implements ServingPlatform {
  readonly name = 'InferenceService';
  readonly kind = INFERENCE_SERVICE;
  readonly operator = Operator.KSERVE;
  readonly lacks = {
    canary: 'it has one version',
    blueGreen: 'it has one version',
    inPlace: 'its pods get no ConfigMap',
    loadBalancer: 'KServe makes the Service',
  };
  readonly containerName = 'kserve-container';

  *problems({ name }: ResolvedServing): Generator<Problem> {
    if (name.length <= 53) return;
    const message = `the Deployment "${name}-predictor" would have more than 63 characters`;
    yield problem('inference-service-name', 'servingName', message, 'use 53 characters or fewer');
  }

  *advice({ tracks: [{ container }] }: ResolvedServing): Generator<Problem> {
    if (container.ports.length === 1) return;
    const message = `KServe leads to the port "${container.ports[0].name}" alone`;
    yield problem('inference-service-port', 'server', message, 'acknowledge this');
  }

  guide({ name, namespace }: ResolvedServing, { main }: Rendered): GuideStep[] {
    const wait = `kubectl -n ${namespace} wait ${main.kind}/${name} --for=condition=Ready`;
    return [{ phase: 'standing', commands: [wait] }];
  }

  /** KServe makes a Deployment of this name. */
  scaleTarget({ objectName }: Track): ScaleTarget {
    const name = `${objectName}-predictor`;
    return { apiVersion: 'apps/v1', kind: 'Deployment', name, podNames: `${name}-[a-z0-9]+-[a-z0-9]+` };
  }

  render(serving: ResolvedServing): Rendered {
    const { name, scaling, surge, tracks } = serving;
    const [track] = tracks;
    const { metadata, container, rest } = podPartsOf(serverTask(serving, track));
    const isScaled = scaling.way.kind === 'scaled';
    const object = objectOf(INFERENCE_SERVICE, name, {
      predictor: {
        ...metadata,
        ...rest,
        containers: [container],
        minReplicas: isScaled ? undefined : track.replicas,
        deploymentStrategy: {
          type: 'RollingUpdate',
          rollingUpdate: lazyPart(() => ({ maxSurge: surge(), maxUnavailable: surge() > 0 ? 0 : 1 })),
        },
      },
    });
    const annotations = {
      'serving.kserve.io/deploymentMode': 'Standard',
      'serving.kserve.io/autoscalerClass': isScaled ? 'external' : 'none',
    };
    return { main: { ...object, metadata: { ...object.metadata, annotations } } };
  }
}
