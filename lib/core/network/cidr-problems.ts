import { problem, type Problem } from '../problems';
import { formatCidr, parseCidr } from './cidr';

export function* cidrProblems(property: string, range: string): Generator<Problem> {
  const cidr = parseCidr(range);
  if (!cidr) {
    yield problem(
      'cidr',
      property,
      `${property} ${JSON.stringify(range)} is not a range of IPv4 addresses`,
      'write it as four numbers up to 255 and a length up to 32, such as "10.64.0.0/20"',
    );
  } else if (cidr.first % cidr.size !== 0) {
    const message = `${property} "${range}" does not begin where a /${cidr.prefix} begins`;
    yield problem('cidr', property, message, `use "${formatCidr(cidr)}"`);
  }
}
