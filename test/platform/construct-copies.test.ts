import type { Construct, IConstruct } from 'constructs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { Bucket } from '../../lib/index';
import { configMap, DEV, output } from './programs';

/** The class of a second copy of the package, as npm may install it. */
function secondCopy(): new (scope: IConstruct, id: string) => Construct {
  const load = createRequire(__filename);
  const folder = dirname(load.resolve('constructs'));
  const first = Object.entries(load.cache).filter(([file]) => file.startsWith(folder));
  for (const [file] of first) Reflect.deleteProperty(load.cache, file);
  const { Construct: Other } = load('constructs') as { Construct: typeof Construct };
  Object.assign(load.cache, Object.fromEntries(first));
  return Other;
}

test('fails: constructs of a second copy of constructs are advice in both trees (constructs-twice)', () => {
  const Other = secondCopy();
  class Team extends Other {}
  const platform = output().platform();
  const deployment = platform.stage(DEV, 'mnist');
  new Bucket(new Team(deployment.stack, 'team'), 'data');
  configMap(deployment, {});
  new Team(deployment.kubernetes, 'team');
  new Team(deployment.kubernetes, 'other');
  const fix =
    'ask for one version of constructs in package.json and run npm dedupe; npm ls constructs shows who brings another copy (constructs-twice)';
  expect(platform.synth().advice).toEqual([
    `[mnist-dev] mnist-dev/team is made with another copy of the package constructs than trainyard's: ${fix}`,
    `[mnist-dev/] mnist-dev/team, and 1 more, is made with another copy of the package constructs than trainyard's: ${fix}`,
  ]);
});

test('constructs of one copy are no advice', () => {
  const platform = output().platform();
  const deployment = platform.stage(DEV, 'mnist');
  new Bucket(deployment.stack, 'data');
  configMap(deployment, {});
  expect(platform.synth().advice).toEqual([]);
});
