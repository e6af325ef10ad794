/**
 * Makes test/conformance/schemas/metrics.json: the names of the metrics that exporters have, from upstream's files.
 *
 *   npx tsx scripts/refresh-metrics.ts 'kube-state-metrics 2.20.0=docs/metrics' 'dcgm-exporter 4.8.2=default-counters.csv'
 *
 * A folder is read with all below it. The files and their commits: test/conformance/schemas/SOURCES.md.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(__dirname, '..', 'test', 'conformance', 'schemas', 'metrics.json');
/** A name at the beginning of a row: of a table in Markdown, or of comma-separated values. */
const ROW = /^(?:\| *)?`?(ku(?:b|eu)e_[a-z0-9_]+|DCGM_FI_[A-Z0-9_]+)`? *[|,]/gm;
/** A name in the kubelet's list of its keys, without the subsystem. */
const KEY = /Key +(?:= )"(volume_stats_[a-z_]+)"/g;

function textsOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [readFileSync(path, 'utf8')];
  return readdirSync(path).flatMap((name) => textsOf(join(path, name)));
}

function namesIn(text: string): string[] {
  const keys = [...text.replace(/ +/g, ' ').matchAll(KEY)].map(([, key = '']) => `kubelet_${key}`);
  return [...[...text.matchAll(ROW)].map(([, name = '']) => name), ...keys];
}

const exporters = process.argv.slice(2).map((argument) => {
  const [exporter = '', path = ''] = argument.split('=');
  return [exporter, [...new Set(textsOf(path).flatMap(namesIn))].sort()] as const;
});
writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(exporters))}\n`);
