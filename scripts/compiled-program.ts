import { buildSync } from 'esbuild';
import { mkdtempSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..');

/** Compiles a program once, engines and all. @returns its path */
export function compiledProgram(source: string): string {
  const outdir = mkdtempSync(join(ROOT, 'node_modules', '.compiled-'));
  buildSync({ entryPoints: [source], bundle: true, platform: 'node', format: 'cjs', outdir });
  return join(outdir, basename(source).replace(/\.ts$/, '.js'));
}
