const REGION = /^[a-z]+-[a-z]+\d+$/;
const ZONE = /^[a-z]+-[a-z]+\d+-[a-z]$/;

/** The region of a zone; for a region, the region itself. */
export function regionOf(location: string): string {
  return ZONE.test(location) ? location.slice(0, -2) : location;
}

/** Whether a location is a zone (`us-east1-c`) and not a region (`us-east1`). */
export function isZone(location: string): boolean {
  return ZONE.test(location);
}

/** Whether a text has the form of a region's name (`us-east1`). */
export function isRegion(location: string): boolean {
  return REGION.test(location);
}
