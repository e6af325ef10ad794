import type { k8s } from 'cdk8s-plus-27';
import type { INodePool } from '../core/contracts/node-pool';
import type { ContainerOptions, PodSettings } from '../pods/pod-options';
import type { ResourceOptions } from '../pods/containers/resources';
import type { Exposure } from './exposure/exposure';
import type { ModelServer } from './model-server';
import type { ModelSource } from '../model/model-source';
import type { ServingPlatform } from './serving-platform';
import type { Rollout } from './rollout/rollout';
import type { Replicas } from './scaling/replicas';
import type { Telemetry } from './telemetry/telemetry';
import type { Duration } from 'cdk8s';

/** Options of a server for every platform. */
export interface ServingOptions
  extends
    Omit<PodSettings, 'terminationGracePeriod'>,
    Pick<ContainerOptions, 'env' | 'imagePullPolicy' | 'securityContext' | 'driverLibraryPath'> {
  /** The pool that the replicas run on. */
  readonly pool: INodePool;
  /**
   * The requests of each replica, or of each of its machines.
   *
   * @default - its share of a node with GPUs, fixed requests elsewhere: docs/resources.md. Several machines have all GPUs of their nodes
   */
  readonly resources?: ResourceOptions;
  /** The program that answers requests, such as `ModelServer.tensorFlowServing()`. */
  readonly server: ModelServer;
  /** The model and its version. Another version replaces the pods as `rollout` says. */
  readonly model: ModelSource;
  /** The backend that runs the replicas in the cluster. @default ServingPlatform.kubernetes() */
  readonly platform?: ServingPlatform;
  /** The name by which clients ask for the model. @default - the serving's name */
  readonly modelName?: string;
  /** The number of replicas. @default Replicas.fixed(1) - clients get no answer while its node is drained or lost */
  readonly replicas?: Replicas;
  /** The way in which new pods replace old ones. @default Rollout.rolling() */
  readonly rollout?: Rollout;
  /** Another version that gets a share of the requests. @default - none */
  readonly canary?: CanaryOptions;
  /** The clients that can reach the server. @default Exposure.internal() */
  readonly exposure?: Exposure;
  /**
   * The Service of an endpoint picker, port 9002, which chooses a replica for each request of a gateway. It makes an InferencePool.
   * Refused without `Operator.INFERENCE_EXTENSION` in the cluster.
   *
   * @default - none
   * @see https://gateway-api-inference-extension.sigs.k8s.io/
   */
  readonly endpointPicker?: string;
  /**
   * Other clients that may connect to all ports of the server, in Kubernetes' words. The namespace of a web application,
   * for example, is `{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'web' } } }`. Clusters of this
   * library enforce it; other clusters do if their network does. Collectors of `telemetry` need no mention.
   *
   * @default [] - the pods of its namespace alone; others get no answer
   */
  readonly reachableFrom?: readonly k8s.NetworkPolicyPeer[];
  /** The collector of its metrics, and the alerts that are created. @default - managed Prometheus, which Google bills by samples, where the cluster has it and the platform lets it collect, or else none */
  readonly telemetry?: Telemetry;
  /** A line in the server's log for each request. Refused for servers that cannot write it. @default false */
  readonly requestLog?: boolean;
  /** The place of the pods: in the mesh of the cluster, each with a proxy, or out of it. @default - 'in' if operators of the cluster has a `Mesh`; without one nothing is said, so a mesh that others installed decides */
  readonly mesh?: 'in' | 'out';
  /**
   * The time that a terminating pod keeps serving before SIGTERM, so that load balancers stop routing to it and clients
   * connect to other pods. Whole seconds.
   *
   * @default - 5 s, or 30 s behind a load balancer, and the age that the server's connections may reach; at least 15 s. The pod keeps its GPUs for so long
   */
  readonly preStopDelay?: Duration;
  /**
   * The time that the longest request takes, from its first byte to the last one of its answer. Routes of gateways and calls in graphs have
   * it, and a terminating pod gets it after `preStopDelay`. Whole seconds.
   *
   * @default - the server's own: 10 minutes for vLLM and Triton, and for a container that reads Hugging Face, whose pods keep their GPUs for so long when they
   * end; 30 s for others, after which routes cut off an answer, such as a stream of another language server
   */
  readonly requestTimeout?: Duration;
  /**
   * The longest time from the start of the container to a loaded model, without the pull of the image. A pod that takes
   * longer is restarted, again and again. Whole seconds. @default - the server's own: 30 minutes for vLLM, 10 minutes for others, too little for a large model
   * that is downloaded
   */
  readonly startupTimeout?: Duration;
}

/** A second version of a model beside the usual one, behind the same address. */
export interface CanaryOptions {
  /** The model at another version. */
  readonly model: ModelSource;
  /** The number of its replicas, which decides its share of requests, but for routes with a percent. Refused above the usual version's fewest replicas. @default 1 */
  readonly replicas?: number;
}
