import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { openAdvice } from '../../../lib/core/problems/check';
import type { ICluster } from '../../../lib/core/contracts/cluster';
import { Operator } from '../../../lib/operators/operator';
import type { ModelServer, ServerMetrics } from '../../../lib/serving/model-server';
import { ModelServer as Servers } from '../../../lib/serving/model-servers';
import type { ServingDeploymentProps } from '../../../lib/serving/serving-deployment';
import { Replicas } from '../../../lib/serving/scaling/replicas';
import { ScalingMetric } from '../../../lib/serving/scaling/scaling-metric';
import { Telemetry } from '../../../lib/serving/telemetry/telemetry';
import { cpuPool, GKE } from '../../workload/pools';
import { MANAGED, objectsOf, problemsOf, serving, servingChart, texts } from '../servings';

const PROMETHEUS = Operator.of({
  name: 'prometheus-operator',
  version: '0.93.0',
  serves: ['podmonitors.monitoring.coreos.com/v1', 'prometheusrules.monitoring.coreos.com/v1'],
});

function watched(props: Partial<ServingDeploymentProps> = {}, cluster: ICluster = MANAGED) {
  return serving(props, cpuPool({ cluster }), servingChart(cluster));
}

function specOf(construct: ReturnType<typeof serving>, object: string): unknown {
  return Reflect.get(Object(objectsOf(construct)[object]), 'spec');
}

/** The expressions of the alerts, by their names. */
function alertsOf(construct: ReturnType<typeof serving>, object = 'Rules mnist'): Record<string, unknown> {
  const [group] = Reflect.get(Object(specOf(construct, object)), 'groups');
  return Object.fromEntries(group.rules.map(({ alert, expr }: Record<string, unknown>) => [alert, expr]));
}

/** TensorFlow Serving with other metrics. */
function withMetrics(metrics: ServerMetrics | undefined): ModelServer {
  const real = Servers.tensorFlowServing();
  return {
    name: 'Own',
    problems: () => [],
    container: (model, resources) => ({ ...real.container(model, resources), metrics }),
  };
}

const COLON = {
  action: 'replace',
  sourceLabels: ['__name__'],
  regex: ':(.+)',
  targetLabel: '__name__',
  replacement: '$1',
};

describe('managed Prometheus', () => {
  test('reads the pods of the server, and stores names without a colon in front', () => {
    expect(specOf(watched(), 'PodMonitoring mnist')).toEqual({
      selector: { matchLabels: { 'trainyard/workload': 'mnist' } },
      endpoints: [{ port: 'http', path: '/monitoring/prometheus/metrics', interval: '30s', metricRelabeling: [COLON] }],
      targetLabels: {
        fromPod: [
          { from: 'trainyard/workload', to: 'serving' },
          { from: 'trainyard/track', to: 'track' },
        ],
      },
    });
  });

  test('leaves other names as they are', () => {
    const server = withMetrics({ port: 'http', path: '/metrics', requests: [{ name: 'requests_total' }] });
    expect(specOf(watched({ server }), 'PodMonitoring mnist')).toMatchObject({
      endpoints: [expect.not.objectContaining({ metricRelabeling: expect.anything() })],
    });
  });
});

test('the Prometheus Operator gets the same, with the labels that its Prometheus selects', () => {
  const telemetry = Telemetry.prometheusOperator({ labels: { release: 'main' }, interval: Duration.seconds(10) });
  const construct = watched({ telemetry }, { ...GKE, operators: [PROMETHEUS] });
  expect(objectsOf(construct)).toMatchObject({
    'PodMonitor mnist': { metadata: { labels: { release: 'main' } } },
    'PrometheusRule mnist': { metadata: { labels: { release: 'main' } } },
  });
  expect(specOf(construct, 'PodMonitor mnist')).toEqual({
    selector: { matchLabels: { 'trainyard/workload': 'mnist' } },
    podMetricsEndpoints: [
      {
        port: 'http',
        path: '/monitoring/prometheus/metrics',
        interval: '10s',
        relabelings: [
          { sourceLabels: ['__meta_kubernetes_pod_label_trainyard_workload'], targetLabel: 'serving' },
          { sourceLabels: ['__meta_kubernetes_pod_label_trainyard_track'], targetLabel: 'track' },
        ],
        metricRelabelings: [COLON],
      },
    ],
  });
  expect(problemsOf(construct)).toEqual([]);
});

