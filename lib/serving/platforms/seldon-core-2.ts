import { problem } from '../../core/problems';
import { objectOf } from '../../kubernetes/kinds/kind';
import { SELDON_EXPERIMENT, SELDON_MODEL, SELDON_SERVER } from '../../kubernetes/kinds/serving';
import type { Manifest } from '../../kubernetes/manifest';
import { newestOf } from '../../model/version-policy';
import { Operator } from '../../operators/operator';
import { podPartsOf } from '../../pods/pod-template';
import type { GraphEntry } from '../graph/graph-backend';
import { serverTask } from '../server-task';
import { ContainerServer } from '../servers/container-server';
import { Triton } from '../servers/triton';
import type { ResolvedServing, Track } from '../serving';
import type { ServingPlatform } from '../serving-platform';
import { shareOf } from './seldon-core';

export interface SeldonCore2Options {
  /** The capabilities that a server needs to load the model, such as `['onnx']`. */
  readonly requirements: readonly [string, ...string[]];
  /** The ServerConfig of the pods, whose container for the program has the same name. @default 'triton' */
  readonly serverConfig?: string;
  /** The Secret with Rclone's configuration for the bucket. @default - the configuration that Seldon Core 2 has */
  readonly secretName?: string;
}

const ITS_OWN = 'Seldon Core 2 has one gateway for all models, and decides itself what a server loads';

/** The calls of a model or a pipeline at the gateway of Seldon Core 2, which reads the header, and the path only without one. */
export function core2Entry(model: string): GraphEntry {
  return { name: 'seldon-mesh', port: 80, path: `/v2/models/${model}`, headers: { 'seldon-model': model }, ports: [] };
}

/**
 * Seldon Core 2: a Server and a Model for each version. Core 2 writes the program's flags, checks and drain itself, and clients go to
 * its own gateway.
 */
export function seldonCore2(options: SeldonCore2Options): ServingPlatform {
  return {
    name: 'Server',
    kind: SELDON_SERVER,
    operator: Operator.SELDON_CORE_2,
    containerName: options.serverConfig ?? 'triton',
    lacks: {
      blueGreen: ITS_OWN,
      inPlace: ITS_OWN,
      loadBalancer: ITS_OWN,
      telemetry: 'Seldon Core 2 sets no labels of ours on its pods, and nothing would be collected',
    },
    entry: core2Entry,
    modelReader: { name: 'Seldon Core 2', readsBuckets: true },
    // The longest name of a StatefulSet, here with the end of a canary's.
    longestName: () => 45,
    *problems({ server, tracks: [{ model }] }) {
      const loads = server instanceof Triton || server instanceof ContainerServer;
      if (loads && model.location.startsWith('gs://')) return;
      const message = `Seldon Core 2 copies models from buckets, and loads them into Triton or MLServer, but not from ${model.location} into ${server.name}`;
      const fix = 'use ModelSource.bucket and ModelServer.triton or container, or ServingPlatform.seldon()';
      yield problem('platform-option', 'platform', message, fix);
    },
    render(serving) {
      const { name, tracks } = serving;
      const [stable, ...others] = tracks;
      const candidates = tracks.map((track) => ({ name: track.objectName, weight: shareOf(track, tracks) }));
      const experiment = objectOf(SELDON_EXPERIMENT, name, { default: stable.objectName, candidates });
      const servers = others.map((track) => serverOf(serving, track));
      const models = tracks.map((track) => modelOf(track, options));
      const beside = [...servers, ...models, ...(others.length > 0 ? [experiment] : [])];
      return { main: serverOf(serving, stable), beside };
    },
  };
}

/** Of the container it has what does not hinder the agent of Core 2, which drives the program. */
function serverOf(serving: ResolvedServing, track: Track): Manifest {
  const { rest, container } = podPartsOf(serverTask(serving, track));
  const { name, image, resources, env, securityContext, volumeMounts } = container;
  const containers = [{ name, image, resources, env, securityContext, volumeMounts }];
  const podSpec = { ...rest, topologySpreadConstraints: undefined, containers };
  const { replicas, objectName } = track;
  return objectOf(SELDON_SERVER, objectName, { serverConfig: serving.containerName, replicas, podSpec });
}

function modelOf({ objectName, model, replicas }: Track, options: SeldonCore2Options): Manifest {
  const { requirements, secretName } = options;
  const artifactVersion = newestOf(model.policy);
  const load = { storageUri: model.location, artifactVersion, requirements, secretName };
  return objectOf(SELDON_MODEL, objectName, { ...load, server: objectName, replicas });
}
