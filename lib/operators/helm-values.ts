import type { HelmValues } from '../core/contracts/operator';

/** Merges values as Helm does: objects are merged, everything else is replaced. */
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
