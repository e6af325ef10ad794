import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './examples';

const { files: packed } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: readonly string[] };
const isPage = (file: string) => file.endsWith('.md');
const IN_ROOT = readdirSync(ROOT).filter(isPage);
const IN_DOCS = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`);
const PAGES = [...IN_ROOT, ...IN_DOCS].filter(isPage);

/** npm adds the README to every package. */
function isPacked(file: string): boolean {
  return file === 'README.md' || packed.some((each) => file === each || file.startsWith(`${each}/`));
}

/** The files and headings that a page links to; links to other sites are left out. */
function linksOf(page: string): { target: string; heading: string }[] {
  return [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [file = '', heading = ''] = link.split('#');
      return { target: file === '' ? page : normalize(join(dirname(page), file)), heading };
    });
}

/** The names of a page's headings in links. */
function headingsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** A page without its blocks of code. */
function textOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
}

test('the pages link to each other', () => {
  expect(PAGES.filter(isPacked).flatMap(linksOf).length).toBeGreaterThan(20);
});

test.each(PAGES)('the links of %s lead to files, and to headings in them', (page) => {
  const dead = linksOf(page).filter(
    ({ target, heading }) =>
      !existsSync(join(ROOT, target)) || (heading !== '' && !headingsOf(target).includes(heading)),
  );
  expect(dead).toEqual([]);
});

test.each(PAGES.filter(isPacked))('the links of %s lead to files that are in the package too', (page) => {
  expect(linksOf(page).filter(({ target }) => !isPacked(target))).toEqual([]);
});
