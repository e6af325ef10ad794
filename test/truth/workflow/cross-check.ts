import { noBias, sample } from 'fast-check';
import type { Scheduler } from '../cluster';
import { inParallel, seedOf, type CrossCheckOptions, type Report } from '../cross-check';
import { judgeWorkflow, linesOf, type WorkflowVerdict } from './judge';
import { workflowPlans } from './plan';

interface WorkflowCrossCheckOptions extends Omit<CrossCheckOptions, 'reduce' | 'onVerdict'> {
  /** Told of each program's verdict. @default - nobody is */
  readonly onVerdict?: (program: number, verdict: WorkflowVerdict) => void;
}

const programs = noBias(workflowPlans);

/** Compares the library with a scheduler on many random programs with a workflow. */
export async function crossCheckWorkflows(scheduler: Scheduler, options: WorkflowCrossCheckOptions): Promise<Report> {
  const { seed, from = 0, count, parallel, onVerdict } = options;
  const counts = new Map<string, number>();
  const differences: { program: number; why: string; source: string }[] = [];
  await inParallel(count, parallel, async (index) => {
    const program = from + index;
    const [plan] = sample(programs, { seed: seedOf(seed, program), numRuns: 1 });
    if (!plan) return;
    const verdict = await judgeWorkflow(plan, scheduler);
    const { kind, why = '' } = verdict;
    onVerdict?.(program, verdict);
    const name = kind === 'not judged' ? `${kind}: ${why}` : kind;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (kind === 'differs') differences.push({ program, why, source: linesOf(plan).join('\n') });
  });
  return { counts, differences };
}
