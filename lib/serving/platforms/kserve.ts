import { objectOf } from '../../kubernetes/kinds/kind';
import { INFERENCE_SERVICE } from '../../kubernetes/kinds/serving';
import { type JsonObject, type Manifest, objectIn } from '../../kubernetes/manifest';
import { cpuText } from '../../kubernetes/quantity';
import { Operator } from '../../operators/operator';
import { podPartsOf } from '../../pods/pod-template';
import type { ServerPort } from '../model-server';
import { serverTask } from '../server-task';
import type { ResolvedServing, Track } from '../serving';
import type { ServingPlatform } from '../serving-platform';
import { deploymentTarget, rollingUpdate, writtenReplicas } from './kubernetes';
import { renderedBy } from './server-objects';

const GROUP = 'serving.kserve.io';

/**
 * KServe in its Standard mode: an InferenceService for each version, whose predictor is our container. KServe's own `canary` refuses such
 * a predictor, and sets no shares of requests in 0.20.
 *
 * @see https://kserve.github.io/website/docs/admin-guide/kubernetes-deployment
 */
export const KSERVE: ServingPlatform = {
  name: 'InferenceService',
  kind: INFERENCE_SERVICE,
  operator: Operator.KSERVE,
  containerName: 'kserve-container',
  lacks: { blueGreen: 'KServe makes the pods later, and nothing can wait for those of a color' },
  problems: () => [],
  // KServe writes `isvc.<object>-predictor` into a label.
  longestName: ({ name, tracks }) => Math.min(...tracks.map(({ objectName }) => 48 - objectName.length + name.length)),
  scaleTarget: ({ objectName }) => deploymentTarget(`${objectName}-predictor`),
  render: (serving) => renderedBy(inferenceService, serving),
};

function inferenceService(serving: ResolvedServing, track: Track): Manifest {
  const task = serverTask(serving, { ...track, container: { ...track.container, ports: webFirst(track) } });
  const { metadata, container, rest } = podPartsOf(task);
  const minReplicas = writtenReplicas(serving, track);
  const deploymentStrategy = rollingUpdate(serving.surge);
  const containers = [{ ...container, resources: withCpuLimit(serving, objectIn(container, 'resources')) }];
  const timeout = serving.requestTimeout.toSeconds();
  const predictor = { ...metadata, ...rest, containers, minReplicas, deploymentStrategy, timeout };
  const object = objectOf(INFERENCE_SERVICE, track.objectName, { predictor });
  return inStandardMode(object, minReplicas === undefined ? 'external' : 'none');
}

/** Without a limit of processors KServe writes 1, below what a larger server asks for. That of the whole node limits nothing. */
function withCpuLimit({ pool, resources: { cpuMillis } }: ResolvedServing, resources: JsonObject): JsonObject {
  const cpu = cpuText(pool.allocatable?.cpuMillis ?? cpuMillis);
  return { ...resources, limits: { cpu, ...objectIn(resources, 'limits') } };
}

/** An object that KServe runs in this mode, with the scaler of ours or none, and without an address outside the cluster. */
export function inStandardMode({ metadata, ...object }: Manifest, autoscalerClass: 'external' | 'none'): Manifest {
  const annotations = { [`${GROUP}/deploymentMode`]: 'Standard', [`${GROUP}/autoscalerClass`]: autoscalerClass };
  const labels = { 'networking.kserve.io/visibility': 'cluster-local' };
  return { ...object, metadata: { ...metadata, labels, annotations } };
}

/** KServe's own addresses lead to the first port, and speak HTTP there. */
function webFirst({ container: { ports } }: Track): readonly [ServerPort, ...ServerPort[]] {
  const web = ports.find(({ protocol }) => protocol === 'http') ?? ports[0];
  return [web, ...ports.filter((port) => port !== web)];
}
