import { problem, type Problem } from '../../core/problems/problem';
import { objectOf } from '../../kubernetes/kinds/kind';
import { SELDON_EXPERIMENT, SELDON_MODEL, SELDON_SERVER } from '../../kubernetes/kinds/serving';
import type { JsonObject, Manifest } from '../../kubernetes/manifest';
import { newestOf } from '../../model/version-policy';
import { Operator } from '../../operators/operator';
import { podPartsOf } from '../../pods/pod-template';
import type { Rendered } from '../../workload/rendered';
import { serverTask } from '../server-task';
import { ContainerServer } from '../servers/container-server';
import { Triton } from '../servers/triton';
import type { ResolvedServing, Track } from '../serving';
import type { ServingPlatform } from '../serving-platform';
import { objectNameProblems } from '../serving-problems';
import { shareOf } from './seldon-core';

export interface SeldonCore2Options {
  /** The capabilities that a server needs to load the model, such as `['onnx']`. */
  readonly requirements: readonly [string, ...string[]];
  /** The ServerConfig of the server's pods, and the name of its container in it. @default 'triton' */
  readonly serverConfig?: string;
  /** The Secret with the configuration of Rclone for the bucket. @default - none: Rclone's own configuration in the cluster */
  readonly secretName?: string;
}

/**
 * Seldon Core 2: a Server and a Model for each version. Core 2 writes the program's flags, checks and drain itself, and clients go to
 * its own gateway.
 *
 * @see https://docs.seldon.io/projects/seldon-core/en/v2/contents/kubernetes/resources/index.html
 */
export class SeldonCore2 implements ServingPlatform {
  readonly name = 'Server';
  readonly kind = SELDON_SERVER;
  readonly operator = Operator.SELDON_CORE_2;
  readonly containerName: string;
  readonly features = ['canary'] as const;
  readonly reasons = {
    blueGreen: 'Seldon Core 2 moves requests by its own gateway',
    inPlace: 'Seldon Core 2 decides itself which versions a server loads',
    loadBalancer: 'Seldon Core 2 has one gateway for all models, the Service seldon-mesh',
  };
  readonly modelReader = { name: 'Seldon Core 2', readsBuckets: true };

  constructor(private readonly options: SeldonCore2Options) {
    this.containerName = options.serverConfig ?? 'triton';
  }

  *problems(serving: ResolvedServing): Generator<Problem> {
    const { server, tracks, telemetry } = serving;
    yield* objectNameProblems('Server', 52, serving);
    if (!(server instanceof Triton || server instanceof ContainerServer)) {
      const message = `Seldon Core 2 loads models into Triton and MLServer by their own calls, which ${server.name} lacks`;
      yield problem('platform-option', 'server', message, 'use ModelServer.triton(…), or ServingPlatform.seldon()');
    }
    if (!tracks[0].model.location.startsWith('gs://')) {
      const message = 'Seldon Core 2 copies a model itself from a bucket, and this one is elsewhere';
      yield problem('platform-option', 'model', message, 'use ModelSource.bucket(…), or ServingPlatform.seldon()');
    }
    if (telemetry.way.kind === 'none') return;
    const message = 'Seldon Core 2 sets no labels of ours on its pods, so nothing would be collected';
    yield problem('platform-option', 'telemetry', message, "use Telemetry.none(), and Seldon's own metrics");
  }

  render(serving: ResolvedServing): Rendered {
    const [main, ...others] = serving.tracks;
    return {
      main: this.serverOf(serving, main),
      beside: [
        ...others.map((track) => this.serverOf(serving, track)),
        ...serving.tracks.map((track) => this.modelOf(track)),
        ...experimentOf(serving),
      ],
    };
  }

  private serverOf(serving: ResolvedServing, track: Track): Manifest {
    const { rest, container } = podPartsOf(serverTask(serving, track));
    const { topologySpreadConstraints: _, ...podSpec } = rest;
    const containers = [besideAgent(container)];
    return objectOf(SELDON_SERVER, track.objectName, {
      serverConfig: this.containerName,
      replicas: track.replicas,
      podSpec: { ...podSpec, containers },
    });
  }

  private modelOf({ objectName, model, replicas }: Track): Manifest {
    const { requirements, secretName } = this.options;
    return objectOf(SELDON_MODEL, objectName, {
      storageUri: model.location,
      artifactVersion: newestOf(model.policy),
      requirements,
      secretName,
      server: objectName,
      replicas,
    });
  }
}

/** The fields of a container without those by which Core 2's agent drives the program. */
function besideAgent({ name, image, resources, env, securityContext, volumeMounts }: JsonObject): JsonObject {
  return { name, image, resources, env, securityContext, volumeMounts };
}

function experimentOf({ name, tracks }: ResolvedServing): Manifest[] {
  if (tracks.length === 1) return [];
  const candidates = tracks.map((track) => ({ name: track.objectName, weight: shareOf(track, tracks) }));
  return [objectOf(SELDON_EXPERIMENT, name, { default: tracks[0].objectName, candidates })];
}
