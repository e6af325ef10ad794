import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Testing } from 'cdktf';
import { expect, test } from 'vitest';
import { InfrastructureStack, Stage, TrainingCluster } from '../../lib/index';
import { pathsOf, type Block } from '../docs/changes';
import { CONSTRUCTS } from '../docs/versions';

// docs/versions.md: what is written for version 6 of the Google provider is also there in version 7.

/** Flags of arguments and blocks, by type: r required, o optional, c computed, d deprecated. */
const ARGUMENTS = JSON.parse(readFileSync(join(__dirname, 'schemas/google-7.45.0-arguments.json'), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;

function problemsIn(type: string, block: Block): string[] {
  const known = ARGUMENTS[type];
  if (!known) return [`${type} is not in the schema`];
  const written = pathsOf(block);
  return [
    ...[...written.keys()].filter((path) => !/^[^d]*[ro][^d]*$/.test(known[path] ?? '')),
    ...Object.entries(known)
      .filter(([path, flags]) => flags.includes('r') && !path.includes('.') && !written.has(path))
      .map(([path]) => `${path} is required`),
  ].filter((path) => !isMapKey(known, path));
}

/** Keys of labels and metadata are the program's own. */
function isMapKey(known: Readonly<Record<string, string>>, path: string): boolean {
  return /(labels|metadata)\./.test(path) && known[path.slice(0, path.search(/(?<=labels|metadata)\./))] !== undefined;
}

test.each(CONSTRUCTS)('version 7 has every argument of $name, and none of them is deprecated', ({ type, changes }) => {
  expect(changes.flatMap(([, before, after]) => [before, after].flatMap((block) => problemsIn(type, block)))).toEqual(
    [],
  );
});

test.each(['k80-pool-dev', 'mnist-dev', 'mnist-prod'])('version 7 has every argument of %s', (stack) => {
  const file = join(__dirname, '../apps/goldens', stack, 'terraform.json');
  const { resource } = JSON.parse(readFileSync(file, 'utf8')) as {
    resource: Record<string, Record<string, Block>>;
  };
  const problems = Object.entries(resource).flatMap(([type, blocks]) =>
    Object.values(blocks).flatMap((block) => problemsIn(type, block)),
  );
  expect(problems).toEqual([]);
});

test('an argument that version 7 does not have is found', () => {
  const [, before = {}] = CONSTRUCTS[0]?.changes[0] ?? [];
  expect(problemsIn('google_container_cluster', { ...before, enable_flow_logs: true })).toEqual(['enable_flow_logs']);
});

test('a stack asks for version 7 by an override', () => {
  const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-central1' });
  const stack = new InfrastructureStack(new App(), 'lab', { stage });
  new TrainingCluster(stack, 'cluster', { location: 'us-central1-a' });
  stack.addOverride('terraform.required_providers.google.version', '7.45.0');
  expect(JSON.parse(Testing.synth(stack))).toMatchObject({
    terraform: { required_providers: { google: { source: 'google', version: '7.45.0' } } },
  });
});
