import type { Duration } from 'cdk8s';
import type { INodePool } from '../../core/contracts/node-pool';
import type { BucketUse } from '../pod/bucket-uses';
import type { PodOptions } from '../pod/pod-options';
import type { ResolvedResources } from '../pod/resources';
import type { Exposure } from './exposure/exposure';
import type { ModelServer, ServedModel, ServerContainer } from './model-server';
import type { Colour, Rollout } from './rollout/rollout';
import type { Scaling } from './scaling/scaling';
import type { Telemetry } from './telemetry/telemetry';

/** Tells the pods of versions apart that run at once. */
export type TrackName = 'stable' | 'canary' | Colour;

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

/** A server with nothing left to decide: the input of platforms. */
export interface ResolvedServing {
  readonly name: string;
  readonly namespace: string;
  readonly modelName: string;
  readonly server: ModelServer;
  readonly pool: INodePool;
  readonly resources: ResolvedResources;
  /** The usual version comes first. */
  readonly tracks: readonly [Track, ...Track[]];
  readonly scaling: Scaling;
  readonly rollout: Rollout;
  readonly exposure: Exposure;
  readonly telemetry: Telemetry;
  readonly mesh?: 'in' | 'out';
  readonly drain: Duration;
  readonly longestRequest: Duration;
  readonly loadTime: Duration;
  /** The replicas above the usual number during a roll-out. Known at synthesis, when all workloads of the pool are. */
  readonly surge: () => number;
  /** The buckets that the servers read themselves. */
  readonly bucketUses: readonly BucketUse[];
}

/** All but what the construct tells: its namespace, and the surge, which depends on other workloads. */
export type DecidedServing = Omit<ResolvedServing, 'surge' | 'namespace'>;
