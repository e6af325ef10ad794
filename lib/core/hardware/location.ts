const REGION = /^[a-z]+-[a-z]+\d+$/;
const ZONE = /^([a-z]+-[a-z]+\d+)-(ai\d+)?[a-z]$/;

/** The region of a zone; for a region, the region itself. */
export function regionOf(location: string): string {
  return ZONE.exec(location)?.[1] ?? location;
}

/** Whether a location is a zone (`us-east1-c`, `us-central1-ai1a`) and not a region (`us-east1`). */
export function isZone(location: string): boolean {
  return ZONE.test(location);
}

/**
 * Whether a zone is for AI work only. It belongs to a region, but GKE uses it only where it is named.
 *
 * @see https://cloud.google.com/compute/docs/regions-zones/ai-zones
 */
export function isAiZone(zone: string): boolean {
  return ZONE.exec(zone)?.[2] !== undefined;
}

/** Whether a text has the form of a region's name (`us-east1`). */
export function isRegion(location: string): boolean {
  return REGION.test(location);
}
