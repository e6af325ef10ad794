import { SizeRoundingBehavior, type Size } from 'cdk8s';
import type { Places } from '../../core/hardware/location';
import { problem, type Advice, type Problem } from '../../core/problems';

/** A service tier of Filestore. */
export type FilestoreTier = 'BASIC_HDD' | 'BASIC_SSD' | 'ZONAL' | 'REGIONAL' | 'ENTERPRISE';

/** A range of capacities, in GiB. */
interface Band {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

interface Tier {
  readonly place: Places['kind'];
  readonly bands: readonly [Band, ...Band[]];
  /** The prefix length of its address range in the network. */
  readonly prefix: number;
  /** True if the tier has customer-managed encryption keys and deletion protection. */
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

/** The least capacity of regional instances. Only some regions have those below 1 TiB. */
const LEAST_IN_SOME_REGIONS = 100;

export function gibibytes(size: Size): number {
  return size.toGibibytes({ rounding: SizeRoundingBehavior.NONE });
}

/** Problems of a capacity that no instance of the tier can have. */
export function* capacityProblems(tier: FilestoreTier, capacity: Size): Generator<Problem> {
  const asked = gibibytes(capacity);
  const { bands } = TIERS[tier];
  if (bands.some((band) => isIn(band, asked)) || isSmall(tier, asked)) return;
  const limits = bands.map(({ least, most, step }) => `${least} to ${most} GiB in steps of ${step} GiB`).join(', or ');
  const message = `an instance of tier ${tier} cannot have ${asked} GiB`;
  yield problem('filestore-capacity', 'capacity', message, `use ${limits}`);
}

/** Advice about a capacity that only some regions have. */
export function* capacityAdvice(tier: FilestoreTier, capacity: Size): Generator<Advice> {
  if (!isSmall(tier, gibibytes(capacity))) return;
  const message = `Google offers instances of tier ${tier} below 1 TiB in some regions only`;
  const fix = 'use Size.tebibytes(1) or more, or acknowledge this if the region has them';
  yield problem('filestore-small', 'capacity', message, fix);
}

function isSmall(tier: FilestoreTier, gib: number): boolean {
  return tier === 'REGIONAL' && gib >= LEAST_IN_SOME_REGIONS && gib < TIB && Number.isInteger(gib);
}

function isIn({ least, most, step }: Band, gib: number): boolean {
  return gib >= least && gib <= most && gib % step === 0;
}
