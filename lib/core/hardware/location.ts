import { oneOf, problem, type Problem } from '../problems';

const REGION = /^[a-z]+-[a-z]+\d+$/;
const ZONE = /^([a-z]+-[a-z]+\d+)-(ai\d+)?[a-z]$/;

/** The locations that a kind of resource can be in. */
export interface Places {
  /** The code of the problem of another location. */
  readonly code: string;
  readonly kind: 'zone' | 'region';
  /** The names of several regions together. @default - none */
  readonly areas?: readonly string[];
  /** True if upper and lower case are the same. @default false */
  readonly anyCase?: boolean;
}

/** Problems of a location where a kind of resource cannot be. */
export function* placesProblems(
  { code, kind, areas = [], anyCase }: Places,
  location: string,
  property = 'location',
): Generator<Problem> {
  const isKind = kind === 'zone' ? isZone : isRegion;
  const spellings = anyCase ? [location.toLowerCase(), location.toUpperCase()] : [location];
  if (spellings.some((each) => isKind(each) || areas.includes(each))) return;
  const examples = [kind === 'zone' ? 'us-east1-c' : 'us-east1', ...areas].map((each) => `"${each}"`);
  yield problem(
    code,
    property,
    `${property} ${JSON.stringify(location)} is not a ${kind}`,
    `use a ${kind} such as ${oneOf(examples)}`,
  );
}

/** The region of a zone; for a region, the region itself. */
export function regionOf(location: string): string {
  return ZONE.exec(location)?.[1] ?? location;
}

/** True if a location is a zone (`us-east1-c`, `us-central1-ai1a`) and not a region (`us-east1`). */
export function isZone(location: string): boolean {
  return ZONE.test(location);
}

/**
 * True if a zone is an AI zone. It belongs to a region, but GKE uses it only if it is named.
 *
 * @see https://cloud.google.com/compute/docs/regions-zones/ai-zones
 */
export function isAiZone(zone: string): boolean {
  return ZONE.exec(zone)?.[2] !== undefined;
}

/** True if a text has the form of a region's name (`us-east1`). */
export function isRegion(location: string): boolean {
  return REGION.test(location);
}
