/**
 * True if a version of GKE has a feature. A version that ends early, such as `1.34`, stands for the newest one that begins
 * with it.
 *
 * @param oldest the oldest versions with the feature, one for each minor version that has it
 */
export function reaches(version: string, oldest: readonly string[]): boolean {
  if (version === 'latest') return true;
  const given = numbersOf(version);
  const needs = oldest.map(numbersOf);
  const ofSameMinor = needs.find((need) => compare(given, need.slice(0, 2)) === 0);
  return ofSameMinor ? compare(given, ofSameMinor) >= 0 : needs.every((need) => compare(given, need.slice(0, 2)) > 0);
}

/** Negative if a is older. Numbers that one of the two lacks are not compared. */
function compare(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length);
  const differences = Array.from({ length }, (_, index) => (a[index] ?? 0) - (b[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** `1.34.0-gke.1662000` as 1, 34, 0, 1662000. */
function numbersOf(version: string): number[] {
  return version.replace('-gke', '').split('.').map(Number);
}
