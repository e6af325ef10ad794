import { Chart as KubernetesChart } from 'cdk8s';
import { TerraformResource } from 'cdktf';
import { Construct } from 'constructs';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Bucket, Network, TrainingCluster, WorkloadIdentity } from '../../../lib/infrastructure/index';
import { DEV, output } from '../programs';
import { cluster, lockOf, namesIn, problemsOf, synthesize, type Build, type Synthesized } from './synthesis';

const FIRST: Build = (stack) => {
  cluster(stack, 'cluster');
  new Bucket(stack, 'data');
};

test('the lock has the resources of each stack with the paths of their constructs', () => {
  const out = output();
  synthesize(out, FIRST);
  const { protected: isProtected, resources, ...rest } = lockOf(out);
  expect([isProtected, rest]).toEqual([true, {}]);
  expect(Object.entries(resources)).toContainEqual([
    expect.stringMatching(/^google_container_cluster\.cluster_/),
    'cluster/Resource',
  ]);
  const before = readFileSync(join(out.folder, '.trainyard.lock.json'), 'utf8');
  synthesize(out, FIRST);
  expect(readFileSync(join(out.folder, '.trainyard.lock.json'), 'utf8')).toBe(before);
});

test('stacks of other programs stay in the lock', () => {
  const out = output();
  synthesize(out, FIRST);
  synthesize(out, FIRST, {}, DEV);
  expect(Object.keys(lockOf(out, 'app-prod').resources)).toHaveLength(
    Object.keys(lockOf(out, 'app-dev').resources).length,
  );
});

test('fails: a construct of a protected stage that is gone (resource-lost)', () => {
  const out = output();
  synthesize(out, FIRST);
  const contents = out.contents();
  const [lost, ...others] = problemsOf(() => synthesize(out, (stack) => cluster(stack, 'cluster')));
  expect(lost).toMatch(
    /^\[app-prod\] "data" is no longer in the program, so the next deployment destroys google_storage_bucket\.data_\w+; stage "prod" is protected: keep the construct; .*destroys: \['data'\] \(resource-lost\)$/,
  );
  expect(others).toEqual([]);
  expect(out.contents()).toEqual(contents);
});

test.each<[string, string, Build]>([
  ['another id', 'trainer', (stack) => cluster(stack, 'trainer', 'prod')],
  ['another construct around it', 'ml/cluster', (stack) => cluster(new Construct(stack, 'ml'), 'cluster', 'prod')],
])('fails: a cluster with %s is refused with the move that keeps it (resource-lost)', (_, path, build) => {
  const out = output();
  synthesize(out, (stack) => cluster(stack, 'cluster', 'prod'));
  const [lost, ...others] = problemsOf(() => synthesize(out, build));
  expect(lost).toContain(`give platform.stage moved: { 'cluster': '${path}' }`);
  expect(lost).toMatch(/google_container_cluster\.\w+.*google_container_node_pool\.\w+/);
  expect(others).toEqual([]);
});

test('in another stage it is advice, once', () => {
  const out = output();
  synthesize(out, FIRST, {}, DEV);
  const next = () => synthesize(out, (stack) => cluster(stack, 'cluster'), {}, DEV).advice;
  expect(next()).toEqual([expect.stringMatching(/^\[app-dev\] "data" is no longer in .*, if they are deployed: keep/)]);
  expect(next()).toEqual([]);
});

test('fails: a new id beside the same name is told, in any stage, before Google refuses the name as taken (resource-lost)', () => {
  const version =
    (suffix: string): Build =>
    (stack) => {
      const network = new Network(stack, `network${suffix}`, { networkName: 'ml' });
      const props = { location: 'us-east1-b', clusterName: 'ml', network };
      const made = new TrainingCluster(stack, `cluster${suffix}`, props);
      new WorkloadIdentity(stack, `who${suffix}`, { cluster: made, namespace: 'a', accountId: 'acme-trainer' });
    };
  const out = output();
  synthesize(out, version(''), {}, DEV);
  const { advice } = synthesize(out, version('2'), {}, DEV);
  expect([...advice].sort()).toEqual([
    expect.stringMatching(
      /^\[app-dev\] "cluster" .*google_service_account\.cluster_.* moved: \{ 'cluster': 'cluster2' \}/,
    ),
    expect.stringMatching(/^\[app-dev\] "network" .*google_compute_network\..* moved: \{ 'network': 'network2' \}/),
    expect.stringMatching(/^\[app-dev\] "who" .*google_service_account\.who_.* moved: \{ 'who': 'who2' \}/),
  ]);
  const moved = { cluster: 'cluster3', network: 'network3', who: 'who3' };
  const third = output();
  synthesize(third, version(''), {}, DEV);
  expect(synthesize(third, version('3'), { moved }, DEV).advice).toEqual([]);
});

