import { Size } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { mebibytes } from '../../core/mebibytes';
import type { ResourceOptions, SidecarResources } from './resources';
import type { InitContainer } from '../pod-options';

/** The requests of a container beside the main one. */
export type SidecarRequests = Pick<ResourceOptions, 'cpus' | 'memory'>;

/**
 * A container that runs beside the main one. It starts before the main container and stops after it, so a job still
 * ends. Needs Kubernetes 1.29.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
 */
export interface Sidecar extends Omit<InitContainer, 'command' | 'args'> {
  /** Replaces the image's entry point. @default - the image's */
  readonly command?: readonly string[];
  /** Arguments of the command. @default - the image's */
  readonly args?: readonly string[];
  /**
   * Its requests, which count when the pod is fitted to a node. A `memory` that is given is its limit too.
   *
   * @default { cpus: 0.1, memory: Size.mebibytes(128) } - without a limit
   */
  readonly resources?: SidecarRequests;
  /** A readiness probe, in Kubernetes' own words. The pod is ready when all its containers are. @default - none */
  readonly readinessProbe?: k8s.Probe;
}

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
