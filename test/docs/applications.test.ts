import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './examples';

const PAGE = readFileSync(join(ROOT, 'docs/applications.md'), 'utf8');
const GOLDENS = join(ROOT, 'test/apps/goldens');

const STAGES = readdirSync(GOLDENS).filter((name) => /^(mnist|inception|insightface|platform)-/.test(name));
const GUIDES = STAGES.map((name) => readFileSync(join(GOLDENS, name, 'DEPLOY.md'), 'utf8'));
/** The images of this repository that the stages need, as their DEPLOY.md lists them. Others come from their makers. */
const IMAGES = STAGES.flatMap((name) => {
  const guide = readFileSync(join(GOLDENS, name, 'DEPLOY.md'), 'utf8');
  const [, list = ''] = /^## Images\n([\s\S]*?)^## /m.exec(guide) ?? [];
  const images = [...list.matchAll(/^- `(.+)`$/gm)].map(([, image = '']) => image);
  return images.filter((image) => /^trainyard\/|\.pkg\.dev\//.test(image));
});

test('every stage of mnist and insightface needs an image, platform two, and the article one that holds its model', () => {
  expect(IMAGES).toHaveLength(12);
});

test.each(IMAGES)('the page or DEPLOY.md tells how to build %s, and how nodes get it', (image) => {
  if (GUIDES.some((guide) => guide.includes(` --tag ${image} `) && guide.includes(`  docker push ${image}\n`))) return;
  expect(PAGE).toContain(` -t ${image} `);
  const [registry = ''] = image.split('/');
  if (!registry.includes('.')) return;
  expect(PAGE).toContain(`gcloud auth configure-docker ${registry}\n`);
  expect(PAGE).toContain(`docker push ${image}\n`);
});
