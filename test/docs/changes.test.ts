import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  Bucket,
  Filestore,
  ImageRepository,
  TrainingCluster,
  WorkloadIdentity,
  type StageProps,
  type TrainingClusterProps,
} from '../../lib/index';
import { SqlDatabase } from '../../lib/infrastructure';
import { CHANGES, changedPaths, effectOf, pathsOf, resourcesOf } from './changes';
import { CONSTRUCTS, stackOf, ZONE } from './versions';

// The table "Changes after the first deployment" of docs/infrastructure.md, held against the provider's schema.

/** Google refuses these changes, which the schema does not know. */
const REFUSED = ['Network.podRange', 'Network.serviceRange', 'Network.proxyRange', 'Filestore.instanceName'];

test.each(CONSTRUCTS)('$name: of each prop the page says what the schema says', ({ name, type, changes }) => {
  const [, ...cells] = table('construct').find(([first = '']) => namesIn(first).join() === name) ?? [];
  const [inPlace = [], replaced = [], refused = []] = cells.map(namesIn);
  const said = [
    ...inPlace.map((prop) => [prop, 'in place']),
    ...replaced.map((prop) => [prop, 'replaced']),
    ...refused.map((prop) => [prop, 'refused']),
  ];
  const known = changes.map(([prop, before, after]) => [
    prop,
    REFUSED.includes(`${name}.${prop}`) ? 'refused' : effectOf(type, before, after),
  ]);
  expect(said.sort()).toEqual(known.sort());
});

test.each([
  ['`location` to another zone of the region', {}, { location: 'us-central1-b' }],
  ['`location` to another region', {}, { location: 'us-east1-c' }],
  ['`clusterName`', {}, { clusterName: 'other' }],
  ["the stage's `region`", { region: 'us-east1' }, {}],
  ["the stage's `project`", { project: 'acme-other' }, {}],
])('a change of %s takes with it what the page says', (change, stage, cluster) => {
  const [, said = ''] = table('change').find(([first]) => first === change) ?? [];
  expect(said.split(', ').sort()).toEqual(replacedBy(stage, cluster).sort());
});

/** How the page names resources. Grants and services follow what they belong to. */
const NAMES: Readonly<Record<string, string>> = {
  google_container_cluster: 'the cluster',
  google_container_node_pool: 'its pools',
  google_compute_network: 'its own network',
  google_compute_subnetwork: 'its own network',
  google_storage_bucket: 'buckets',
  google_artifact_registry_repository: 'image repositories',
  google_filestore_instance: 'Filestore instances',
  google_sql_database_instance: 'databases',
};

function replacedBy(stage: Partial<StageProps>, cluster: Partial<TrainingClusterProps>): string[] {
  const [before, after] = [whole({}, {}), whole(stage, cluster)];
  const replaced = Object.entries(before).flatMap(([type, blocks]) =>
    Object.entries(blocks)
      .filter(([id, block]) => effectOf(type, block, after[type]?.[id] ?? {}) === 'replaced')
      .map(([id]) => (type === 'google_service_account' ? accountOf(id) : NAMES[type])),
  );
  // Pools name the cluster as what triggers their replacement.
  const all = replaced.includes('the cluster') ? [...replaced, 'its pools'] : replaced;
  return [...new Set(all)].filter((name) => name !== undefined);
}

function accountOf(id: string): string {
  return id.includes('nodes') ? 'the account of its nodes' : 'identities';
}

function whole(stage: Partial<StageProps>, props: Partial<TrainingClusterProps>) {
  const stack = stackOf(stage);
  const cluster = new TrainingCluster(stack, 'cluster', { ...ZONE, ...props });
  new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'digits' });
  new Bucket(stack, 'data');
  new ImageRepository(stack, 'images');
  new Filestore(stack, 'files', { ...ZONE, network: cluster.network });
  new SqlDatabase(stack, 'runs', { network: cluster.network });
  return resourcesOf(stack);
}

/** The rows of the table of the page whose first column has this head, without head and rule. */
function table(head: string): string[][] {
  const page = readFileSync(join(__dirname, '../../docs/infrastructure.md'), 'utf8');
  const [, text = ''] = page.split(new RegExp(`^\\| ${head} .*$`, 'm'));
  const [lines = ''] = text.trimStart().split('\n\n');
  const rows = lines.split('\n').map((line) => line.split('|').slice(1, -1));
  return rows.slice(1).map((cells) => cells.map((cell) => cell.trim()));
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

/**
 * Options whose arguments the provider keeps when they are left out, and why that is said or does no harm. All others
 * are always written, or are not kept.
 */
const KEPT: Readonly<Record<string, string>> = {
  'TrainingCluster.nodeLocations': 'GKE would choose the zones; the page says so',
  'TrainingCluster.security':
    'a group of Google Groups; the page says so. Without its block, Binary Authorization is off',
  'NodePool,GpuNodePool.nodes': 'a number of nodes or limits, of which one is always written',
  'NodePool,GpuNodePool.maxPodsPerNode': 'of a cluster whose own number is not known; the page says so',
  'NodePool,GpuNodePool.upgrade': 'settings of the strategy that is not used',
  'Bucket.versioning': 'on purpose: an end of protection does not end versioning',
  'Bucket.hierarchicalNamespace': 'the bucket is replaced',
  'Bucket.accessLogs': 'a prefix of names that goes with its block',
  'Filestore.reservedIpRange': 'an instance keeps its addresses; the page says so',
};

test('what the provider keeps when it is left out is known', () => {
  const kept = CONSTRUCTS.flatMap(({ name, type, changes }) =>
    changes
      .filter(([, before, after]) =>
        changedPaths(before, after)
          .filter((path) => pathsOf(before).has(path) !== pathsOf(after).has(path))
          .some((path) => CHANGES[type]?.keeps.includes(path)),
      )
      .map(([prop]) => `${name}.${prop}`),
  );
  expect(kept).toEqual(Object.keys(KEPT));
});
