import type { IConstruct } from 'constructs';
import { formatCidr, freeRange, parseCidr, parseCidrs, sharesAddresses, type Cidr } from '../../core/network/cidr';
import { cidrProblems } from '../../core/network/cidr-problems';
import { nameProblems, type NameRule } from '../../core/names/name';
import { checkAtSynth } from '../../core/problems/check';
import { problem, type Problem } from '../../core/problems/problem';
import { isInTree, onlyOf, Topic } from '../../core/problems/registry';
import type { INetwork } from '../network';
import { reservedProblems, reservedRanges } from '../network/range-problems';
import { TIERS, type FilestoreTier } from './tiers';

const RANGES = ['primaryRange', 'podRange', 'serviceRange'] as const;
const ALL_ADDRESSES = '0.0.0.0/0';
const ALLOCATED_RANGE: NameRule = { what: 'allocated range', max: 63, property: 'reservedIpRange' };

/** The addresses of an instance, as a program gives them. */
interface ReservedRange {
  readonly range: string;
  readonly tier: FilestoreTier;
  readonly network: INetwork;
}

interface TakenRange extends ReservedRange {
  readonly construct: IConstruct;
  /** The number of ranges of the network before it. */
  readonly order: number;
}

/** Ranges that lie in a block of addresses, in the order of the program. */
interface Block {
  /** Those that are the whole block. */
  readonly equal: TakenRange[];
  /** All of them. */
  readonly within: TakenRange[];
}

/**
 * The ranges of the instances that are peered with networks, by network and block. Two ranges share addresses if one lies
 * in the block of the other, so none has to be compared with all.
 */
const TAKEN = new Topic<Map<string, Block>>('blocks of Filestore');

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
  const cidr = parseCidr(own.range);
  if (!cidr) return;
  const known = onlyOf(TAKEN, construct, () => new Map<string, Block>());
  const blockOf = (block: string) => blockIn(known, `${own.network.network} ${block}`);
  const around = blocksAround(cidr).map(blockOf);
  const exact = blockOf(formatCidr(cidr));
  const all = blockOf(ALL_ADDRESSES).within;
  const before = [...around.flatMap(({ equal }) => equal), ...exact.within].sort((a, b) => a.order - b.order);
  const taken = { ...own, construct, order: all.length };
  for (const { within } of around) within.push(taken);
  exact.equal.push(taken);
  checkAtSynth(construct, () => sharedRangeProblems(own, before, all));
}

/** The blocks of addresses that a range lies in, from all addresses to the range itself. */
function blocksAround({ first, prefix: longest }: Cidr): string[] {
  return Array.from({ length: longest + 1 }, (_, prefix) => formatCidr({ first, size: 2 ** (32 - prefix), prefix }));
}

function blockIn(known: Map<string, Block>, name: string): Block {
  const block = known.get(name) ?? { equal: [], within: [] };
  known.set(name, block);
  return block;
}

function* sharedRangeProblems(
  own: ReservedRange,
  before: readonly TakenRange[],
  all: readonly TakenRange[],
): Generator<Problem> {
  const other = before.find(({ construct }) => isInTree(construct));
  if (!other) return;
  const others = all.filter(({ construct }) => isInTree(construct));
  const taken = [...rangesOf(own.network), ...parseCidrs(others.map(({ range }) => range))];
  yield problem(
    'filestore-range',
    'reservedIpRange',
    `reservedIpRange "${own.range}" shares addresses with "${other.range}" of ${other.construct.node.path}`,
    `use "${freeRange(TIERS[own.tier].prefix, own.range, taken)}"`,
  );
}

function rangesOf(network: INetwork): Cidr[] {
  return parseCidrs(RANGES.flatMap((property) => network[property] ?? []));
}