describe('the alerts', () => {
  const of = 'namespace="serving",serving="mnist"';

  test('are about failed requests, slow ones, and models that are not loaded', () => {
    const alerts = { errorRate: 0.05, latency: Duration.millis(200) };
    expect(alertsOf(watched({ telemetry: Telemetry.managed({ alerts }) }))).toEqual({
      ServingErrors: `sum by (track) (rate(tensorflow:serving:request_count{${of},status!~"OK|CANCELLED|INVALID_ARGUMENT"}[5m])) / sum by (track) (rate(tensorflow:serving:request_count{${of}}[5m])) > 0.05`,
      ServingLatency: `histogram_quantile(0.99, sum by (track, le) (rate(tensorflow:serving:request_latency_bucket{${of}}[5m]))) > 200000`,
      ServingLoadFailed: `sum by (pod) (tensorflow:cc:saved_model:load_attempt_count{${of},status="fail"}) > (sum by (pod) (tensorflow:cc:saved_model:load_attempt_count{${of},status="fail"} offset 10m) or 0 * sum by (pod) (tensorflow:cc:saved_model:load_attempt_count{${of},status="fail"}))`,
      ServingNotAnswering: `max by (pod) (up{${of}}) == 0`,
      ServingAbsent: `absent(up{${of}})`,
    });
  });

  test('wait until it has been so for a while, and for a start as long as the model loads', () => {
    const telemetry = Telemetry.managed({ alerts: { after: Duration.minutes(1) } });
    expect(specOf(watched({ telemetry, startupTimeout: Duration.minutes(2) }), 'Rules mnist')).toMatchObject({
      groups: [
        {
          name: 'mnist',
          rules: [
            { alert: 'ServingErrors', for: '60s', labels: { severity: 'warning', serving: 'mnist' } },
            { alert: 'ServingLoadFailed', for: '0s' },
            { alert: 'ServingNotAnswering', for: '180s' },
            { alert: 'ServingAbsent', for: '180s' },
          ],
        },
      ],
    });
  });

  test('are made of what a server counts: several counters of requests, and times as sums', () => {
    const done = { name: 'nv_inference_request_success' };
    const failed = { name: 'nv_inference_request_failure' };
    const server = withMetrics({
      port: 'http',
      path: '/metrics',
      requests: [done, failed],
      failures: failed,
      latency: { of: { sum: { name: 'nv_inference_request_duration_us' }, count: done }, unit: 'microseconds' },
    });
    const rate = (name: string) => `sum by (track) (rate(${name}{${of}}[5m]))`;
    const telemetry = Telemetry.managed({ alerts: { latency: Duration.seconds(1) } });
    expect(alertsOf(watched({ server, telemetry }))).toEqual({
      ServingErrors: `${rate(failed.name)} / (${rate(done.name)} + ${rate(failed.name)}) > 0.01`,
      ServingLatency: `${rate('nv_inference_request_duration_us')} / ${rate(done.name)} > 1000000`,
      ServingNotAnswering: `max by (pod) (up{${of}}) == 0`,
      ServingAbsent: `absent(up{${of}})`,
    });
  });

  test('fails: say nothing of no pods where there may be none', () => {
    const metric = ScalingMetric.query('sum(waiting)', 5);
    const all = (least: number) => Object.keys(alertsOf(watched({ replicas: Replicas.between(least, 2, { metric }) })));
    expect(all(1)).toContain('ServingAbsent');
    expect(all(0)).not.toContain('ServingAbsent');
  });

  test('compare seconds with seconds', () => {
    const latency = { of: { histogram: 'vllm:e2e_request_latency_seconds' }, unit: 'seconds' } as const;
    const server = withMetrics({ port: 'http', path: '/metrics', latency });
    const telemetry = Telemetry.managed({ alerts: { latency: Duration.millis(500) } });
    expect(alertsOf(watched({ server, telemetry }))['ServingLatency']).toMatch(/ > 0\.5$/);
  });
});

