import { problem, type Problem } from '../problems/problem';
import { text } from '../problems/rules';
import { formatCidr, parseCidr } from './cidr';

/** A range of addresses, for tables of rules. */
export const CIDR = text('give a range such as "10.0.0.0/20"');

/** Problems of one range. @param better a range that can be used. @default - an example, or the range without host bits */
export function* cidrProblems(property: string, range: string, better?: string): Generator<Problem> {
  const cidr = parseCidr(range);
  if (!cidr) {
    yield problem(
      'cidr',
      property,
      `${property} ${JSON.stringify(range)} is not a range of IPv4 addresses`,
      `write it as four numbers up to 255 and a length up to 32, such as "${better ?? '10.0.0.0/20'}"`,
    );
  } else if (cidr.first % cidr.size !== 0) {
    const message = `${property} "${range}" does not begin where a /${cidr.prefix} begins`;
    yield problem('cidr', property, message, `use "${better ?? formatCidr(cidr)}"`);
  }
}
