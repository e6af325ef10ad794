import type { k8s } from 'cdk8s-plus-27';
import { choice, either, FLAG, having, listOf, object, optional, text, type Rules } from '../../core/problems/rules';
import type { ServerCounter, ServerLatency, ServerMetrics, ServerPort } from './model-server';
import { GRPC, type ServerCheck } from './server-check';
import { PORT } from './servers/server-options';

// Types of what a server says of its ports, its checks and its metrics, in options and in results.

export const SERVER_PORT: Rules<ServerPort> = {
  name: text('name the port, such as "http"'),
  port: PORT,
  protocol: choice('grpc', 'http'),
  tls: optional(FLAG),
  admin: optional(text('say what else clients can do there, such as "load other models"')),
  clientPaths: optional(
    listOf(text('give the beginnings of paths that clients ask, such as "/inference.GRPCInferenceService/ModelInfer"')),
  ),
};

const ASKED = having('value', "name the port as ServerCheck.http('/ready', 'http') does");
const HOST = optional(text('give the host, or leave it out for the pod'));
const HTTP_GET: Rules<k8s.HttpGetAction> = {
  host: HOST,
  httpHeaders: optional(listOf(having('value', "give { name: 'Accept', value: '*/*' }"))),
  path: optional(text('give the path, such as "/v2/health/ready"')),
  port: ASKED,
  scheme: optional(choice('HTTP', 'HTTPS')),
};
const EXEC: Rules<k8s.ExecAction> = { command: optional(listOf(text('give the program and its arguments'))) };
const CHECK: Rules<ServerCheck> = {
  httpGet: optional(object(HTTP_GET, 'give { path, port }')),
  tcpSocket: optional(object({ host: HOST, port: ASKED }, 'give { port }')),
  grpc: optional(object(GRPC, 'give { port: 8001 }')),
  exec: optional(object(EXEC, "give { command: ['test', '-e', '/tmp/ready'] }")),
};
export const SERVER_CHECK = object(CHECK, "use ServerCheck.http('/v2/health/ready') or another check");

const COUNTER: Rules<ServerCounter> = {
  name: text('name the counter, such as "requests_total"'),
  match: optional(text(`write what its series have, such as 'status="500"'`)),
};
const A_COUNTER = object(COUNTER, "give { name: 'requests_total' }");
const HISTOGRAM = object({ histogram: text('name the histogram, without _bucket') }, 'name a histogram');
const TIMES = object({ sum: A_COUNTER, count: A_COUNTER }, 'give { histogram }, or { sum, count }');
const LATENCY: Rules<ServerLatency> = { of: either(HISTOGRAM, TIMES), unit: choice('microseconds', 'seconds') };

export const METRICS: Rules<ServerMetrics> = {
  port: text('name the port'),
  path: text('give the path, such as "/metrics"'),
  requests: optional(listOf(A_COUNTER)),
  failures: optional(A_COUNTER),
  latency: optional(object(LATENCY, 'give { of, unit }')),
  failedLoads: optional(A_COUNTER),
};
