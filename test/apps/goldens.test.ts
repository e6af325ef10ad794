import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { entriesIn } from '../support/entries';
import { OWN_LIST } from '../../lib/platform/output/own-files';
import { synthesized } from './synthesized';

// One readable file per application and stage and half. They change only with a reason: `npx vitest run test/apps -u`, then
// read the diff.

const { folder, manifests, stacks, report } = synthesized();
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The version that cdktf, or cdktn in its place, writes into a comment. */
const { version: ENGINE } = JSON.parse(readFileSync(require.resolve('cdktf/package.json'), 'utf8')) as {
  readonly version: string;
};

/** Without the list of own files, which depends on the program that wrote them. */
const written = (root: string) => entriesIn(root).filter((file) => !file.endsWith(OWN_LIST));

test.each(written(manifests))('dist/%s', async (file) => {
  await expect(readFileSync(join(manifests, file), 'utf8')).toMatchFileSnapshot(`goldens/${file}`);
});

test.each(written(stacks).filter((file) => file.startsWith('stacks/')))('cdktf.out/%s', async (file) => {
  const [, stack = ''] = file.split('/');
  const text = readFileSync(join(stacks, file), 'utf8').replace(`"version": "${ENGINE}"`, '"version": "of cdktf"');
  await expect(text).toMatchFileSnapshot(`goldens/${stack}/terraform.json`);
});

test('the advice', async () => {
  await expect(`${report.advice.join('\n')}\n`).toMatchFileSnapshot('goldens/advice.txt');
});
