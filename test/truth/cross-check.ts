import { asyncProperty, check, noBias, sample } from 'fast-check';
import type { Scheduler } from './cluster';
import { judge, type Random, type Verdict } from './judge';
import { factsOf } from './library';
import { plans, type Plan } from './plan';
import { sourceOf } from './source';

export interface CrossCheckOptions {
  readonly seed: number;
  /** The first of the seed's programs. @default 0 */
  readonly from?: number;
  readonly count: number;
  /** Programs that run at once. */
  readonly parallel: number;
  /** Differing programs that are made smaller; the others are printed as they are. @default 6 */
  readonly reduce?: number;
  /** Told of each program's verdict. @default - nobody is */
  readonly onVerdict?: (program: number, verdict: Verdict) => void;
}

/** A program to which the library and the scheduler answer differently. */
export interface Difference {
  /** Its number among the programs of the seed. */
  readonly program: number;
  readonly why: string;
  /** The smallest program that was found to differ. */
  readonly source: string;
}

export interface Report {
  /** The number of programs by verdict, with the reason where there is one. */
  readonly counts: ReadonlyMap<string, number>;
  readonly differences: readonly Difference[];
}

const programs = noBias(plans);
/** A differing program is tried again so often at most, each time smaller. */
const MOST_TRIES = 40;

/** Compares the library with a scheduler on many random programs. */
export async function crossCheck(scheduler: Scheduler, options: CrossCheckOptions): Promise<Report> {
  const { seed, from = 0, count, parallel, reduce = 6, onVerdict } = options;
  const counts = new Map<string, number>();
  const differing: { readonly program: number; readonly why: string; readonly plan: Plan }[] = [];
  await inParallel(count, parallel, async (index) => {
    const program = from + index;
    const [plan] = sample(programs, { seed: seedOf(seed, program), numRuns: 1 });
    if (!plan) return;
    const verdict = await judge(plan, scheduler, randomOf(seed + program));
    const name = verdict.kind === 'not judged' ? `${verdict.kind}: ${verdict.why}` : verdict.kind;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (verdict.kind === 'differs') differing.push({ program, why: verdict.why, plan });
    onVerdict?.(program, verdict);
  });
  const differences: Difference[] = differing.map(({ plan, ...rest }) => ({ ...rest, source: printed(plan) }));
  await inParallel(Math.min(reduce, differing.length), parallel, async (index) => {
    const smallest = await smallestLike(scheduler, seed, differing[index]?.program ?? 0);
    if (smallest) differences[index] = smallest;
  });
  return { counts, differences };
}

/** A program of a seed is the same whatever the number of programs. */
export function seedOf(seed: number, program: number): number {
  return seed * 1_000_003 + program;
}

/** Makes a differing program smaller as long as it differs. `undefined`: it does not differ again. */
async function smallestLike(scheduler: Scheduler, seed: number, program: number): Promise<Difference | undefined> {
  let smallest: Difference | undefined;
  let tries = 0;
  const property = asyncProperty(programs, async (plan) => {
    tries += 1;
    if (tries > MOST_TRIES) return true;
    const verdict = await judge(plan, scheduler, randomOf(seed + program));
    if (verdict.kind !== 'differs') return true;
    smallest = { program, why: verdict.why, source: printed(plan) };
    return false;
  });
  await check(property, { seed: seedOf(seed, program), numRuns: 1 });
  return smallest;
}

/** Does work for each of some numbers, several at once. */
export async function inParallel(
  count: number,
  parallel: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

function printed(plan: Plan): string {
  return sourceOf(plan, factsOf(plan));
}

/** Numbers that look random and are the same for the same seed (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