test('of several constructs with another id, none is named as the new place of one; those with the same id are', () => {
  const buckets = (scope: Construct, ...ids: string[]) => {
    for (const id of ids) new Bucket(scope, id);
  };
  const toldOf = (next: Build) => {
    const out = output();
    synthesize(out, (stack) => {
      buckets(stack, 'a', 'b');
    });
    return problemsOf(() => synthesize(out, next)).map((each) => /moved: (\{.*?\})/.exec(each)?.[1]);
  };
  const renamed: Build = (stack) => {
    buckets(stack, 'a2', 'b2');
  };
  expect(toldOf(renamed)).toEqual(["{ 'a': '<its new path>' }", "{ 'b': '<its new path>' }"]);
  const wrapped: Build = (stack) => {
    buckets(new Construct(stack, 'ml'), 'a', 'b');
  };
  expect(toldOf(wrapped)).toEqual(["{ 'a': 'ml/a' }", "{ 'b': 'ml/b' }"]);
});

test('a construct around others needs no move if its id is Default', () => {
  const out = output();
  const first = synthesize(out, FIRST);
  const second = synthesize(out, (stack) => {
    const around = new Construct(stack, 'Default');
    cluster(around, 'cluster');
    new Bucket(around, 'data');
  });
  expect([namesIn(second), second.stack.moved]).toEqual([namesIn(first), undefined]);
  const page = readFileSync(join(__dirname, '../../../docs/infrastructure.md'), 'utf8');
  expect(page).toContain('A construct with the id `Default` is no part of an address');
});

test('destroys lets a construct go, and the lock tells it to the check of the plan', () => {
  const out = output();
  synthesize(out, FIRST);
  const without: Build = (stack) => cluster(stack, 'cluster');
  const destroyed = () => lockOf(out).destroyed;
  for (let times = 0; times < 2; times += 1) {
    synthesize(out, without, { destroys: ['data'] });
    expect(Object.entries(destroyed() ?? {})).toEqual([
      [expect.stringMatching(/^google_storage_bucket\.data_/), 'data/Resource'],
    ]);
  }
  synthesize(out, without);
  expect(destroyed()).toBeUndefined();
});

test('moved keeps names and state of all resources, in this synthesis and the next', () => {
  const out = output();
  const first = synthesize(out, FIRST);
  const moved = { cluster: 'ml/trainer', data: 'ml/data' };
  const next: Build = (stack) => {
    const ml = new Construct(stack, 'ml');
    cluster(ml, 'trainer');
    new Bucket(ml, 'data');
  };
  for (let times = 0; times < 2; times += 1) {
    const second = synthesize(out, next, { moved });
    expect(namesIn(second)).toEqual(namesIn(first));
    const addresses = ({ stack }: Synthesized) =>
      Object.entries(stack.resource).flatMap(([type, all]) => Object.keys(all).map((id) => `${type}.${id}`));
    const moves = new Map(second.stack.moved?.map(({ from, to }) => [from, to]));
    expect(
      addresses(first)
        .map((address) => moves.get(address) ?? address)
        .sort(),
    ).toEqual(addresses(second).sort());
  }
});

test('fails: a fresh clone of a stack that was deployed has no state (state-missing)', () => {
  const out = output();
  const missing = () => {
    const platform = out.platform();
    FIRST(platform.stage(DEV, 'app').stack);
    return platform.synth().advice.filter((each) => each.includes('(state-missing)'));
  };
  // Before the first deployment, and with the state that it made.
  expect([missing(), missing(), lockOf(out, 'app-dev').deployed]).toEqual([[], [], undefined]);
  mkdirSync(join(out.folder, 'state'));
  const file = join(out.folder, 'state/app-dev.tfstate');
  writeFileSync(file, JSON.stringify({ version: 4, resources: [{ type: 'google_storage_bucket' }] }, undefined, 2));
  expect([missing(), lockOf(out, 'app-dev').deployed]).toEqual([[], true]);
  rmSync(file);
  for (let times = 0; times < 2; times += 1) {
    expect(missing()).toEqual([expect.stringMatching(/^\[app-dev\] .*"state\/app-dev.tfstate" is not here/)]);
    expect(out.contents()['dist/app-dev/DEPLOY.md']).toContain('its state "state/app-dev.tfstate" is not here');
  }
  writeFileSync(file, JSON.stringify({ version: 4, resources: [] }, undefined, 2));
  expect([missing(), lockOf(out, 'app-dev').deployed]).toEqual([[], undefined]);
});

test('fails: a lock that cannot be read is refused, and nothing is written (lock-form)', () => {
  const out = output();
  synthesize(out, FIRST);
  writeFileSync(join(out.folder, '.trainyard.lock.json'), '<<<<<<< HEAD');
  const contents = out.contents();
  expect(problemsOf(() => synthesize(out, FIRST))).toEqual([expect.stringMatching(/cannot be read.*\(lock-form\)$/)]);
  expect(out.contents()).toEqual(contents);
});

test('a program without stacks writes no lock', () => {
  const out = output();
  const platform = out.platform();
  new KubernetesChart(platform.stage(DEV, 'app').kubernetes, 'empty');
  platform.synth();
  expect(existsSync(join(out.folder, '.trainyard.lock.json'))).toBe(false);
});

test('a resource of a construct has an address that the lock knows', () => {
  const out = output();
  let address = '';
  synthesize(out, (stack) => {
    const child = new Bucket(stack, 'data').node.defaultChild;
    if (child !== undefined && TerraformResource.isTerraformResource(child))
      address = `${child.terraformResourceType}.${child.friendlyUniqueId}`;
  });
  expect(lockOf(out).resources[address]).toBe('data/Resource');
});
