import { problem, type Problem } from '../../core/problems';
import { parseCidr, sharesAddresses, withoutHostBits, type Cidr } from '../../core/network/cidr';
import { cidrProblems } from '../../core/network/cidr-problems';

/** The ranges of a subnetwork for clusters. A range that is left out is not known. */
export interface Ranges {
  readonly primaryRange?: string;
  readonly podRange?: string;
  readonly serviceRange?: string;
  readonly proxyRange?: string;
}

/** The shortest and the longest prefix: Compute Engine's of primary and secondary ranges, and GKE's of services. */
const PREFIXES = {
  primaryRange: { what: "a subnetwork's range", min: 8, max: 29 },
  podRange: { what: "a subnetwork's range", min: 8, max: 29 },
  serviceRange: { what: "a cluster's range for services", min: 16, max: 27 },
  proxyRange: { what: 'a range for proxies', min: 8, max: 26 },
};
const PROPERTIES = ['primaryRange', 'podRange', 'serviceRange', 'proxyRange'] as const;

/** Problems of the ranges of a network that is made. */
export function* rangeProblems(ranges: Ranges): Generator<Problem> {
  for (const [index, property] of PROPERTIES.entries()) {
    const range = ranges[property];
    if (range === undefined) continue;
    yield* cidrProblems(property, range);
    const cidr = parseCidr(range);
    if (!cidr) continue;
    yield* sizeProblems(property, range, cidr);
    for (const other of PROPERTIES.slice(0, index)) {
      const taken = ranges[other] ?? '';
      if (!overlaps(cidr, taken)) continue;
      const message = `${property} "${range}" shares addresses with ${other} "${taken}"`;
      yield problem('cidr-overlap', property, message, `use another ${property}, or move ${other}`);
    }
  }
}

/** Problems of the ranges of a network that exists. */
export function* knownRangeProblems(ranges: Ranges): Generator<Problem> {
  for (const property of PROPERTIES) {
    const range = ranges[property];
    if (range !== undefined) yield* cidrProblems(property, range);
  }
}

/** The first known range of a network that shares addresses with another range. */
export function rangeAround(cidr: Cidr, ranges: Ranges): string | undefined {
  return PROPERTIES.map((property) => ranges[property] ?? '').find((range) => overlaps(cidr, range));
}

function* sizeProblems(property: keyof Ranges, range: string, { prefix }: Cidr): Generator<Problem> {
  const { what, min, max } = PREFIXES[property];
  if (prefix >= min && prefix <= max) return;
  const message = `${property} "${range}" is a /${prefix}, but ${what} is between /${min} and /${max}`;
  yield problem('cidr-size', property, message, prefix < min ? `use a /${min} or smaller` : `use a /${max} or larger`);
}

/** A text that is not a range counts as no addresses. */
function overlaps(cidr: Cidr, text: string): boolean {
  const other = parseCidr(text);
  return other !== undefined && sharesAddresses(withoutHostBits(cidr), withoutHostBits(other));
}
