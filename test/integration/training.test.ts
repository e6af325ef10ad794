import { expect, test } from 'vitest';
import { judgedBy, REAL_NODE } from './support/judges';
import { finished, kubectl, pods } from './support/kubectl';
import { classify, localStage, logsOf, NAMESPACE, VARIANTS } from './support/local-stage';
import { within } from './support/run';

// The local stage of apps/mnist trains in real pods, from nothing to a model that classifies.

judgedBy([REAL_NODE]);

test.each([
  ['not as root', VARIANTS, ['tfjob', 'parameter-server', 'not-root'], 'TFJob', '-chief-0'],
  ['by a JobSet', VARIANTS, ['jobset', 'parameter-server'], 'JobSet', '-chief-0'],
  ['by flags, with a chief', VARIANTS, ['tfjob', 'flags'], 'TFJob', '-chief-0'],
  ['by flags, without a chief', VARIANTS, ['tfjob', 'flags-without-chief'], 'TFJob', '-worker-0'],
  ['by flags to a JobSet', VARIANTS, ['jobset', 'flags'], 'JobSet', '-chief-0'],
  ['by flags to a JobSet, without a chief', VARIANTS, ['jobset', 'flags-without-chief'], 'JobSet', '-worker-0'],
  ['beside an evaluator', VARIANTS, ['tfjob', 'evaluated'], 'TFJob', '-chief-0'],
  ['beside an evaluator in a JobSet', VARIANTS, ['jobset', 'evaluated'], 'JobSet', '-chief-0'],
  ['mirrored', VARIANTS, ['tfjob', 'mirrored'], 'TFJob', '-worker-0'],
  ['mirrored in a JobSet', VARIANTS, ['jobset', 'mirrored'], 'JobSet', '-worker-0'],
  ['mirrored in a Job, without an operator', VARIANTS, ['job', 'mirrored'], 'Job', 'mnist-0'],
] as const)(
  'the local stage trains to its end %s, and leaves a model that classifies',
  async (_, program, args, kind, leader) => {
    const stage = await localStage(program, args);
    await stage.deploy();

    const restricted = args.at(-1) === 'not-root' ? 'restricted' : 'baseline';
    expect(await kubectl('get', 'namespace', NAMESPACE, '-o', 'json')).toContain(`/enforce": "${restricted}"`);
    const apart = kind === 'TFJob' && args[1] === 'evaluated';
    const jobs = stage.objects.filter((object) => object.kind === kind);
    expect(await Promise.all(jobs.map(finished))).toEqual(apart ? [true, true] : [true]);
    const left = await within(30, 'the end of the parameter servers', async () => {
      const now = await pods(NAMESPACE);
      return now.every(({ status: { phase } }) => phase === 'Succeeded') && now;
    });
    expect(await logsOf(leader, left)).toMatch(/exported .*export\/1/);
    if (apart) expect(await logsOf('-evaluator-worker-0', left)).toMatch(/ckpt-200: .* accuracy (0\.9|1\.0)/);

    expect(await classify(stage.objects)).toMatch(/^version 1: accuracy (0\.9|1\.0)/m);
    await stage.takeDown();
  },
);
