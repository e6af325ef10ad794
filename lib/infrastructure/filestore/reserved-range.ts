import type { IConstruct } from 'constructs';
import { formatCidr, freeRange, parseCidr, sharesAddresses, type Cidr } from '../../core/network/cidr';
import { cidrProblems } from '../../core/network/cidr-problems';
import { nameProblems, type NameRule } from '../../core/names/name';
import { checkAtSynth } from '../../core/problems/check';
import { problem, type Problem } from '../../core/problems/problem';
import { Topic } from '../../core/problems/registry';
import { rootOf } from '../../core/scopes';
import type { INetwork } from '../network';
import { reservedProblems, reservedRanges } from '../network/range-problems';
import { TIERS, type FilestoreTier } from './tiers';

const RANGES = ['primaryRange', 'podRange', 'serviceRange'] as const;
const ALLOCATED_RANGE: NameRule = { what: 'allocated range', max: 63, property: 'reservedIpRange' };

/** The addresses of an instance, as a program gives them. */
interface ReservedRange {
  readonly range: string;
  readonly tier: FilestoreTier;
  readonly network: INetwork;
}

/** The ranges of the instances that are peered with networks, in the order of the program. */
const TAKEN = new Topic<ReservedRange>('reserved ranges of Filestore');

/** Problems of the addresses of an instance that is peered with a network. */
export function* reservedRangeProblems(range: string, tier: FilestoreTier, network: INetwork): Generator<Problem> {
  const { prefix } = TIERS[tier];
  const others = rangesOf(network);
  const better = freeRange(prefix, range, [...others, ...reservedRanges()]);
  const form = [...cidrProblems('reservedIpRange', range, better)];
  const wrong = form.length > 0 ? form : [...reservedProblems('reservedIpRange', range, better)];
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

/** Problems of the addresses of an instance that reaches a network by private service access: there they have a name. */
export function* allocatedRangeProblems(range: string): Generator<Problem> {
  if (!range.includes('/')) {
    yield* nameProblems(ALLOCATED_RANGE, range);
    return;
  }
  yield problem(
    'filestore-range',
    'reservedIpRange',
    `reservedIpRange "${range}" is a range, but PRIVATE_SERVICE_ACCESS takes the name of one that is allocated`,
    'give the name of a range of the private connection, leave reservedIpRange out, or use DIRECT_PEERING',
  );
}

/** Takes the addresses of an instance. Another one of the same network that shares some is a problem at synthesis. */
export function takeRange(construct: IConstruct, own: ReservedRange): void {
  TAKEN.add(construct, own);
  checkAtSynth(construct, () => sharedRangeProblems(construct, own));
}

function* sharedRangeProblems(construct: IConstruct, own: ReservedRange): Generator<Problem> {
  const all = TAKEN.all(rootOf(construct), ({ network }) => network.network === own.network.network);
  const before = all.slice(
    0,
    all.findIndex(({ entry }) => entry === own),
  );
  const cidr = parseCidr(own.range);
  const other = before.find(({ entry }) => cidrsOf([entry]).some((each) => cidr && sharesAddresses(cidr, each)));
  if (!other) return;
  const taken = [...rangesOf(own.network), ...cidrsOf(all.map(({ entry }) => entry))];
  yield problem(
    'filestore-range',
    'reservedIpRange',
    `reservedIpRange "${own.range}" shares addresses with "${other.entry.range}" of ${other.construct.node.path}`,
    `use "${freeRange(TIERS[own.tier].prefix, own.range, taken)}"`,
  );
}

function rangesOf(network: INetwork): Cidr[] {
  return RANGES.flatMap((property) => parseCidr(network[property] ?? '') ?? []);
}

function cidrsOf(ranges: readonly ReservedRange[]): Cidr[] {
  return ranges.flatMap(({ range }) => parseCidr(range) ?? []);
}
