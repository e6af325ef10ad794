import { choice, either, FLAG, listOf, object, optional, text, type Rules } from '../../core/problems/rules';
import type { ServerCounter, ServerLatency, ServerMetrics, ServerPort } from './model-server';
import { PORT } from './servers/server-options';

// Types of what a server says of its ports and its metrics, in options and in results.

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
