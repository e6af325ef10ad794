import type { Duration, Size } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import type { ICluster } from '../core/contracts/cluster';
import type { IWorkloadIdentity } from '../core/contracts/identity';
import type { INodePool } from '../core/contracts/node-pool';
import type { Architecture } from '../core/hardware/architecture';
import type { EnvValue } from './containers/env-value';
import type { Mount } from './mounts/mount';
import type { PodUser } from './security/pod-user';
import type { PodSpecFields } from './pod-spec';
import type { ResourceOptions } from './containers/resources';
import type { Sidecar } from './containers/sidecar';

/** The main container of a pod, in Kubernetes' own words. */
export interface ContainerOptions {
  /** The container image. Give it a tag other than `latest`, or a digest. */
  readonly image: string;
  /** Replaces the image's entry point. @default - the image's */
  readonly command?: readonly string[];
  /** Arguments of the command. @default - the image's */
  readonly args?: readonly string[];
  /** The folder where the command starts. Refused if it does not begin with a slash. @default - the image's */
  readonly workingDir?: string;
  /** Environment variables. @default {} */
  readonly env?: Readonly<Record<string, string | EnvValue>>;
  /** @default - Kubernetes' own: `IfNotPresent` for a tag other than `latest`, by which nodes keep the former image of a tag that is pushed again */
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  /**
   * The security context of the main container, init containers and sidecars, on top of the defaults.
   *
   * @default - no capabilities and no further privileges
   */
  readonly securityContext?: k8s.SecurityContext;
  /**
   * LD_LIBRARY_PATH for containers that ask for GPUs: the folder where a GKE node mounts the GPU driver's libraries.
   * Set it to false if the image sets LD_LIBRARY_PATH itself. @default true
   */
  readonly driverLibraryPath?: boolean;
}

/** Settings of a pod around its main container. */
export interface PodSettings {
  /** Names of Secrets of the namespace. @default - none */
  readonly imagePullSecrets?: readonly string[];
  /** Further labels of the pods. @default {} */
  readonly labels?: Readonly<Record<string, string>>;
  /** Further annotations of the pods. @default {} */
  readonly annotations?: Readonly<Record<string, string>>;
  /**
   * The Google service account that the pods act as.
   *
   * @default - none: pods have a service account of their own, without rights in Google Cloud
   */
  readonly identity?: IWorkloadIdentity;
  /** The mounts of the main container. @default - none */
  readonly mounts?: readonly Mount[];
  /**
   * The most memory of the files in `/dev/shm`, by which processes share memory. It counts towards the memory of each container. 0 leaves the
   * 64 MiB of the container runtime. A mount at `/dev/shm` replaces it.
   *
   * @default - half of the memory that other mounts in memory leave
   */
  readonly sharedMemorySize?: Size;
  /** An existing PriorityClass. @default - the cluster's default */
  readonly priorityClassName?: string;
  /**
   * The user that the programs run as. Images that need root get `PodUser.root()`, and images with a user of their own
   * `PodUser.ofImage()`.
   *
   * @default PodUser.of(10001) - images whose files are for another user alone do not start
   */
  readonly user?: PodUser;
  /** Settings of the pod, on top of those of `user`. @default - seccomp's default profile */
  readonly podSecurityContext?: k8s.PodSecurityContext;
  /** Containers that run to their end before the main one starts. They get the same mounts. @default - none */
  readonly initContainers?: readonly InitContainer[];
  /** Containers that run beside the main one and end after it. They get the same mounts. @default - none */
  readonly sidecars?: readonly Sidecar[];
  /**
   * The place of the pods: in the mesh of the cluster, each with a proxy, or out of it. A job with a proxy ends when its program ends. Training over the network
   * of the pods is slower by it, and does not work with every protocol. @default 'out'
   */
  readonly mesh?: 'in' | 'out';
  /** The time that a container has to stop after SIGTERM. @default - Kubernetes' own: 30 s, too few to save a large model; 15 s on spot machines, which give no more */
  readonly terminationGracePeriod?: Duration;
  /** The processor that the image is built for; checked against the nodes. @default - not known: on Arm nodes, advice says so */
  readonly architecture?: Architecture;
  /**
   * Further fields of the pod in Kubernetes' own words: affinity, topology spread, scheduler, the node's network. Nodes that
   * the pool does not have are refused.
   *
   * @default - Kubernetes' own, without a token for its API and without variables of Services
   */
  readonly podSpec?: PodSpecFields;
}

/** The common options of a workload's pods. */
export interface PodOptions extends ContainerOptions, PodSettings {}

/** One pod: its container, its pool and its resources. */
export interface TaskOptions extends PodOptions {
  /** The node pool that the pod runs on. */
  readonly pool: INodePool;
  /** Its requests. @default - its share of a node with GPUs, fixed requests elsewhere: docs/resources.md */
  readonly resources?: ResourceOptions;
  /** A default of one GPU on a GPU pool. @default true */
  readonly accelerated?: boolean;
}

/** A container that runs before the main one. */
export interface InitContainer {
  readonly name: string;
  /** @default - the main container's image */
  readonly image?: string;
  readonly command: readonly string[];
  /** Arguments of the command. @default - none */
  readonly args?: readonly string[];
  /** Its environment variables; it gets none of the main container's. @default {} */
  readonly env?: Readonly<Record<string, string | EnvValue>>;
}

/** The place of a workload's pods. */
export interface PodPlace {
  readonly cluster: ICluster;
  /** @default - not known, not checked */
  readonly namespace?: string;
}
