import { boundsProblems, problem, type Problem } from '../core/problems';
import type { SqlDatabaseProps } from './sql-database';

const MOST_CPUS = 96;
const LEAST_MEBIBYTES = 3840;
const STEP = 256;

/**
 * Machines and times that Cloud SQL refuses.
 *
 * @see https://cloud.google.com/sql/docs/postgres/create-instance#machine-types
 */
export function* sqlDatabaseProblems({
  tier,
  retainedBackups,
  maintenance,
}: Partial<SqlDatabaseProps>): Generator<Problem> {
  yield* boundsProblems('sql-option', { retainedBackups }, { least: 1, most: 365 });
  yield* boundsProblems('sql-option', { 'maintenance.hour': maintenance?.hour }, { most: 23 });
  if (tier !== undefined) yield* tierProblems(tier);
}

function* tierProblems(tier: string): Generator<Problem> {
  if (['db-f1-micro', 'db-g1-small'].includes(tier)) return;
  const [, cpuText, memoryText] = /^db-custom-(\d+)-(\d+)$/.exec(tier) ?? [];
  const wrong = (message: string, fix: string) => problem('sql-tier', 'tier', message, fix);
  if (cpuText === undefined) {
    const message = `${tier} is no machine of Cloud SQL's edition Enterprise for PostgreSQL`;
    yield wrong(message, "use 'db-custom-<CPUs>-<MiB>', such as 'db-custom-2-7680'");
    return;
  }
  const [asked, memory] = [Number(cpuText), Number(memoryText)];
  const cpus = Math.min(MOST_CPUS, Math.max(1, asked === 1 ? 1 : asked + (asked % 2)));
  const least = Math.max(LEAST_MEBIBYTES, Math.ceil((cpus * 0.9 * 1024) / STEP) * STEP);
  const most = Math.floor((cpus * 6.5 * 1024) / STEP) * STEP;
  const taken = Math.min(most, Math.max(least, Math.ceil(memory / STEP) * STEP));
  if (taken === memory && cpus === asked) return;
  const rule = `1 CPU or an even number up to ${MOST_CPUS}, and 0.9 to 6.5 GiB for each in steps of ${STEP} MiB, ${LEAST_MEBIBYTES} MiB or more`;
  yield wrong(`Cloud SQL has no machine ${tier}: it takes ${rule}`, `use 'db-custom-${cpus}-${taken}'`);
}
