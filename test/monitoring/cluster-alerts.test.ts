import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { conditionOf, series } from '../../lib/core/contracts/alert';
import { ValidationError } from '../../lib/core/problems/errors';
import { clusterAlerts, type AlertThresholds } from '../../lib/monitoring';

test.each<[string, AlertThresholds, string]>([
  ['JobWaiting', { waiting: Duration.hours(4) }, '14400s'],
  ['GpuIdle', { idle: Duration.minutes(10) }, '600s'],
  ['QueueBlocked', { waiting: Duration.hours(2) }, '7200s'],
  ['JobStalled', { stalled: Duration.minutes(20) }, '1200s'],
])('the time of %s is that of its threshold', (alert, thresholds, seconds) => {
  const found = clusterAlerts(thresholds).find(({ name }) => name === alert);
  expect(`${found?.for.toSeconds()}s`).toBe(seconds);
});

test('the text of an alert has its time in minutes', () => {
  const [found] = clusterAlerts({ waiting: Duration.hours(4) }).filter(({ name }) => name === 'PodWaiting');
  expect(found?.summary).toBe('A pod has had no node for 240 minutes');
});

test.each<[string, AlertThresholds, number]>([
  ['PodWaiting', { waiting: Duration.hours(4) }, 14_400],
  ['ContainerRestarts', { restarts: 7 }, 7],
  ['GpuIdle', { idleUtilization: 12.5 }, 12.5],
  ['VolumeFull', { volumeUse: 75 }, 75],
  ['QuotaFull', { quotaUse: 80 }, 80],
])('%s compares with its threshold', (alert, thresholds, limit) => {
  const found = clusterAlerts(thresholds).find(({ name }) => name === alert);
  expect(found && conditionOf(found)).toMatch(new RegExp(`\\) [<>] ${limit}$`));
});

test('a matcher of the cluster is in every series of a query', () => {
  for (const { expr } of clusterAlerts()) {
    const metrics = expr('').match(/\b(kube_|kubelet_|kueue_|DCGM_FI_)\w+/g) ?? [];
    const matched =
      expr('cluster="digits"').match(/\b(kube_|kubelet_|kueue_|DCGM_FI_)\w+\{[^}]*cluster="digits"\}/g) ?? [];
    expect(matched).toHaveLength(metrics.length);
  }
});

test('a series without matchers has no braces', () => {
  expect([series('up'), series('up', ''), series('up', 'a="b"', '')]).toEqual(['up', 'up', 'up{a="b"}']);
});

test.each<AlertThresholds>([{ restarts: -1 }, { idleUtilization: 101 }, { volumeUse: -5 }, { quotaUse: Number.NaN }])(
  'fails: alert-threshold for %j',
  (thresholds) => {
    expect(() => clusterAlerts(thresholds)).toThrow(ValidationError);
    expect(() => clusterAlerts(thresholds)).toThrow(/alert-threshold/);
  },
);
