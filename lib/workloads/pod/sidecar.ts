import { Size } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { CONTAINER_IMAGE } from '../../core/names/image-name';
import { anyObject, number, object, optional, SIZE, text, type Rules } from '../../core/problems/rules';
import { AS_KUBERNETES } from '../k8s-rule';
import { COMMAND, ENV } from './container-rules';
import type { EnvValue } from './env-value';
import { mebibytes } from './quantity';
import type { ResourceOptions, SidecarResources } from './resources';

/** The requests of a container beside the main one. */
export type SidecarRequests = Pick<ResourceOptions, 'cpus' | 'memory'>;

/**
 * A container that runs beside the main one: it starts before, and ends when the main container has ended, so that it keeps no
 * job from its end. Needs Kubernetes 1.29.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
 */
export interface Sidecar {
  readonly name: string;
  /** @default - the main container's image */
  readonly image?: string;
  /** Replaces the image's entry point. @default - the image's */
  readonly command?: readonly string[];
  /** Arguments of the command. @default - the image's */
  readonly args?: readonly string[];
  /** Its environment variables; it gets none of the main container's. @default {} */
  readonly env?: Readonly<Record<string, string | EnvValue>>;
  /** Its requests, which count when the pod is fitted to a node. @default { cpus: 0.1, memory: Size.mebibytes(128) } */
  readonly resources?: SidecarRequests;
  /** A question that it answers when it is ready, in Kubernetes' own words. The pod is ready when all its containers are. @default - not asked */
  readonly readinessProbe?: k8s.Probe;
}

const REQUESTS: Rules<SidecarRequests> = {
  cpus: optional(number('give a number, such as 0.1')),
  memory: optional(SIZE),
};

export const SIDECAR: Rules<Sidecar> = {
  name: text('name it, such as "metrics"'),
  image: optional(CONTAINER_IMAGE),
  command: optional(COMMAND),
  args: optional(COMMAND),
  env: optional(ENV),
  resources: optional(object(REQUESTS, 'give { cpus: 0.1, memory: Size.mebibytes(128) }')),
  readinessProbe: optional(anyObject(AS_KUBERNETES)),
};

/** A sidecar's requests with all defaults filled in. */
export function sidecarRequests({ cpus = 0.1, memory = Size.mebibytes(128) }: SidecarRequests = {}): SidecarResources {
  return { cpuMillis: Math.ceil(cpus * 1000), memory };
}

/** The requests of several containers together. */
export function sumOf(all: readonly SidecarResources[]): SidecarResources {
  const sum = (of: (each: SidecarResources) => number) => all.reduce((total, each) => total + of(each), 0);
  const storage = sum(({ ephemeralStorage }) => mebibytes(ephemeralStorage));
  return {
    cpuMillis: sum(({ cpuMillis }) => cpuMillis),
    memory: Size.mebibytes(sum(({ memory }) => mebibytes(memory))),
    ephemeralStorage: storage > 0 ? Size.mebibytes(storage) : undefined,
  };
}
