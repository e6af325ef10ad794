import type { Contents } from './fillings';

/** A linear program of so few rows needs far fewer. */
const MOST_STEPS = 200;
const TOLERANCE = 1e-9;

/** The simplex method's state: how many nodes have which fillings, as rows of an inverse basis. One row for each kind. */
interface Row {
  readonly inverse: readonly number[];
  readonly level: number;
  /** 1 for a filling, 0 for pods that are left over. */
  readonly worth: number;
}

/**
 * Weights of the kinds of pods by which each filling weighs 1 or more, and all pods together weigh as little as possible.
 * They are the prices of the linear program that fills the most nodes. In the end they are scaled so that they hold for
 * every filling, so a step too few makes them worse and never wrong.
 */
export function bestWeights(fillings: readonly Contents[], pods: readonly number[]): readonly number[] | undefined {
  let rows = pods.map((level, row): Row => ({ inverse: unit(row, pods.length), level, worth: 0 }));
  let prices = pricesOf(rows);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const entering = mostWanted(fillings, prices);
    if (!entering) break;
    rows = exchanged(rows, entering);
    prices = pricesOf(rows);
  }
  const weights = prices.map((price) => Math.max(0, price));
  const least = fillings.reduce((lowest, filling) => Math.min(lowest, dot(weights, filling)), 1);
  return least > TOLERANCE ? weights.map((weight) => weight / least) : undefined;
}

interface Column {
  readonly column: readonly number[];
  readonly worth: number;
}

/** The filling, or the left-over pod, whose price is furthest below its worth. */
function mostWanted(fillings: readonly Contents[], prices: readonly number[]): Column | undefined {
  let best: Column | undefined;
  let gain = TOLERANCE;
  for (const filling of fillings) {
    const more = 1 - dot(prices, filling);
    if (more > gain) [best, gain] = [{ column: filling, worth: 1 }, more];
  }
  prices.forEach((price, kind) => {
    if (-price > gain) [best, gain] = [{ column: unit(kind, prices.length), worth: 0 }, -price];
  });
  return best;
}

function exchanged(rows: readonly Row[], { column, worth }: Column): Row[] {
  const amounts = rows.map(({ inverse }) => dot(inverse, column));
  const limits = rows.map(({ level }, row) =>
    (amounts[row] ?? 0) > TOLERANCE ? level / (amounts[row] ?? 0) : Infinity,
  );
  const leaving = limits.indexOf(Math.min(...limits));
  const left = rows[leaving];
  const pivot = amounts[leaving] ?? 0;
  if (!left || pivot <= TOLERANCE) return [...rows];
  const entered: Row = { inverse: left.inverse.map((x) => x / pivot), level: left.level / pivot, worth };
  return rows.map((row, index) => {
    if (index === leaving) return entered;
    const amount = amounts[index] ?? 0;
    return {
      inverse: row.inverse.map((x, at) => x - amount * (entered.inverse[at] ?? 0)),
      level: row.level - amount * entered.level,
      worth: row.worth,
    };
  });
}

function pricesOf(rows: readonly Row[]): number[] {
  return rows.map((_, kind) => rows.reduce((sum, { inverse, worth }) => sum + worth * (inverse[kind] ?? 0), 0));
}

function unit(index: number, length: number): number[] {
  return Array.from({ length }, (_, at) => (at === index ? 1 : 0));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, index) => sum + x * (b[index] ?? 0), 0);
}
