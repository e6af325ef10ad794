import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = resolve(__dirname, '../..');

test('names of metrics are read from tables, from comma-separated values and from lists of keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trainyard-metrics-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const schemas = join(folder, 'test/conformance/schemas');
  mkdirSync(schemas, { recursive: true });
  mkdirSync(join(folder, 'docs/metrics'), { recursive: true });
  cpSync(join(ROOT, 'scripts/refresh-metrics.ts'), join(folder, 'scripts/refresh-metrics.ts'), { recursive: true });
  writeFileSync(join(folder, 'docs/metrics/pod.md'), '| name | type |\n| --- | --- |\n| kube_pod_info | Gauge |\n');
  writeFileSync(join(folder, 'docs/metrics/keys.go'), '\tAvailableKey = "volume_stats_available_bytes"\n');
  writeFileSync(join(folder, 'counters.csv'), '# comment\nDCGM_FI_DEV_GPU_UTIL, gauge, utilization.\n');
  const script = join(folder, 'scripts/refresh-metrics.ts');
  const args = ['kube-state-metrics 2.20.0=docs/metrics', 'dcgm-exporter 4.8.2=counters.csv'];
  execFileSync(join(ROOT, 'node_modules/.bin/tsx'), [script, ...args], { cwd: folder });
  expect(JSON.parse(readFileSync(join(schemas, 'metrics.json'), 'utf8'))).toEqual({
    'kube-state-metrics 2.20.0': ['kube_pod_info', 'kubelet_volume_stats_available_bytes'],
    'dcgm-exporter 4.8.2': ['DCGM_FI_DEV_GPU_UTIL'],
  });
});
