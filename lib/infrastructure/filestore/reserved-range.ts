import type { IConstruct } from 'constructs';
import { parseCidr, sharesAddresses, type Cidr } from '../../core/network/cidr';
import { cidrProblems } from '../../core/network/cidr-problems';
import { nameProblems, type NameRule } from '../../core/names/name';
import { checkAtSynth, isInTree, onlyOf, problem, Topic, type Problem } from '../../core/problems';
import type { INetwork } from '../network';
import { rangeAround } from '../network/range-problems';
import { TIERS, type FilestoreTier } from './tiers';

const ALLOCATED_RANGE: NameRule = { what: 'allocated range', max: 63, property: 'reservedIpRange' };

interface TakenRange extends Cidr {
  readonly range: string;
  readonly construct: IConstruct;
}

/** The ranges of the instances by their networks. */
const TAKEN = new Topic<Map<string, TakenRange[]>>('ranges of Filestore');

/** Problems of the addresses of an instance that is peered with a network. */
export function* reservedRangeProblems(range: string, tier: FilestoreTier, network: INetwork): Generator<Problem> {
  yield* cidrProblems('reservedIpRange', range);
  const cidr = parseCidr(range);
  if (!cidr) return;
  const { prefix } = TIERS[tier];
  if (cidr.prefix > prefix) {
    const message = `reservedIpRange "${range}" is too small: an instance of tier ${tier} takes a /${prefix}`;
    yield problem('filestore-range', 'reservedIpRange', message, `use a /${prefix}`);
  }
  const taken = rangeAround(cidr, network);
  if (taken !== undefined) yield shared(range, `"${taken}" of the network`);
}

/** Problems of the addresses of an instance with private service access, where the range is given by its name. */
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

/** Registers the addresses of an instance. Overlapping addresses of one network are a problem at synthesis. */
export function takeRange(construct: IConstruct, range: string, { network }: INetwork): void {
  const cidr = parseCidr(range);
  if (!cidr) return;
  const known = onlyOf(TAKEN, construct, () => new Map<string, TakenRange[]>());
  const taken = known.get(network) ?? [];
  if (taken.length === 0) checkAtSynth(construct, () => sharedRangeProblems(taken));
  known.set(network, taken);
  taken.push({ ...cidr, range, construct });
}

/** Ranges in the order of their addresses. Each is compared with the earlier one that reaches farthest. */
function* sharedRangeProblems(taken: readonly TakenRange[]): Generator<Problem> {
  const sorted = taken.filter(({ construct }) => isInTree(construct)).sort((a, b) => a.first - b.first);
  let [farthest] = sorted;
  for (const each of sorted.slice(1)) {
    if (!farthest) return;
    const { range, construct } = farthest;
    if (sharesAddresses(farthest, each)) {
      yield shared(each.range, `"${range}" of ${construct.node.path}`, ` of ${each.construct.node.path}`);
    }
    if (each.first + each.size > farthest.first + farthest.size) farthest = each;
  }
}

function shared(range: string, other: string, owner = ''): Problem {
  const message = `reservedIpRange "${range}"${owner} shares addresses with ${other}`;
  return problem('filestore-range', 'reservedIpRange', message, 'use a range that is free');
}
