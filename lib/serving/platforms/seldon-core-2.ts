import { nameProblems } from '../../core/names/name';
import { problem, type Problem } from '../../core/problems/problem';
import { objectOf } from '../../kubernetes/kinds/kind';
import { SELDON_EXPERIMENT, SELDON_MODEL, SELDON_SERVER } from '../../kubernetes/kinds/serving';
import type { Manifest } from '../../kubernetes/manifest';
import { newestOf } from '../../model/version-policy';
import { Operator } from '../../operators/operator';
import { podPartsOf } from '../../pods/pod-template';
import type { Rendered } from '../../workload/rendered';
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
export class SeldonCore2 implements ServingPlatform {
  readonly name = 'Server';
  readonly kind = SELDON_SERVER;
  readonly operator = Operator.SELDON_CORE_2;
  readonly containerName: string;
  readonly lacks = {
    blueGreen: ITS_OWN,
    inPlace: ITS_OWN,
    loadBalancer: ITS_OWN,
    telemetry: 'Seldon Core 2 sets no labels of ours on its pods, and nothing would be collected',
  };
  readonly entry = core2Entry;
  readonly modelReader = { name: 'Seldon Core 2', readsBuckets: true };

  constructor(private readonly options: SeldonCore2Options) {
    this.containerName = options.serverConfig ?? 'triton';
  }

  *problems({ name, server, tracks }: ResolvedServing): Generator<Problem> {
    // The longest name of a StatefulSet, here with the end of a canary's.
    yield* nameProblems({ what: 'Server', max: 45, property: 'servingName' }, name);
    const loads = server instanceof Triton || server instanceof ContainerServer;
    if (loads && tracks[0].model.location.startsWith('gs://')) return;
    const message = `Seldon Core 2 copies models from buckets, and loads them into Triton or MLServer, but not from ${tracks[0].model.location} into ${server.name}`;
    const fix = 'use ModelSource.bucket and ModelServer.triton or container, or ServingPlatform.seldon()';
    yield problem('platform-option', 'platform', message, fix);
  }

  render(serving: ResolvedServing): Rendered {
    const { name, tracks } = serving;
    const [stable, ...others] = tracks;
    const candidates = tracks.map((track) => ({ name: track.objectName, weight: shareOf(track, tracks) }));
    const experiment = objectOf(SELDON_EXPERIMENT, name, { default: stable.objectName, candidates });
    const beside = [
      ...others.map((track) => this.serverOf(serving, track)),
      ...tracks.map((track) => this.modelOf(track)),
    ];
    return { main: this.serverOf(serving, stable), beside: others.length === 0 ? beside : [...beside, experiment] };
  }

  /** Of the container it has what does not hinder the agent of Core 2, which drives the program. */
  private serverOf(serving: ResolvedServing, track: Track): Manifest {
    const { rest, container } = podPartsOf(serverTask(serving, track));
    const { name, image, resources, env, securityContext, volumeMounts } = container;
    const containers = [{ name, image, resources, env, securityContext, volumeMounts }];
    return objectOf(SELDON_SERVER, track.objectName, {
      serverConfig: this.containerName,
      replicas: track.replicas,
      podSpec: { ...rest, topologySpreadConstraints: undefined, containers },
    });
  }

  private modelOf({ objectName, model, replicas }: Track): Manifest {
    const { requirements, secretName } = this.options;
    const artifactVersion = newestOf(model.policy);
    const load = { storageUri: model.location, artifactVersion, requirements, secretName };
    return objectOf(SELDON_MODEL, objectName, { ...load, server: objectName, replicas });
  }
}
