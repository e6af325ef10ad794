import { Duration, Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import type { ICluster } from '../../../lib/core/contracts/cluster';
import { LocalCluster } from '../../../lib/local/local-cluster';
import { Operator } from '../../../lib/operators/operator';
import { ModelServer } from '../../../lib/serving/model-servers';
import { ServerCheck } from '../../../lib/serving/server-check';
import { Replicas, type ScalingOptions } from '../../../lib/serving/scaling/replicas';
import { ScalingMetric } from '../../../lib/serving/scaling/scaling-metric';
import type { ServingDeploymentProps } from '../../../lib/serving/serving-deployment';
import { Telemetry } from '../../../lib/serving/telemetry/telemetry';
import { cpuPool, gpuPool } from '../../workload/pools';
import { MANAGED, MODELS, objectsOf, problemsOf, serving, servingChart } from '../servings';

const { KEDA, CUSTOM_METRICS } = Operator;
const CPU = { metric: ScalingMetric.cpu(60) };
const REQUESTS = ScalingMetric.requests(20);
const WITHOUT_METRICS = ModelServer.container({
  name: 'Own',
  image: 'own:1',
  ports: [{ name: 'http', port: 8080, protocol: 'http' }],
  ready: ServerCheck.http('/ready'),
});

function withOperators(operators: readonly Operator[] | undefined, more: Partial<ICluster> = {}): ICluster {
  return { ...MANAGED, operators, ...more };
}

/** A serving on a cluster with operators, scaled by a metric. */
function scaled(
  options: ScalingOptions,
  cluster: ICluster = withOperators([KEDA]),
  { min = 1, max = 4, ...props }: Partial<ServingDeploymentProps> & { min?: number; max?: number } = {},
) {
  const pool = options.metric.way.kind === 'gpu' ? gpuPool({ cluster }) : cpuPool({ cluster });
  const resources = options.metric.way.kind === 'gpu' ? { gpus: 2 } : { cpus: 1, memory: Size.gibibytes(1) };
  return serving({ replicas: Replicas.between(min, max, options), resources, ...props }, pool, servingChart(cluster));
}

function specOf(construct: ReturnType<typeof serving>, object: string): unknown {
  return Reflect.get(Object(objectsOf(construct)[object]), 'spec');
}

const HPA = 'HorizontalPodAutoscaler mnist';
const SCALED_OBJECT = 'ScaledObject mnist';

test('a fixed number is the fewest and the most', () => {
  expect(Replicas.fixed(3)).toMatchObject({ least: 3, most: 3 });
  expect(Replicas.between(1, 3, CPU)).toMatchObject({ least: 1, most: 3 });
});

describe('a HorizontalPodAutoscaler', () => {
  test('follows the use of the processors of the container of the server', () => {
    expect(specOf(scaled(CPU, withOperators([])), HPA)).toEqual({
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'mnist' },
      minReplicas: 1,
      maxReplicas: 4,
      metrics: [
        {
          type: 'ContainerResource',
          containerResource: {
            name: 'cpu',
            container: 'server',
            target: { type: 'Utilization', averageUtilization: 60 },
          },
        },
      ],
      behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
    });
  });

  test.each([
    [ScalingMetric.requests(0.5), 'prometheus.googleapis.com|tensorflow:serving:request_count|counter', '500m'],
    [ScalingMetric.named('queue', 'gauge', 5), 'prometheus.googleapis.com|queue|gauge', '5'],
    [ScalingMetric.gpu(80), 'kubernetes.io|container|accelerator|duty_cycle', '160'],
  ])('reads metrics of pods through the adapter', (metric, name, averageValue) => {
    expect(specOf(scaled({ metric }, withOperators([CUSTOM_METRICS])), HPA)).toMatchObject({
      metrics: [{ type: 'Pods', pods: { metric: { name }, target: { type: 'AverageValue', averageValue } } }],
    });
  });
});

