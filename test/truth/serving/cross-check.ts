import { noBias, sample } from 'fast-check';
import { ValidationError } from '../../../lib/index';
import type { Cluster } from '../cluster';
import { inParallel, seedOf, type CrossCheckOptions, type Report } from '../cross-check';
import { judgeServing, linesOf, type ServingVerdict } from './judge';
import { servingPlans, type ServingPlan } from './plan';

interface ServingCrossCheckOptions extends Omit<CrossCheckOptions, 'reduce' | 'onVerdict'> {
  /** Told of each program's verdict. @default - nobody is */
  readonly onVerdict?: (program: number, verdict: ServingVerdict) => void;
}

const programs = noBias(servingPlans);

/** Compares the library with a cluster on many random programs with servers. */
export async function crossCheckServing(cluster: Cluster, options: ServingCrossCheckOptions): Promise<Report> {
  const { seed, from = 0, count, parallel, onVerdict } = options;
  const counts = new Map<string, number>();
  const differences: { program: number; why: string; source: string }[] = [];
  await inParallel(count, parallel, async (index) => {
    const program = from + index;
    const [plan] = sample(programs, { seed: seedOf(seed, program), numRuns: 1 });
    if (!plan) return;
    const verdict = await judgeServing(plan, cluster);
    const { kind, why = '' } = verdict;
    onVerdict?.(program, verdict);
    const name = kind === 'not judged' ? `${kind}: ${why}` : kind;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (kind === 'differs') differences.push({ program, why, source: printed(plan) });
  });
  return { counts, differences };
}

function printed(plan: ServingPlan): string {
  try {
    return linesOf(plan).join('\n');
  } catch (error) {
    if (ValidationError.isValidationError(error)) return error.message;
    throw error;
  }
}
