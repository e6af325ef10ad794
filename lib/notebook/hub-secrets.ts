import type { HelmValues } from '../core/contracts/operator';

/** The Secrets that values of a chart name, such as that of the client of a provider of OpenID Connect. The chart makes none of them. */
export function hubSecrets(values: HelmValues): string[] {
  return Object.entries(values).flatMap(([field, value]) => {
    if (field === 'secretName' || field === 'existingSecret') return typeof value === 'string' ? [textOf(value)] : [];
    const parts = Array.isArray(value) ? value : [value];
    return parts.filter(isObject).flatMap((part) => {
      const { name, key } = part;
      const isReference = field === 'secretKeyRef' || field === 'secretRef';
      return isReference && typeof name === 'string' ? [textOf(name, key)] : hubSecrets(part);
    });
  });
}

const isObject = (value: unknown): value is HelmValues => typeof value === 'object' && value !== null;

function textOf(name: string, key?: unknown): string {
  return `Secret \`${name}\`${typeof key === 'string' ? ` with key \`${key}\`` : ''}`;
}