describe('a ScaledObject', () => {
  const labels = 'cluster="main",location="us-east1-c",namespace="serving",serving="mnist",track="stable"';

  test('asks managed Prometheus as the account of KEDA', () => {
    const construct = scaled({ metric: REQUESTS, scaleDownWindow: Duration.minutes(10) });
    expect(objectsOf(construct)).toMatchObject({
      'TriggerAuthentication mnist': { spec: { podIdentity: { provider: 'gcp' } } },
    });
    expect(specOf(construct, SCALED_OBJECT)).toEqual({
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'mnist' },
      pollingInterval: 15,
      minReplicaCount: 1,
      maxReplicaCount: 4,
      fallback: { failureThreshold: 3, replicas: 1, behavior: 'currentReplicasIfHigher' },
      advanced: { horizontalPodAutoscalerConfig: { behavior: { scaleDown: { stabilizationWindowSeconds: 600 } } } },
      triggers: [
        {
          type: 'prometheus',
          metricType: 'AverageValue',
          metadata: {
            serverAddress: 'https://monitoring.googleapis.com/v1/projects/acme-ml/location/global/prometheus',
            query: `sum(rate(tensorflow:serving:request_count{${labels}}[2m])) or 0 * sum(up{${labels}})`,
            threshold: '20',
            ignoreNullValues: 'false',
          },
          authenticationRef: { name: 'mnist' },
        },
      ],
    });
  });

  test.each([
    [ScalingMetric.named('queue', 'gauge', 5), `sum(queue{${labels}}) or 0 * sum(up{${labels}})`, '5'],
    [ScalingMetric.named('done', 'counter', 5), `sum(rate(done{${labels}}[2m])) or 0 * sum(up{${labels}})`, '5'],
    [ScalingMetric.query('sum(waiting)', 3), 'sum(waiting)', '3'],
    [
      ScalingMetric.gpu(80),
      'sum(kubernetes_io:container_accelerator_duty_cycle{monitored_resource="k8s_container",cluster_name="main",location="us-east1-c",namespace_name="serving",container_name="server",pod_name=~"mnist-[a-z0-9]+-[a-z0-9]+"})',
      '160',
    ],
  ])('has the query of a metric', (metric, query, threshold) => {
    expect(specOf(scaled({ metric }), SCALED_OBJECT)).toMatchObject({ triggers: [{ metadata: { query, threshold } }] });
  });

  test('asks a Prometheus of the cluster by its address, as nobody', () => {
    const telemetry = Telemetry.prometheusOperator({ address: 'http://prometheus.monitoring:9090' });
    const construct = scaled({ metric: REQUESTS }, withOperators([KEDA]), { telemetry });
    const of = 'namespace="serving",serving="mnist",track="stable"';
    expect(objectsOf(construct)).not.toHaveProperty('TriggerAuthentication mnist');
    expect(specOf(construct, SCALED_OBJECT)).toMatchObject({
      triggers: [
        {
          metadata: {
            serverAddress: 'http://prometheus.monitoring:9090',
            query: `sum(rate(tensorflow:serving:request_count{${of}}[2m])) or 0 * sum(up{${of}})`,
          },
        },
      ],
    });
  });

  test('follows processors if KEDA is asked for, without a fallback', () => {
    const spec = specOf(scaled({ ...CPU, by: 'keda' }), SCALED_OBJECT);
    expect(spec).toMatchObject({
      triggers: [{ type: 'cpu', metricType: 'Utilization', metadata: { value: '60', containerName: 'server' } }],
    });
    expect(spec).not.toHaveProperty('fallback');
  });

  test('takes the last replica away only when a first one has had time to start on a new node', () => {
    const metric = ScalingMetric.query('sum(waiting)', 3);
    const props = { min: 0, startupTimeout: Duration.minutes(2) };
    const onGpus = serving(
      { replicas: Replicas.between(0, 2, { metric }), resources: { gpus: 2 }, startupTimeout: props.startupTimeout },
      gpuPool({ cluster: withOperators([KEDA]) }),
      servingChart(withOperators([KEDA])),
    );
    expect(specOf(scaled({ metric }, undefined, props), SCALED_OBJECT)).toMatchObject({
      minReplicaCount: 0,
      cooldownPeriod: 60 * (2 + 5 + 5),
      fallback: { replicas: 1 },
    });
    expect(specOf(onGpus, SCALED_OBJECT)).toMatchObject({ cooldownPeriod: 60 * (2 + 5 + 5 + 10) });
  });
});

