import { SizeRoundingBehavior, type Size } from 'cdk8s';
import { isRegion, isZone } from '../../core/hardware/location';
import type { Advice } from '../../core/problems/check';
import { oneOf } from '../../core/problems/one-of';
import { problem, type Problem } from '../../core/problems/problem';

/** A service tier, as Google Cloud calls it. */
export type FilestoreTier = 'BASIC_HDD' | 'BASIC_SSD' | 'ZONAL' | 'REGIONAL' | 'ENTERPRISE';

/** The capacities from one to another, in GiB. */
interface Band {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

interface Tier {
  readonly place: 'zone' | 'region';
  readonly bands: readonly [Band, ...Band[]];
  /** The range of its own addresses in the network. */
  readonly prefix: number;
  /** Whether Google encrypts it with keys of yours, and protects it against deletion. */
  readonly isGuarded: boolean;
}

const TIB = 1024;
const SMALL: Band = { least: TIB, most: 9.75 * TIB, step: 256 };
const LARGE: Band = { least: 10 * TIB, most: 100 * TIB, step: 2.5 * TIB };

/**
 * Limits of August 2026.
 *
 * @see https://cloud.google.com/filestore/docs/service-tiers
 */
export const TIERS: Readonly<Record<FilestoreTier, Tier>> = {
  BASIC_HDD: { place: 'zone', bands: [{ least: TIB, most: 65_433, step: 1 }], prefix: 29, isGuarded: false },
  BASIC_SSD: { place: 'zone', bands: [{ least: 2.5 * TIB, most: 65_433, step: 1 }], prefix: 29, isGuarded: false },
  ZONAL: { place: 'zone', bands: [SMALL, LARGE], prefix: 26, isGuarded: true },
  REGIONAL: { place: 'region', bands: [SMALL, LARGE], prefix: 26, isGuarded: true },
  ENTERPRISE: { place: 'region', bands: [{ ...SMALL, most: 10 * TIB }], prefix: 26, isGuarded: true },
};

export const TIER_NAMES = Object.keys(TIERS);

/** Regional instances below 1 TiB, which Google offers in some regions only. */
const LEAST_IN_SOME_REGIONS = 100;

export function gibibytes(size: Size): number {
  return size.toGibibytes({ rounding: SizeRoundingBehavior.NONE });
}

/** Problems of a capacity that no instance of the tier can have. The fix names the nearest ones. */
export function* capacityProblems(tier: FilestoreTier, capacity: Size): Generator<Problem> {
  const asked = gibibytes(capacity);
  const { bands } = TIERS[tier];
  if (bands.some((band) => isIn(band, asked)) || isSmall(tier, asked)) return;
  const near = [...new Set([...belowOf(bands, asked), ...aboveOf(bands, asked)])];
  const sizes = near.map((size) => `Size.gibibytes(${size})`);
  const limits = bands.map(({ least, most, step }) => `${least} to ${most} GiB in steps of ${step} GiB`).join(', and ');
  const message = `an instance of tier ${tier} cannot have ${asked} GiB: it has ${limits}`;
  yield problem('filestore-capacity', 'capacity', message, `use ${oneOf(sizes)}`);
}

/** Advice about a capacity that only some regions have. */
export function* capacityAdvice(tier: FilestoreTier, capacity: Size): Generator<Advice> {
  if (!isSmall(tier, gibibytes(capacity))) return;
  const message = `Google offers instances of tier ${tier} below 1 TiB in some regions only`;
  yield problem(
    'filestore-small',
    'capacity',
    message,
    'use Size.tebibytes(1) or more, or acknowledge this if the region has them',
  );
}

/** Problems of a location of another kind than the tier's. */
export function* tierPlaceProblems(tier: FilestoreTier, location: string): Generator<Problem> {
  const { place } = TIERS[tier];
  if (place === 'zone' ? isZone(location) : isRegion(location)) return;
  const other = place === 'zone' ? 'REGIONAL' : 'ZONAL';
  const example = place === 'zone' ? 'us-east1-c' : 'us-east1';
  const fix = `use a ${place} such as "${example}", or tier '${other}'`;
  const message = `an instance of tier ${tier} is in one ${place}, but location is ${JSON.stringify(location)}`;
  yield problem('filestore-location', 'location', message, fix);
}

function isSmall(tier: FilestoreTier, gib: number): boolean {
  return tier === 'REGIONAL' && gib >= LEAST_IN_SOME_REGIONS && gib < TIB && Number.isInteger(gib);
}

function isIn({ least, most, step }: Band, gib: number): boolean {
  return gib >= least && gib <= most && gib % step === 0;
}

/** The largest capacity below one. */
function belowOf(bands: readonly Band[], gib: number): number[] {
  return bands
    .filter(({ least }) => least <= gib)
    .map(({ most, step }) => Math.min(most, Math.floor(gib / step) * step))
    .slice(-1);
}

/** The smallest capacity above one. */
function aboveOf(bands: readonly Band[], gib: number): number[] {
  return bands
    .filter(({ most }) => most >= gib)
    .map(({ least, step }) => Math.max(least, Math.ceil(gib / step) * step))
    .slice(0, 1);
}
