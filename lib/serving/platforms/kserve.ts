import type { Problem } from '../../core/problems/problem';
import { INFERENCE_SERVICE } from '../../kubernetes/kinds/serving';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { Manifest } from '../../kubernetes/manifest';
import { Operator } from '../../operators/operator';
import { podPartsOf } from '../../pods/pod-template';
import type { Rendered } from '../../workload/rendered';
import type { ServerPort } from '../model-server';
import { serverTask } from '../server-task';
import { objectNameProblems } from '../serving-problems';
import type { ResolvedServing, Track } from '../serving';
import type { ScaleTarget, ServingPlatform } from '../serving-platform';
import { deploymentTarget, rollingUpdate, writtenReplicas } from './kubernetes';
import { serverObjects } from './server-objects';

export interface KServeOptions {
  /**
   * Set to true if KServe also makes its own address at its domain, by an Ingress or an HTTPRoute. It leads to the first HTTP port of the
   * usual version, never to a canary, and KServe's gateway needs a place in `reachableFrom`. @default false
   */
  readonly ownAddress?: boolean;
}

/** An object of KServe with its mode, whose default depends on the installation, and with its scaler: ours, or none. */
export function standardMode(object: Manifest, autoscalerClass: 'external' | 'none'): Manifest {
  const group = 'serving.kserve.io';
  const annotations = { [`${group}/deploymentMode`]: 'Standard', [`${group}/autoscalerClass`]: autoscalerClass };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/**
 * KServe in its Standard mode: an InferenceService for each version, whose predictor is our container. KServe's own `canary` does not
 * take such a predictor, and sets no shares of requests in 0.20.
 *
 * @see https://kserve.github.io/website/docs/admin-guide/kubernetes-deployment
 */
export class KServe implements ServingPlatform {
  readonly name = 'InferenceService';
  readonly kind = INFERENCE_SERVICE;
  readonly operator = Operator.KSERVE;
  readonly containerName = 'kserve-container';
  readonly features = ['canary', 'inPlace', 'loadBalancer'] as const;
  readonly reasons = { blueGreen: 'KServe makes the pods later, so nothing can wait for the other color' };

  constructor(private readonly options: KServeOptions = {}) {}

  /** KServe writes `isvc.<name>-predictor` into a label. */
  problems(serving: ResolvedServing): Iterable<Problem> {
    return objectNameProblems('InferenceService', 48, serving);
  }

  /** KServe makes a Deployment of this name. */
  scaleTarget({ objectName }: Track): ScaleTarget {
    return deploymentTarget(`${objectName}-predictor`);
  }

  render(serving: ResolvedServing): Rendered {
    const [main, ...others] = serving.tracks;
    const serviceOf = (track: Track) => this.inferenceService(serving, track);
    return { before: serverObjects(serving), main: serviceOf(main), beside: others.map(serviceOf) };
  }

  private inferenceService(serving: ResolvedServing, track: Track): Manifest {
    const { metadata: ofPods, container, rest } = podPartsOf(serverTask(serving, webFirst(track)));
    const minReplicas = writtenReplicas(serving, track);
    const object = objectOf(INFERENCE_SERVICE, track.objectName, {
      predictor: {
        ...ofPods,
        ...rest,
        containers: [container],
        minReplicas,
        deploymentStrategy: rollingUpdate(serving.surge),
      },
    });
    const inside = { labels: { 'networking.kserve.io/visibility': 'cluster-local' } };
    const metadata = { ...object.metadata, ...(this.options.ownAddress === true ? {} : inside) };
    return standardMode({ ...object, metadata }, minReplicas === undefined ? 'external' : 'none');
  }
}

/** KServe leads its own address to the first port, and speaks HTTP there. */
function webFirst(track: Track): Track {
  const { ports } = track.container;
  const [first = ports[0], ...others] = [...ports].sort((a, b) => rank(a) - rank(b));
  return { ...track, container: { ...track.container, ports: [first, ...others] } };
}

function rank({ protocol }: ServerPort): number {
  return protocol === 'http' ? 0 : 1;
}
