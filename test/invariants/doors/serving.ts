import { App } from 'cdk8s';
import {
  BucketRead,
  ClusterChart,
  Exposure,
  LocalCluster,
  ModelServer,
  ModelSource,
  Rollout,
  Scaling,
  ScalingMetric,
  ServingDeployment,
  Telemetry,
  type AlertOptions,
  type BlueGreenRolloutOptions,
  type BucketModelOptions,
  type CanaryOptions,
  type ExternalLoadBalancerOptions,
  type CopyOptions,
  type HubModelOptions,
  type IBucket,
  type InPlaceOptions,
  type InternalLoadBalancerOptions,
  type MetricKind,
  type ModelVolume,
  type PinnedOptions,
  type PrometheusOperatorOptions,
  type RollingOptions,
  type ScalingOptions,
  type ServingDeploymentProps,
  type TelemetryOptions,
} from '../../../lib/index';
import { Mount } from '../../../lib/workloads/pod/mount';
import { door, factory, MAY, MUST, type Door } from './door';

const cluster = LocalCluster.kind();
const bucket: IBucket = { bucketName: 'data', url: 'gs://data' };
const model = ModelSource.bucket(bucket, 'models/mnist');
const volume: ModelVolume = { claimName: 'models', at: (path) => Mount.claim('models', path) };
const serving = (props: Partial<ServingDeploymentProps>) =>
  new ServingDeployment(new ClusterChart(new App(), 'chart', { cluster, namespace: 'serving' }), 'mnist', {
    pool: cluster.pool,
    server: ModelServer.tensorFlowServing(),
    model,
    ...props,
  });