describe('the scaler, if nobody names it', () => {
  test.each([
    ['Kubernetes for processors', CPU, [KEDA], HPA],
    ['KEDA for queries', { metric: ScalingMetric.query('a', 1) }, [KEDA], SCALED_OBJECT],
    ['KEDA for other metrics where it runs', { metric: REQUESTS }, [KEDA], SCALED_OBJECT],
    ['Kubernetes for other metrics where the adapter runs', { metric: REQUESTS }, [CUSTOM_METRICS], HPA],
    ['KEDA where the operators are not known', { metric: REQUESTS }, undefined, SCALED_OBJECT],
  ])('is %s', (_, options, operators, object) => {
    const construct = scaled(options, withOperators(operators));
    expect(Object.keys(objectsOf(construct))).toContain(object);
    expect(problemsOf(construct)).toEqual([]);
  });
});

describe('the Deployment', () => {
  test('names no replicas beside a scaler, and its canary does', () => {
    const canary = { model: MODELS.version(2) };
    const objects = objectsOf(scaled(CPU, undefined, { canary }));
    expect(objects['Deployment mnist']).not.toHaveProperty('spec.replicas');
    expect(objects).toHaveProperty(['Deployment mnist-canary', 'spec', 'replicas'], 1);
    expect(objects).not.toHaveProperty(['HorizontalPodAutoscaler mnist-canary']);
  });

  test('spreads its replicas over nodes and zones, if there may be several', () => {
    const constraint = {
      maxSkew: 1,
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: { 'trainyard/workload': 'mnist', 'trainyard/track': 'stable' } },
      matchLabelKeys: ['pod-template-hash'],
    };
    const spread = (props: Partial<ServingDeploymentProps>) =>
      serving(props).resource.toJson().spec.template.spec.topologySpreadConstraints;
    expect(spread({ replicas: Replicas.between(1, 2, CPU) })).toEqual([
      { topologyKey: 'topology.kubernetes.io/zone', ...constraint },
      { topologyKey: 'kubernetes.io/hostname', ...constraint },
    ]);
    expect(spread({})).toBeUndefined();
    const own = [{ topologyKey: 'kubernetes.io/hostname', maxSkew: 2, whenUnsatisfiable: 'DoNotSchedule' }];
    expect(spread({ replicas: Replicas.fixed(2), podSpec: { topologySpreadConstraints: own } })).toHaveLength(1);
  });
});

