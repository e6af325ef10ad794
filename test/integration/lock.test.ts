import { Construct, type IConstruct } from 'constructs';
import { constantFrom, assert, property, record, subarray } from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  Bucket,
  Filestore,
  ImageRepository,
  Network,
  NodePool,
  WorkloadIdentity,
} from '../../lib/infrastructure/index';
import type { DeploymentOptions, NodePoolOptions } from '../../lib/index';
import { isKept } from '../../lib/platform/lock/stack-lock';
import {
  cluster,
  lockOf,
  namesIn,
  problemsOf,
  synthesize,
  type Build,
  type Synthesized,
} from '../platform/lock/synthesis';
import { output, type Output } from '../platform/programs';
import { judgedBy, TERRAFORM } from './support/judges';
import { attempt, type Outcome } from './support/run';
import { TerraformFolder } from './support/stack';

// What happens to deployed resources when a program is edited, in a protected stage.

judgedBy([TERRAFORM]);

const STACK = 'app-prod';

const FIRST: Build = (stack) => {
  cluster(stack, 'cluster');
  new Bucket(stack, 'data');
  new ImageRepository(stack, 'images');
};

function jsonOf(out: Output): string {
  return readFileSync(join(out.stacks, 'stacks', STACK, 'cdk.tf.json'), 'utf8');
}

async function deployed(out: Output): Promise<TerraformFolder> {
  synthesize(out, FIRST);
  const terraform = TerraformFolder.of(jsonOf(out));
  for (const args of [['init'], ['apply', '-auto-approve']]) {
    const { status, output: said } = await terraform.run(...args);
    expect(status, said).toBe(0);
  }
  return terraform;
}

function check(args: readonly string[], input: string): Promise<Outcome> {
  return attempt('node', ['--import', 'tsx', 'lib/cli.ts', ...args], { input });
}

function lockFile({ folder }: Output): string {
  return join(folder, '.trainyard.lock.json');
}

/** The plan of another version, judged by the command for pipelines. */
async function judged(
  terraform: TerraformFolder,
  out: Output,
  build: Build,
  options?: DeploymentOptions,
): Promise<Outcome> {
  synthesize(out, build, options);
  await terraform.changes(jsonOf(out));
  const { stdout } = await terraform.run('show', '-json', 'plan');
  return check(['check-plan', STACK, lockFile(out)], stdout);
}

test('a program whose constructs moved changes nothing in the cloud', async () => {
  const out = output();
  const terraform = await deployed(out);
  const moved = { cluster: 'ml/trainer', data: 'ml/data', images: 'pictures' };
  const next: Build = (stack) => {
    const ml = new Construct(stack, 'ml');
    cluster(ml, 'trainer');
    new Bucket(ml, 'data');
    new ImageRepository(stack, 'pictures');
  };
  expect(await judged(terraform, out, next, { moved })).toMatchObject({ status: 0 });
  expect(await terraform.changes(jsonOf(out))).toEqual({});
});

test('fails: a plan that destroys what was not let go; one that destroys what was let go by name is right', async () => {
  const out = output();
  const terraform = await deployed(out);
  const without: Build = (stack) => {
    cluster(stack, 'cluster');
    new Bucket(stack, 'data');
  };
  expect(await judged(terraform, out, without, { destroys: ['images'] })).toMatchObject({ status: 0 });
  // The program no longer says so, and the repository is still there.
  expect(await judged(terraform, out, without)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^the plan of app-prod destroys:\n {2}google_artifact_registry_repository\.images_\w+ \(delete\)\n/,
    ),
  });
});

test('fails: a plan that replaces a pool whose former generation is not kept', async () => {
  const out = output();
  const terraform = await deployed(out);
  const version = (options: NodePoolOptions): Build => {
    return (stack) => {
      cluster(stack, 'cluster').addPool('gpu', { machineType: 'n1-standard-4', ...options });
      new Bucket(stack, 'data');
      new ImageRepository(stack, 'images');
    };
  };
  const accepted = async (options: NodePoolOptions) => {
    expect(await judged(terraform, out, version(options))).toMatchObject({ status: 0 });
    expect(await terraform.run('apply', 'plan')).toMatchObject({ status: 0 });
  };
  await accepted({});
  expect(await judged(terraform, out, version({ generation: 2 }))).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/google_container_node_pool\.cluster_gpu_g2_\w+ \(delete, then create\)/),
  });
  await accepted({ generation: 2, keepGeneration: 1 });
  // The program let the first generation go by its prop, and no other.
  await accepted({ generation: 2 });
  const back = problemsOf(() => synthesize(out, version({})));
  expect(back).toEqual([expect.stringContaining("destroys: ['cluster/gpu/g2']")]);
});

test.each([
  [['check-plan', 'other'], '{}', 'has no stack "other"'],
  [['check-plan', STACK], 'no plan', 'the input is no plan as JSON'],
  [['plan', STACK], '{}', 'usage: '],
])('fails: %j with input %j says why', async (args, input, said) => {
  const out = output();
  synthesize(out, FIRST);
  const { status, stderr } = await check([...args, lockFile(out)], input);
  expect([status, stderr]).toEqual([1, expect.stringContaining(said)]);
});

