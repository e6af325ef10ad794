import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Bucket, Network, TrainingCluster } from '../../lib/index';
import { all, only, stackOf } from '../infrastructure/synthesized';

// The table "What an empty cluster costs" of docs/infrastructure.md, held against what a stack has by default.

const [, SECTION = ''] =
  /^## What an empty cluster costs\n([\s\S]*?)^## /m.exec(readFileSync('docs/infrastructure.md', 'utf8')) ?? [];
const ROWS = SECTION.split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** The cells about a part: what it costs, and what leaves it out. */
function row(part: string): string {
  const [found = [], ...others] = ROWS.filter(([, name = '']) => name.startsWith(part));
  expect([part, others]).toEqual([part, []]);
  return found.slice(2).join(' ');
}

const network = (flowLogs?: boolean) => {
  const stack = stackOf();
  new TrainingCluster(stack, 'cluster', {
    location: 'us-east1-b',
    network: new Network(stack, 'network', { flowLogs }),
  });
  return stack;
};

test('an empty cluster has the parts that the page names', () => {
  const stack = network();
  expect(row('the cluster')).toContain('fee');
  const { node_config: node, autoscaling } = only(stack, 'google_container_node_pool');
  expect(autoscaling).toMatchObject({ total_min_node_count: 1 });
  const { machine_type: machine, disk_size_gb: size } = node as Record<string, unknown>;
  expect(row('system pool, 1 node')).toContain(`\`${String(machine)}\`: `);
  expect(row('system pool, 1 node')).toContain(`boot disk of ${String(size)} GiB: `);
  expect(all(stack, 'google_compute_router_nat')).toHaveLength(1);
  expect(row('Cloud NAT')).toContain('Network.fromAttributes');
});

test('flow logs have all metadata, and the option that the page names leaves them out', () => {
  expect(only(network(), 'google_compute_subnetwork')).toMatchObject({
    log_config: { metadata: 'INCLUDE_ALL_METADATA' },
  });
  expect(row('flow logs, with all their metadata')).toContain('`flowLogs: false`');
  expect(only(network(false), 'google_compute_subnetwork')).toHaveProperty('log_config', { flow_sampling: 0 });
});

test('old versions of checkpoints are kept where the page says so, and the option that it names turns them off', () => {
  const versions = (isProtected: boolean, versioning?: boolean) => {
    const stack = stackOf({ protected: isProtected });
    new Bucket(stack, 'data', { versioning });
    return only(stack, 'google_storage_bucket')['versioning'];
  };
  expect(row('a bucket in a protected stage')).toMatch(/for 30 days.*`versioning: false`/);
  expect(versions(true)).toEqual({ enabled: true });
  for (const each of [versions(true, false), versions(false)]) expect(each).not.toEqual({ enabled: true });
});
