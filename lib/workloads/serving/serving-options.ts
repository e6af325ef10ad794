import { POOL, type INodePool } from '../../core/contracts/node-pool';
import { choice, DURATION, FLAG, number, object, optional, text, type Rules } from '../../core/problems/rules';
import { CONTAINER_OPTIONS, SERVER_SETTINGS } from '../pod/pod-option-problems';
import type { ContainerOptions, PodSettings } from '../pod/pod-options';
import { RESOURCES, type ResourceOptions } from '../pod/resources';
import { EXPOSURE, type Exposure } from './exposure/exposure';
import { SERVER, type ModelServer } from './model-server';
import { MODEL, type ModelSource } from './model/model-source';
import { ROLLOUT, type Rollout } from './rollout/rollout';
import { SCALING, type Scaling } from './scaling/scaling';
import { TELEMETRY, type Telemetry } from './telemetry/telemetry';
import type { Duration } from 'cdk8s';

/** Options of a server for every platform. */
export interface ServingOptions
  extends
    Omit<PodSettings, 'terminationGracePeriod'>,
    Pick<ContainerOptions, 'env' | 'imagePullPolicy' | 'securityContext' | 'driverLibraryPath'> {
  /** Where the replicas run. */
  readonly pool: INodePool;
  /** The requests of each replica. @default - its share of a node with GPUs, fixed requests elsewhere: docs/resources.md */
  readonly resources?: ResourceOptions;
  /** The program that answers requests, such as `ModelServer.tensorFlowServing()`. */
  readonly server: ModelServer;
  /** The model and its version. Another version replaces the pods as `rollout` says. */
  readonly model: ModelSource;
  /** The name by which clients ask for the model. @default - the serving's name */
  readonly modelName?: string;
  /** The number of replicas. @default Scaling.fixed(1) */
  readonly scaling?: Scaling;
  /** How new pods take the place of old ones. @default Rollout.rolling() */
  readonly rollout?: Rollout;
  /** Another version that gets a share of the requests. @default - none */
  readonly canary?: CanaryOptions;
  /** Who can reach the server. @default Exposure.internal() */
  readonly exposure?: Exposure;
  /** Who collects its metrics, and is told when it is not well. @default - managed Prometheus where the cluster has it, or else nobody */
  readonly telemetry?: Telemetry;
  /** Whether the server writes a line for each request into its log. Refused for servers that cannot. @default false */
  readonly requestLog?: boolean;
  /** Whether the proxy of a service mesh stands before the server. @default - as the mesh decides for the namespace */
  readonly mesh?: 'in' | 'out';
  /**
   * How long a pod that is to stop goes on as if nothing were, while the cluster learns to send it no more requests, and its
   * clients connect to other pods. Whole seconds.
   *
   * @default - 5 s, or 30 s behind a load balancer, and the age that the server's connections may reach; at least 15 s
   */
  readonly drain?: Duration;
  /** The time that the longest request takes. A pod that is to stop gets it after `drain`. Whole seconds. @default Duration.seconds(30) */
  readonly longestRequest?: Duration;
  /**
   * The longest time from the start of the container to a loaded model, the pull of the image apart. A pod that takes longer is
   * started again. Whole seconds. @default - the server's own: 30 minutes for vLLM, 10 minutes for others
   */
  readonly loadTime?: Duration;
}

/** Another version of a model beside the usual one, behind the same address. */
export interface CanaryOptions {
  /** The model at another version. */
  readonly model: ModelSource;
  /** Its share of the requests is its share of all replicas. Refused above the fewest replicas of the usual version. @default 1 */
  readonly replicas?: number;
}

const CANARY: Rules<CanaryOptions> = { model: MODEL, replicas: optional(number('give a number, such as 1')) };

const { env, imagePullPolicy, securityContext, driverLibraryPath } = CONTAINER_OPTIONS;

export const SERVING: Rules<ServingOptions> = {
  ...SERVER_SETTINGS,
  env,
  imagePullPolicy,
  securityContext,
  driverLibraryPath,
  pool: POOL,
  resources: optional(object(RESOURCES, 'give { cpus: 2, memory: Size.gibibytes(4) }')),
  server: SERVER,
  model: MODEL,
  modelName: optional(text('give the name by which clients ask for it, such as "mnist"')),
  scaling: optional(SCALING),
  rollout: optional(ROLLOUT),
  canary: optional(object(CANARY, 'give { model: models.version(2) }')),
  exposure: optional(EXPOSURE),
  telemetry: optional(TELEMETRY),
  requestLog: optional(FLAG),
  mesh: optional(choice('in', 'out')),
  drain: optional(DURATION),
  longestRequest: optional(DURATION),
  loadTime: optional(DURATION),
};
