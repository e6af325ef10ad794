import type { Duration } from 'cdk8s';
import type { Caller } from '../core/contracts/mesh';
import type { INodePool } from '../core/contracts/node-pool';
import type { BucketUse } from '../pods/mounts/bucket-uses';
import type { PodOptions } from '../pods/pod-options';
import type { ResolvedResources } from '../pods/containers/resources';
import type { Exposure } from './exposure/exposure';
import type { GraphEntry } from './graph/graph-backend';
import type { ModelServer, ServerContainer } from './model-server';
import type { ServedModel } from '../model/served-model';
import type { Color, Rollout } from './rollout/rollout';
import type { Replicas } from './scaling/replicas';
import type { ServingOptions } from './serving-options';
import type { Telemetry } from './telemetry/telemetry';

/** The version that a pod belongs to. Several versions may run at once. */
export type TrackName = 'stable' | 'canary' | Color;

/** Equal replicas of one version. */
export interface Track {
  readonly name: TrackName;
  /** The name of the object that runs its pods. */
  readonly objectName: string;
  readonly model: ServedModel;
  readonly container: ServerContainer;
  /** The pods' options, with the image and the mounts of this version. */
  readonly pod: PodOptions;
  /** The most replicas. */
  readonly replicas: number;
}

/** A server with all defaults filled in: the input of platforms. */
export interface ResolvedServing {
  readonly name: string;
  readonly namespace: string;
  readonly modelName: string;
  readonly server: ModelServer;
  readonly pool: INodePool;
  /** The requests of each pod. */
  readonly resources: ResolvedResources;
  /** The pods of each replica. */
  readonly machines: number;
  /** The usual version comes first. */
  readonly tracks: readonly [Track, ...Track[]];
  readonly scaling: Replicas;
  readonly rollout: Rollout;
  readonly exposure: Exposure;
  /** The Service that chooses a replica for each request of a gateway. */
  readonly endpointPicker?: string;
  /** Clients beside the pods of its namespace. */
  readonly reachableFrom?: ServingOptions['reachableFrom'];
  readonly telemetry: Telemetry;
  readonly mesh?: 'in' | 'out';
  /** The callers that the program names. All are known at synthesis. */
  readonly callers: readonly Caller[];
  readonly preStopDelay: Duration;
  readonly requestTimeout: Duration;
  readonly startupTimeout: Duration;
  /** Its calls at a gateway of the platform. @default - it has a Service of its own */
  readonly entry?: GraphEntry;
  /** The name of the server's container. */
  readonly containerName: string;
  /** The replicas above the usual number during a roll-out. Known at synthesis, when all workloads of the pool are. */
  readonly surge: () => number;
  /** The buckets that the servers read themselves. */
  readonly bucketUses: readonly BucketUse[];
}

/** A serving before it has a construct, so without its namespace and its surge, which depends on other workloads. */
export type DecidedServing = Omit<ResolvedServing, 'surge' | 'namespace' | 'callers'>;