test('nobody collects metrics where the cluster is not known to have managed Prometheus, or the server has none', () => {
  const kinds = ['PodMonitoring mnist', 'PodMonitor mnist'];
  for (const construct of [
    watched({}, GKE),
    watched({}, { ...GKE, features: undefined }),
    watched({ telemetry: Telemetry.none() }),
    watched({ server: withMetrics(undefined) }),
  ]) {
    for (const kind of kinds) expect(objectsOf(construct)).not.toHaveProperty(kind);
    expect(problemsOf(construct)).toEqual([]);
  }
});

test('fails: managed Prometheus in a cluster without it (telemetry-feature)', () => {
  expect(problemsOf(watched({ telemetry: Telemetry.managed() }, GKE))).toEqual([
    'cluster "main" has no managedPrometheus among its features, so the metrics would not be collected: use Telemetry.none(), or Telemetry.prometheusOperator() where that runs; or turn managed Prometheus on in the cluster and add \'managedPrometheus\' to its features (telemetry-feature)',
  ]);
});

test('fails: the Prometheus Operator in a cluster without it (operator-missing)', () => {
  expect(problemsOf(watched({ telemetry: Telemetry.prometheusOperator() }))).toEqual([
    expect.stringMatching(
      /^a PodMonitor needs an operator that serves podmonitors.*declares none: add .*\(operator-missing\)$/,
    ),
  ]);
});

test('fails: alerts about times that a server does not tell (telemetry-metrics)', () => {
  const telemetry = Telemetry.managed({ alerts: { latency: Duration.seconds(1) } });
  const server = withMetrics({ port: 'http', path: '/metrics' });
  expect(problemsOf(watched({ server, telemetry }))).toEqual([
    'Own does not tell how long its requests take: leave latency out of alerts (telemetry-metrics)',
  ]);
});

test.each([
  [
    () => Telemetry.managed({ alerts: { errorRate: 1 } }),
    '1 is not a share of the requests: use a number above 0 and below 1',
  ],
  [() => Telemetry.managed({ alerts: { latency: Duration.millis(0) } }), 'a latency of 0 would always be exceeded'],
  [() => Telemetry.prometheusOperator({ address: 'prometheus' }), '"prometheus" is not the address of a Prometheus'],
])('fails: options that say nothing (telemetry-form)', (make, message) => {
  expect(make).toThrow(message);
});

test('fails: a reading more often than Prometheus does (whole-seconds)', () => {
  expect(() => Telemetry.managed({ interval: Duration.seconds(1) })).toThrow(
    'interval is 1 s: use whole seconds, 5 or more',
  );
});

test('fails: a log of requests of a server that writes none (request-log)', () => {
  expect(() => watched({ requestLog: true })).toThrow(
    'TensorFlow Serving writes no log of its requests: leave requestLog out, and log requests in the clients or in a proxy before the server (request-log)',
  );
});

test('a server that can log its requests is told to', () => {
  let asked: boolean | undefined;
  const real = withMetrics(undefined);
  const server: ModelServer = {
    ...real,
    logsRequests: true,
    container: (model, resources) => {
      asked = model.logRequests;
      return real.container(model, resources);
    },
  };
  watched({ server, requestLog: true });
  expect(asked).toBe(true);
});

describe('the proxy of a mesh', () => {
  const injected = (mesh?: 'in' | 'out') =>
    watched({ mesh }).resource.toJson().spec.template.metadata.labels['sidecar.istio.io/inject'];

  test('is left to the mesh, unless the program says in or out', () => {
    expect([injected(), injected('in'), injected('out')]).toEqual([undefined, 'true', 'false']);
  });
});

test('fails: a telemetry that is asked for, of a server that exports no metrics, is advice (telemetry-nothing)', () => {
  const advice = (props: Partial<ServingDeploymentProps>) =>
    texts(openAdvice(watched(props)).map((open) => open.advice)).filter((text) => text.includes('telemetry'));
  const server = withMetrics(undefined);
  expect(advice({ server, telemetry: Telemetry.managed() })).toEqual([
    'Own exports no metrics, so nothing is collected and no alert can fire: say where it exports them, by metrics of ModelServer.container, or leave telemetry out (telemetry-nothing)',
  ]);
  expect(advice({ server })).toEqual([]);
  expect(advice({ telemetry: Telemetry.managed() })).toEqual([]);
});
