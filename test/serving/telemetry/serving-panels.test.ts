import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { ValidationError } from '../../../lib/core/problems/errors';
import { servingAlerts, servingPanels } from '../../../lib/serving';

const NAMES = ['tensorflow:serving:request_', 'nv_inference_request_', 'http_requests_total', 'vllm:e2e_request_'];

test('the charts have the servers of all kinds, with the matcher in every series', () => {
  expect(servingPanels().map(({ unit }) => unit)).toEqual(['1/s', '%', 's']);
  const queries = servingPanels().flatMap(({ lines }) => Object.values(lines).map((query) => query('cluster="c"')));
  for (const name of NAMES) expect(queries.join()).toContain(name);
  for (const query of queries)
    expect(query.match(/cluster="c"/g)).toHaveLength(query.match(/\{[^{}]*\}/g)?.length ?? -1);
});

test('times are in seconds, whatever the server counts in', () => {
  const [, , time] = servingPanels();
  const [query] = Object.values(time?.lines ?? {});
  expect(query?.('')).toMatch(/request_latency_bucket\[5m\]\)\)\) \/ 1000000 or /);
  expect(query?.('')).toMatch(/vllm:e2e_request_latency_seconds_bucket\[5m\]\)\)\) \/ 1$/);
});

test('there is an alert of errors, and one of times where a limit is given', () => {
  expect(servingAlerts().map(({ name, threshold }) => [name, threshold])).toEqual([['ServingErrors', 0.01]]);
  const options = { errorRate: 0.05, latency: Duration.millis(250), after: Duration.minutes(2) };
  expect(servingAlerts(options).map((alert) => [alert.name, alert.threshold, alert.for.toSeconds()])).toEqual([
    ['ServingErrors', 0.05, 120],
    ['ServingLatency', 0.25, 120],
  ]);
});

test('fails: limits that no share of requests and no time have (telemetry-form)', () => {
  for (const options of [{ errorRate: 2 }, { latency: Duration.seconds(0) }]) {
    expect(() => servingAlerts(options)).toThrow(ValidationError);
  }
});
