import { formatCidr, freeRange, parseCidr, sharesAddresses } from '../../core/network/cidr';
import { cidrProblems } from '../../core/network/cidr-problems';
import { problem, type Problem } from '../../core/problems/problem';
import type { INetwork } from '../network';
import { TIERS, type FilestoreTier } from './tiers';

const RANGES = ['primaryRange', 'podRange', 'serviceRange'] as const;

/** Problems of the addresses of an instance that is peered with a network. */
export function* reservedRangeProblems(range: string, tier: FilestoreTier, network: INetwork): Generator<Problem> {
  const { prefix } = TIERS[tier];
  const others = RANGES.flatMap((property) => parseCidr(network[property] ?? '') ?? []);
  const better = freeRange(prefix, range, others);
  const wrong = [...cidrProblems('reservedIpRange', range, better)];
  yield* wrong;
  const cidr = parseCidr(range);
  if (!cidr || wrong.length > 0) return;
  if (cidr.prefix > prefix) {
    const message = `reservedIpRange "${range}" is too small: an instance of tier ${tier} takes a /${prefix}`;
    yield problem('filestore-range', 'reservedIpRange', message, `use "${better}"`);
  }
  const taken = others.find((other) => sharesAddresses(cidr, other));
  if (!taken) return;
  const message = `reservedIpRange "${range}" shares addresses with ${formatCidr(taken)} of the network`;
  yield problem('filestore-range', 'reservedIpRange', message, `use "${better}"`);
}
