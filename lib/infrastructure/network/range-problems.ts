import { problem, type Problem } from '../../core/problems/problem';
import { freeRange, parseCidr, parseCidrs, sharesAddresses, withoutHostBits, type Cidr } from '../../core/network/cidr';
import { cidrProblems } from '../../core/network/cidr-problems';

/** The ranges of a subnetwork for clusters. A range that is left out is not known. */
export interface Ranges {
  /** The addresses of nodes. */
  readonly primaryRange?: string;
  /** The addresses of pods. */
  readonly podRange?: string;
  /** The addresses of services. */
  readonly serviceRange?: string;
}

/** The shortest, the usual and the longest prefix of a range. */
interface RangeSizes {
  readonly what: string;
  readonly min: number;
  readonly usual: number;
  readonly max: number;
}

/** Compute Engine's limits of primary and secondary ranges, and GKE's of services. */
const SIZES: Readonly<Record<keyof Ranges, RangeSizes>> = {
  primaryRange: { what: "a subnetwork's range", min: 8, usual: 20, max: 29 },
  podRange: { what: "a subnetwork's range", min: 8, usual: 14, max: 29 },
  serviceRange: { what: "a cluster's range for services", min: 16, usual: 20, max: 27 },
};

/**
 * Ranges that no subnetwork can have: addresses of no host, and those by which private nodes reach Google's APIs.
 *
 * @see https://cloud.google.com/vpc/docs/subnets#prohibited-ranges
 */
const RESERVED = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '199.36.153.4/30',
  '199.36.153.8/30',
  '224.0.0.0/4',
  '255.255.255.255/32',
];
const PROPERTIES = ['primaryRange', 'podRange', 'serviceRange'] as const;

/**
 * Problems of the ranges of a network that is made. Each fix names a range that shares no address with the other
 * ranges, nor with those of other fixes.
 */
export function* rangeProblems(ranges: Ranges): Generator<Problem> {
  const known = rangesOf(ranges);
  const right = new Map<string, string>();
  for (const property of PROPERTIES) {
    const range = ranges[property];
    if (range === undefined) continue;
    const others = PROPERTIES.filter((other) => other !== property).flatMap((other) => known.get(other) ?? []);
    const taken = [...others, ...cidrsOf([...right.values()]), ...reservedRanges()];
    const better = freeRange(sizeFor(property, range), range, taken);
    const own = [...ownProblems(property, range, better)];
    const found = own.length > 0 ? own : [...overlapProblems(property, range, right, better)];
    yield* found;
    right.set(property, found.length > 0 ? better : range);
  }
}

/** Problems of the ranges of a network that exists. */
export function* knownRangeProblems(ranges: Ranges): Generator<Problem> {
  for (const property of PROPERTIES) {
    const range = ranges[property];
    if (range !== undefined) yield* cidrProblems(property, range);
  }
}

/** A range for one more prop of a network, of the given size, that is free. */
export function freeRangeBeside(property: keyof Ranges, prefix: number, ranges: Ranges): string {
  const others = rangesOf({ ...ranges, [property]: undefined });
  return freeRange(prefix, ranges[property] ?? '', [...others.values(), ...reservedRanges()]);
}

export function reservedRanges(): Cidr[] {
  return cidrsOf(RESERVED);
}

/** Problems of a range that no network can have. */
export function* reservedProblems(property: string, range: string, better: string): Generator<Problem> {
  const reserved = cidrsOf([range]).flatMap((cidr) => RESERVED.filter((each) => shares(cidr, each)))[0];
  if (reserved === undefined) return;
  const message = `${property} "${range}" shares addresses with ${reserved}, which no network can use`;
  yield problem('cidr', property, message, `use private addresses, such as "${better}"`);
}

/** Problems of a range by itself. */
function* ownProblems(property: keyof Ranges, range: string, better: string): Generator<Problem> {
  const cidr = parseCidr(range);
  const form = [...cidrProblems(property, range, better)];
  yield* form;
  if (!cidr || form.length > 0) return;
  const reserved = [...reservedProblems(property, range, better)];
  const { what, min, max } = SIZES[property];
  if (reserved.length > 0) yield* reserved;
  else if (cidr.prefix < min || cidr.prefix > max) {
    const message = `${property} "${range}" is a /${cidr.prefix}, but ${what} is between /${min} and /${max}`;
    const [nearest, size] = cidr.prefix < min ? [min, 'smaller'] : [max, 'larger'];
    yield problem('cidr-size', property, message, `use a /${nearest} or ${size}, such as "${better}"`);
  }
}

/** The problem of a range that shares addresses with one before it. */
function* overlapProblems(
  property: keyof Ranges,
  range: string,
  before: ReadonlyMap<string, string>,
  better: string,
): Generator<Problem> {
  const cidr = parseCidr(range);
  const [other, taken] = [...before].find(([, each]) => cidr && shares(cidr, each)) ?? [];
  if (other === undefined || taken === undefined) return;
  const message = `${property} "${range}" shares addresses with ${other} "${taken}"`;
  yield problem('cidr-overlap', property, message, `use "${better}", or move ${other}`);
}

/** The prefix of the range that is meant: the one that is written if a range can have it, else the nearest or the usual one. */
function sizeFor(property: keyof Ranges, range: string): number {
  const { min, usual, max } = SIZES[property];
  const prefix = parseCidr(range)?.prefix ?? usual;
  return Math.min(Math.max(prefix, min), max);
}

/** The ranges that are right by themselves. */
function rangesOf(ranges: Ranges): Map<keyof Ranges, Cidr> {
  return new Map(
    PROPERTIES.flatMap((property) => {
      const range = ranges[property] ?? '';
      const isRight = [...ownProblems(property, range, '')].length === 0;
      return isRight ? cidrsOf([range]).map((cidr) => [property, cidr] as const) : [];
    }),
  );
}

function cidrsOf(texts: readonly string[]): Cidr[] {
  return parseCidrs(texts).map(withoutHostBits);
}

function shares(cidr: Cidr, text: string): boolean {
  return cidrsOf([text]).some((other) => sharesAddresses(cidr, other));
}