describe('what is refused', () => {
  test.each([0, 1.5, -1])('fails: %s is no number of replicas (replicas)', (replicas) => {
    expect(() => Replicas.fixed(replicas)).toThrow(
      `replicas cannot be ${replicas}: use a whole number of 1 or more (replicas)`,
    );
  });

  test.each([
    [-1, 2, 'min cannot be -1: use a whole number of 0 or more (replicas)'],
    [1, 0, 'max cannot be 0: use a whole number of 1 or more (replicas)'],
    [3, 2, 'min 3 is above max 2: lower min to 2 or raise max to 3 (replicas)'],
  ])('fails: from %s to %s replicas (replicas)', (min, max, message) => {
    expect(() => Replicas.between(min, max, CPU)).toThrow(message);
  });

  test.each([
    [CPU, 'a server without replicas has no metrics of its own, so nothing would start the first one'],
    [{ metric: REQUESTS }, 'a server without replicas has no metrics of its own'],
    [
      { metric: ScalingMetric.query('a', 1), by: 'hpa' as const },
      'a HorizontalPodAutoscaler keeps one replica at least',
    ],
  ])('fails: no replicas, where nothing would start the first one (scaling-zero)', (options, message) => {
    expect(() => Replicas.between(0, 2, options)).toThrow(message);
  });

  test('fails: queries for a HorizontalPodAutoscaler (scaling-by)', () => {
    expect(() => Replicas.between(1, 2, { metric: ScalingMetric.query('a', 1), by: 'hpa' })).toThrow(
      "a HorizontalPodAutoscaler reads metrics by their names, and no queries: leave by out, or use 'keda' (scaling-by)",
    );
  });

  test('fails: windows that Kubernetes does not take, or that are too short for GPUs (scaling-window)', () => {
    expect(() => Replicas.between(1, 2, { ...CPU, scaleDownWindow: Duration.hours(2) })).toThrow(
      'scaleDownWindow is 7200 s: use whole seconds, from 0 to 3600 (scaling-window)',
    );
    expect(() => Replicas.between(1, 2, { ...CPU, scaleDownWindow: Duration.millis(1500) })).toThrow('is 1.5 s');
    const short = { metric: ScalingMetric.gpu(80), scaleDownWindow: Duration.minutes(1) };
    expect(problemsOf(scaled(short))).toEqual([
      'scaleDownWindow is 60 s, but a new replica with GPUs may wait longer for a node and its driver: use Duration.minutes(5) or more (scaling-window)',
    ]);
  });

  test.each([
    [
      'KEDA that the cluster lacks',
      scaled({ metric: REQUESTS }, withOperators([])),
      'a ScaledObject needs operator "keda", but cluster "main" declares no operators: add Operator.KEDA to operators of the cluster, or Operator.CUSTOM_METRICS, by which Kubernetes scales without KEDA from 1 replica on (operator-missing)',
    ],
    [
      'the adapter that the cluster lacks',
      scaled({ metric: REQUESTS, by: 'hpa' }),
      'a HorizontalPodAutoscaler by this metric needs operator "custom-metrics-adapter", but cluster "main" declares "keda": add Operator.CUSTOM_METRICS to operators of the cluster, or use by: \'keda\' with Operator.KEDA (operator-missing)',
    ],
  ])('fails: %s (operator-missing)', (_, construct, problem) => {
    expect(problemsOf(construct)).toEqual([problem]);
  });

  test.each([
    [
      scaled({ metric: ScalingMetric.gpu(80) }, withOperators([KEDA]), { resources: { gpus: 0 } }),
      'the replicas follow the use of GPUs, but they have none: use ScalingMetric.cpu(60), or a pool with GPUs (scaling-metric)',
    ],
    [
      scaled({ metric: ScalingMetric.gpu(80) }, withOperators([KEDA], { features: new Set(['managedPrometheus']) })),
      'the use of GPUs is a metric of GKE, which cluster "main" is not: use ScalingMetric.query(…) of a metric that NVIDIA\'s exporter gives, such as avg(DCGM_FI_DEV_GPU_UTIL) (scaling-metric)',
    ],
    [
      scaled({ metric: ScalingMetric.gpu(80) }, withOperators([KEDA]), {
        telemetry: Telemetry.prometheusOperator({ address: 'http://prometheus:9090' }),
      }),
      'the use of GPUs is a metric of GKE, but KEDA would ask a Prometheus of the cluster for it: use ScalingMetric.query(…), or Telemetry.managed() (scaling-metric)',
    ],
    [
      scaled({ metric: ScalingMetric.named('queue', 'gauge', 5) }, withOperators([KEDA]), { server: WITHOUT_METRICS }),
      'Own exports no metrics, so nothing collects "queue": say where it exports them, by metrics of ModelServer.container, or use ScalingMetric.query(…) or ScalingMetric.cpu(60) (scaling-metric)',
    ],
  ])('fails: a metric that the server does not have (scaling-metric)', (construct, problem) => {
    expect(problemsOf(construct)).toContain(problem);
  });

  test('fails: a metric of the server that nobody collects (scaling-telemetry)', () => {
    expect(problemsOf(scaled({ metric: REQUESTS }, undefined, { telemetry: Telemetry.none() }))).toEqual([
      'the replicas follow a metric of the server, but its metrics are not collected: set telemetry to Telemetry.managed() or Telemetry.prometheusOperator(…), or use ScalingMetric.cpu(60) (scaling-telemetry)',
    ]);
  });

  test('fails: the adapter for metrics that Google does not have (scaling-by)', () => {
    const telemetry = Telemetry.prometheusOperator();
    expect(problemsOf(scaled({ metric: REQUESTS }, withOperators([CUSTOM_METRICS]), { telemetry }))).toContain(
      "a HorizontalPodAutoscaler reads managed Prometheus here, but the metrics go to a Prometheus of the cluster: use by: 'keda' with Operator.KEDA, or Telemetry.managed() (scaling-by)",
    );
  });

  test('fails: the adapter for a part of a counter (scaling-by)', () => {
    const server = ModelServer.container({
      image: 'mine:1',
      ports: [{ name: 'http', port: 8080, protocol: 'http' }],
      ready: ServerCheck.http('/ready'),
      metrics: { port: 'http', path: '/metrics', requests: [{ name: 'calls_total', match: 'path="/predict"' }] },
    });
    expect(problemsOf(scaled({ metric: REQUESTS }, withOperators([CUSTOM_METRICS]), { server }))).toContainEqual(
      expect.stringMatching(/counts its requests as those of calls_total with path="\/predict", and .*\(scaling-by\)$/),
    );
    expect(problemsOf(scaled({ metric: REQUESTS }, undefined, { server }))).toEqual([]);
  });

  test.each([
    [
      'without managed Prometheus',
      scaled({ metric: ScalingMetric.query('a', 1) }, withOperators([KEDA], { features: new Set(['gke']) })),
      'cluster "main" has no managed Prometheus for KEDA to ask: use Telemetry.prometheusOperator({ address: \'http://…:9090\' }) (scaling-prometheus)',
    ],
    [
      'whose project is not known',
      scaled({ metric: REQUESTS }, withOperators([KEDA], { project: undefined })),
      'KEDA asks managed Prometheus by the project, which is not known of cluster "main": give project in TrainingCluster.fromAttributes (scaling-prometheus)',
    ],
    [
      'whose Prometheus has no address',
      scaled({ metric: ScalingMetric.query('a', 1) }, undefined, { telemetry: Telemetry.prometheusOperator() }),
      "KEDA needs the address of Prometheus: give it: Telemetry.prometheusOperator({ address: 'http://…:9090' }) (scaling-prometheus)",
    ],
  ])('fails: KEDA in a cluster %s (scaling-prometheus)', (_, construct, problem) => {
    expect(problemsOf(construct)).toContain(problem);
  });

  test('fails: a cluster where nothing measures processors (scaling-metrics-server)', () => {
    const replicas = Replicas.between(1, 2, CPU);
    const resources = { cpus: 0.1, memory: Size.mebibytes(100) };
    const on = (cluster: LocalCluster) => serving({ replicas, resources }, cluster.pool, servingChart(cluster));
    const metricsServer = Operator.of({
      name: 'metrics-server',
      version: '0.8.0',
      serves: [],
      apis: ['v1beta1.metrics.k8s.io'],
    });
    expect(problemsOf(on(LocalCluster.kind({ cpus: 4 })))).toContainEqual(
      expect.stringMatching(
        /^nothing is known to measure processors and memory in cluster "kind".*\(scaling-metrics-server\)$/,
      ),
    );
    expect(problemsOf(on(LocalCluster.kind({ cpus: 4, operators: [metricsServer] })))).not.toContainEqual(
      expect.stringContaining('scaling-metrics-server'),
    );
  });

  test.each([
    [() => ScalingMetric.cpu(0), 'percent cannot be 0: use a whole number of 1 or more (scaling-target)'],
    [() => ScalingMetric.gpu(101), 'percent cannot be 101: use a whole number from 1 to 100'],
    [() => ScalingMetric.requests(-1), 'perReplica cannot be -1: use a number above 0 (scaling-target)'],
  ])('fails: targets that nothing reaches (scaling-target)', (make, message) => {
    expect(make).toThrow(message);
  });

  test.each([
    [() => ScalingMetric.named('DCGM_FI_DEV_GPU_UTIL', 'gauge', 1), 'is not the name of a metric in lower case'],
    [() => ScalingMetric.query(' ', 1), 'the query is empty'],
  ])('fails: metrics that no scaler finds (scaling-metric)', (make, message) => {
    expect(make).toThrow(message);
  });

  test('fails: more replicas than the pool holds: the most of them is to be lowered (pool-capacity)', () => {
    expect(problemsOf(scaled(CPU, undefined, { max: 9 }))).toEqual([
      expect.stringMatching(
        /^9 replicas need 3 nodes at once but pool "cpu".* grows to 2: lower max of replicas to \d or raise nodes to 3/,
      ),
    ]);
  });
});
