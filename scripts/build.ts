// `npm run build`: the declarations by the compiler, and the code as one bundle that all entry points of package.json share. So a
// class is the same whichever entry point it is imported from.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { buildSync, transformSync, type BuildOptions } from 'esbuild';

interface Package {
  readonly exports: Readonly<Record<string, string>>;
}

const BUNDLED: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  packages: 'external',
  logLevel: 'warning',
};
const LIBRARY = 'build/library.js';
const CLI = 'build/cli.js';
const { exports: entries } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
const outputs = Object.values(entries)
  .map((file) => file.replace('./', ''))
  .filter((file) => file.endsWith('.js'));
const isApart = (output: string) => output.startsWith('build/testing/');
const sourceOf = (output: string) => output.replace(/^build/, 'lib').replace(/\.js$/, '.ts');

rmSync('build', { recursive: true, force: true });
execFileSync('npx', ['tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
execFileSync('node', ['--import', 'tsx', 'scripts/optional-declarations.ts', 'build'], { stdio: 'inherit' });

const shared = outputs.filter((output) => !isApart(output));
const contents = shared.map((output) => `export * from './${sourceOf(output)}';`).join('\n');
buildSync({ ...BUNDLED, stdin: { contents, resolveDir: '.', loader: 'ts' }, outfile: LIBRARY });
for (const output of shared) writeEntry(output);
buildSync({ ...BUNDLED, entryPoints: ['lib/cli.ts'], outfile: CLI, banner: { js: '#!/usr/bin/env node' } });
chmodSync(CLI, 0o755);
// Its engines are loaded by tests alone.
buildSync({ ...BUNDLED, entryPoints: outputs.filter(isApart).map(sourceOf), outbase: 'lib', outdir: 'build' });

function writeEntry(output: string): void {
  const library = relative(dirname(output), LIBRARY);
  const values = valuesOf(sourceOf(output)).map((name) => `exports.${name} = library.${name};`);
  mkdirSync(dirname(output), { recursive: true });
  const text = ["'use strict';", `const library = require('./${library}');`, ...values].join('\n');
  writeFileSync(output, `${text.replace("'./../", "'../")}\n`);
}

/** The names of a file of exports that are no types. */
function valuesOf(source: string): string[] {
  const { code } = transformSync(readFileSync(source, 'utf8'), { loader: 'ts', format: 'esm' });
  return [...code.matchAll(/export \{([^}]*)\}/g)]
    .flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
    .filter((name) => name !== '');
}
