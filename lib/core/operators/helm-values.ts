import type { HelmValues } from './operator-install';

/** One set of values over another as Helm puts them: objects are merged, everything else is replaced. */
export function mergedValues(below: HelmValues, above: HelmValues): HelmValues {
  const merged = Object.entries(above).map(([key, value]) => {
    const under = below[key];
    return [key, isValues(value) && isValues(under) ? mergedValues(under, value) : value] as const;
  });
  return { ...below, ...Object.fromEntries(merged) };
}

function isValues(value: unknown): value is HelmValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