/** Everything about servers that takes props or arguments. */
export const SERVING_DOORS: readonly Door[] = [
  door<ServingDeploymentProps>(
    'new ServingDeployment',
    {
      pool: MUST,
      server: MUST,
      model: MUST,
      servingName: MAY,
      modelName: MAY,
      resources: MAY,
      scaling: MAY,
      rollout: MAY,
      canary: MAY,
      exposure: MAY,
      telemetry: MAY,
      requestLog: MAY,
      mesh: MAY,
      drain: MAY,
      longestRequest: MAY,
      loadTime: MAY,
      env: MAY,
      imagePullPolicy: MAY,
      imagePullSecrets: MAY,
      labels: MAY,
      annotations: MAY,
      identity: MAY,
      mounts: MAY,
      priorityClassName: MAY,
      securityContext: MAY,
      podSecurityContext: MAY,
      user: MAY,
      sidecars: MAY,
      podSpec: MAY,
      initContainers: MAY,
      driverLibraryPath: MAY,
      architecture: MAY,
    },
    { pool: cluster.pool, server: ModelServer.tensorFlowServing(), model },
    (props) => new ServingDeployment(new ClusterChart(new App(), 'chart', { cluster }), 'mnist', props),
  ),
  factory<CanaryOptions>('new ServingDeployment of a canary', { model: MUST, replicas: MAY }, { model }, (canary) =>
    serving({ canary }),
  ),
  factory<{ bucket: IBucket; folder: string; options?: BucketModelOptions }>(
    'ModelSource.bucket',
    { bucket: MUST, folder: MUST, options: MAY },
    { bucket, folder: 'models' },
    ({ bucket: of, folder, options }) => ModelSource.bucket(of, folder, options),
  ),
  door<BucketModelOptions>('ModelSource.bucket of options', { read: MAY }, {}, (options) =>
    ModelSource.bucket(bucket, 'models', options),
  ),
  factory<{ volume: ModelVolume; folder: string }>(
    'ModelSource.volume',
    { volume: MUST, folder: MUST },
    { volume, folder: 'models' },
    ({ volume: of, folder }) => ModelSource.volume(of, folder),
  ),
  factory<{ image: string; path: string }>(
    'ModelSource.image',
    { image: MUST, path: MUST },
    { image: 'mnist:1', path: '/models' },
    ({ image, path }) => ModelSource.image(image, path),
  ),
  door<CopyOptions>('BucketRead.copy', { size: MAY, image: MAY }, {}, (options) => BucketRead.copy(options)),
  factory<{ id: string; revision: string; options?: HubModelOptions }>(
    'ModelSource.huggingFace',
    { id: MUST, revision: MUST, options: MAY },
    { id: 'a/b', revision: 'c' },
    ({ id, revision, options }) => ModelSource.huggingFace(id, revision, options),
  ),
  door<HubModelOptions>('ModelSource.huggingFace of options', { token: MAY, size: MAY }, {}, (options) =>
    ModelSource.huggingFace('a/b', 'c', options),
  ),
  factory<{ version: number }>('model.version', { version: MUST }, { version: 1 }, ({ version }) =>
    model.version(version),
  ),
  factory<{ versions: readonly number[]; options?: PinnedOptions }>(
    'model.versions',
    { versions: MUST, options: MAY },
    { versions: [1] },
    ({ versions, options }) => model.versions(versions, options),
  ),
  door<PinnedOptions>('model.versions of options', { labels: MAY }, {}, (options) => model.versions([1], options)),
  factory<{ count?: number }>('model.latest', { count: MAY }, {}, ({ count }) => model.latest(count)),
  factory<{ replicas: number }>('Scaling.fixed', { replicas: MUST }, { replicas: 1 }, ({ replicas }) =>
    Scaling.fixed(replicas),
  ),
  factory<{ min: number; max: number } & ScalingOptions>(
    'Scaling.between',
    { min: MUST, max: MUST, metric: MUST, by: MAY, scaleDownWindow: MAY },
    { min: 1, max: 2, metric: ScalingMetric.cpu(60) },
    ({ min, max, ...options }) => Scaling.between(min, max, options),
  ),
  factory<{ percent: number }>('ScalingMetric.cpu', { percent: MUST }, { percent: 60 }, ({ percent }) =>
    ScalingMetric.cpu(percent),
  ),
  factory<{ percent: number }>('ScalingMetric.memory', { percent: MUST }, { percent: 60 }, ({ percent }) =>
    ScalingMetric.memory(percent),
  ),
  factory<{ percent: number }>('ScalingMetric.gpu', { percent: MUST }, { percent: 60 }, ({ percent }) =>
    ScalingMetric.gpu(percent),
  ),
  factory<{ perReplica: number }>(
    'ScalingMetric.requests',
    { perReplica: MUST },
    { perReplica: 20 },
    ({ perReplica }) => ScalingMetric.requests(perReplica),
  ),
  factory<{ name: string; counts: MetricKind; perReplica: number }>(
    'ScalingMetric.named',
    { name: MUST, counts: MUST, perReplica: MUST },
    { name: 'queue', counts: 'gauge', perReplica: 20 },
    ({ name, counts, perReplica }) => ScalingMetric.named(name, counts, perReplica),
  ),
  factory<{ query: string; perReplica: number }>(
    'ScalingMetric.query',
    { query: MUST, perReplica: MUST },
    { query: 'sum(queue)', perReplica: 20 },
    ({ query, perReplica }) => ScalingMetric.query(query, perReplica),
  ),
  door<TelemetryOptions>('Telemetry.managed', { interval: MAY, alerts: MAY }, {}, (options) =>
    Telemetry.managed(options),
  ),
  door<AlertOptions>('Telemetry.managed of alerts', { errorRate: MAY, latency: MAY, after: MAY }, {}, (alerts) =>
    Telemetry.managed({ alerts }),
  ),
  door<PrometheusOperatorOptions>(
    'Telemetry.prometheusOperator',
    { interval: MAY, alerts: MAY, labels: MAY, address: MAY },
    {},
    (options) => Telemetry.prometheusOperator(options),
  ),
  door<RollingOptions>('Rollout.rolling', { surge: MAY }, {}, (options) => Rollout.rolling(options)),
  door<BlueGreenRolloutOptions>(
    'Rollout.blueGreen',
    { green: MUST, live: MUST },
    { green: model.version(2), live: 'blue' },
    (options) => Rollout.blueGreen(options),
  ),
  door<InPlaceOptions>('Rollout.inPlace', { loaded: MUST }, { loaded: [1] }, (options) => Rollout.inPlace(options)),
  door<ExternalLoadBalancerOptions>(
    'Exposure.externalLoadBalancer',
    { sourceRanges: MUST, ports: MAY, address: MAY, adminCalls: MAY },
    { sourceRanges: 'everyone' },
    (options) => Exposure.externalLoadBalancer(options),
  ),
  door<InternalLoadBalancerOptions>(
    'Exposure.internalLoadBalancer',
    { sourceRanges: MAY, ports: MAY, address: MAY, adminCalls: MAY },
    {},
    (options) => Exposure.internalLoadBalancer(options),
  ),
];