// Random programs and random edits of them: none loses a resource that has to stay without naming it.

const MAKERS: Record<string, (scope: Construct, id: string) => IConstruct> = {
  cluster: (scope, id) => cluster(scope, id),
  network: (scope, id) => new Network(scope, id),
  bucket: (scope, id) => new Bucket(scope, id),
  images: (scope, id) => new ImageRepository(scope, id),
  identity: (scope, id) =>
    new WorkloadIdentity(scope, id, {
      cluster: cluster(scope, `${id}-cluster`),
      namespace: 'a',
      serviceAccountName: id,
    }),
  pool: (scope, id) => new NodePool(scope, id, { cluster: cluster(scope, `${id}-cluster`) }),
  files: (scope, id) => new Filestore(scope, id, { location: 'us-east1-b', network: new Network(scope, `${id}-net`) }),
};
const KINDS = Object.keys(MAKERS);

/** What some of them need beside themselves, and what is left of them in an edit. */
const NEEDS: Record<string, (scope: Construct, id: string) => IConstruct> = {
  identity: (scope, id) => cluster(scope, `${id}-cluster`),
  pool: (scope, id) => cluster(scope, `${id}-cluster`),
  files: (scope, id) => new Network(scope, `${id}-net`),
};

test('300 random edits of random programs in a protected stage destroy nothing that was not let go by name', () => {
  const edits = constantFrom('stays', 'gone', 'left', 'renamed', 'wrapped');
  const programs = record({
    kinds: subarray(KINDS, { minLength: 1 }),
    edits: record(Object.fromEntries(KINDS.map((kind) => [kind, edits]))),
    named: subarray(KINDS),
  });
  let refused = 0;
  let accepted = 0;
  assert(
    property(programs, ({ kinds, edits: how, named }) => {
      const out = output();
      const made: Build = (stack) => {
        for (const kind of kinds) MAKERS[kind]?.(stack, kind);
      };
      const first = synthesize(out, made);
      const moves = kinds.filter((kind) => named.includes(kind) && ['renamed', 'wrapped'].includes(how[kind] ?? ''));
      const below = (kind: string) => (kind === 'files' ? ['', '-net'] : kind in NEEDS ? ['', '-cluster'] : ['']);
      const to = (kind: string, part: string) =>
        how[kind] === 'renamed' ? `${kind}-2${part}` : `box-${kind}/${kind}${part}`;
      const moved = Object.fromEntries(
        moves.flatMap((kind) => below(kind).map((part) => [`${kind}${part}`, to(kind, part)])),
      );
      const gone = kinds.filter((kind) => named.includes(kind) && ['gone', 'left'].includes(how[kind] ?? ''));
      const destroys = gone.flatMap((kind) =>
        (how[kind] === 'left' ? [''] : below(kind)).map((part) => `${kind}${part}`),
      );
      const edited: Build = (stack) => {
        for (const kind of kinds) {
          if (how[kind] === 'stays') MAKERS[kind]?.(stack, kind);
          if (how[kind] === 'left') NEEDS[kind]?.(stack, kind);
          if (how[kind] === 'renamed') MAKERS[kind]?.(stack, `${kind}-2`);
          if (how[kind] === 'wrapped') MAKERS[kind]?.(new Construct(stack, `box-${kind}`), kind);
        }
        // Something is left in any case.
        new Bucket(stack, 'rest', { bucketName: 'acme-rest' });
      };
      const isSafe = kinds.every((kind) => how[kind] === 'stays' || named.includes(kind));
      const keptBefore = Object.entries(lockOf(out).resources).filter(([address]) => isKept(address));
      let second: Synthesized | undefined;
      const problems = problemsOf(() => (second = synthesize(out, edited, { moved, destroys })));
      if (second === undefined) {
        refused += 1;
        expect(isSafe, problems.join('\n')).toBe(false);
        return;
      }
      accepted += 1;
      expect(isSafe).toBe(true);
      const { resource, moved: blocks = [] } = second.stack;
      const from = new Map(blocks.map((block) => [block.from, block.to]));
      const has = (address: string) => {
        const [type = '', id = ''] = address.split('.');
        return resource[type]?.[id] !== undefined;
      };
      const lost = keptBefore.filter(([address]) => !has(from.get(address) ?? address));
      const isNamed = (path: string) => destroys.some((each) => path === each || path.startsWith(`${each}/`));
      expect(lost.filter(([, path]) => !isNamed(path))).toEqual([]);
      const { destroyed = {} } = lockOf(out);
      expect(lost.filter(([address]) => !(address in destroyed))).toEqual([]);
      if (gone.length === 0) expect(namesIn(second)).toEqual(expect.arrayContaining(namesIn(first)));
    }),
    { seed: 20261123, numRuns: 300 },
  );
  expect(Math.min(refused, accepted)).toBeGreaterThan(30);
});
