import { problem, type Problem } from '../../core/problems/problem';
import { text } from '../../core/problems/rules';
import { besides, formatCidr, parseCidr, sharesAddresses } from './cidr';

/** A range of addresses, for tables of rules. */
export const CIDR = text('give a range such as "10.0.0.0/20"');

/** Ranges whose addresses no host can have. */
const RESERVED = ['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '255.255.255.255/32'];

/** Problems of one range. */
export function* cidrProblems(property: string, range: string): Generator<Problem> {
  const cidr = parseCidr(range);
  if (!cidr) {
    yield problem(
      'cidr',
      property,
      `${property} ${JSON.stringify(range)} is not a range of IPv4 addresses`,
      'write it as four numbers up to 255 and a length up to 32, such as "10.0.0.0/20"',
    );
  } else if (cidr.first % cidr.size !== 0) {
    const message = `${property} "${range}" does not begin where a /${cidr.prefix} begins`;
    yield problem('cidr', property, message, `use "${formatCidr(cidr)}"`);
  }
}

/** Problems of a range whose addresses hosts cannot have. A text that is not a range is skipped. */
export function* reservedProblems(property: string, range: string): Generator<Problem> {
  const cidr = parseCidr(range);
  const reserved = RESERVED.find((each) => {
    const other = parseCidr(each);
    return cidr && other && sharesAddresses(cidr, other);
  });
  if (reserved === undefined) return;
  yield problem(
    'cidr',
    property,
    `${property} "${range}" shares addresses with ${reserved}, which no network can use`,
    'use private addresses: a range within "10.0.0.0/8", "172.16.0.0/12" or "192.168.0.0/16"',
  );
}

/** Problems of ranges that share addresses. Texts that are not ranges are skipped. @param ranges by the props that set them */
export function* overlapProblems(ranges: Readonly<Record<string, string>>): Generator<Problem> {
  const parsed = Object.entries(ranges).map(([property, range]) => ({ property, range, cidr: parseCidr(range) }));
  for (const [index, a] of parsed.entries()) {
    for (const b of parsed.slice(index + 1)) {
      if (!a.cidr || !b.cidr || !sharesAddresses(a.cidr, b.cidr)) continue;
      yield problem(
        'cidr-overlap',
        b.property,
        `${b.property} "${b.range}" shares addresses with ${a.property} "${a.range}"`,
        `move one of them, for example ${b.property} to begin at ${besides(a.cidr, b.cidr)}`,
      );
    }
  }
}
