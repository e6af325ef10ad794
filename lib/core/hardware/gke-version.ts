/**
 * Whether a version of GKE is as new as a feature needs. A version that ends early, such as `1.34`, stands for the newest
 * that begins so.
 *
 * @param oldest the oldest versions with the feature, one for each minor version that had it from some patch on
 */
export function reaches(version: string, oldest: readonly string[]): boolean {
  if (version === 'latest') return true;
  const given = numbersOf(version);
  const needs = oldest.map(numbersOf);
  const ofSameMinor = needs.find((need) => compare(given, need.slice(0, 2)) === 0);
  return ofSameMinor ? compare(given, ofSameMinor) >= 0 : needs.every((need) => compare(given, need.slice(0, 2)) > 0);
}

/** Below 0: a is older. Numbers that one of the two lacks are not compared. */
export function compareVersions(a: string, b: string): number {
  return compare(numbersOf(a), numbersOf(b));
}

function compare(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length);
  const differences = Array.from({ length }, (_, index) => (a[index] ?? 0) - (b[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** `1.34.0-gke.1662000` as 1, 34, 0, 1662000. */
function numbersOf(version: string): number[] {
  return version.replace('-gke', '').split('.').map(Number);
}
