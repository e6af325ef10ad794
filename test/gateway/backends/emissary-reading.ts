import type { EmissaryHostSpec, EmissaryMappingSpec } from '../../../lib/kubernetes/kinds/emissary-specs';
import type { GatewayObject } from '../gateways';
import type { Answer } from '../random-routes';
import { sumsOf, type SeenRequest } from './gateway-api-reading';

// What Emissary's objects say, read from their fields as its documentation says. A Host with a selector has the Mappings with its labels. Mappings
// with a higher precedence come first, then those with a longer prefix, then those with longer headers. Those that differ by their weight and their
// Service alone are one group; the one without weight gets the rest. https://emissary-ingress.dev/docs/4.0/topics/using/mappings/

interface Mapping extends EmissaryMappingSpec {
  readonly labels: Readonly<Record<string, string>>;
}

/** The Services that get a request, by their names; `undefined` if it is answered by 404. */
export function readEmissary(objects: readonly GatewayObject[], request: SeenRequest): Answer | undefined {
  const hosts = objects.filter(({ kind }) => kind === 'Host').map(({ spec }) => spec as EmissaryHostSpec);
  const [host] = hosts
    .filter(({ hostname = '*' }) => takesHost(hostname, request.host))
    .sort((a, b) => specificity(b) - specificity(a));
  const labels = Object.entries(host?.mappingSelector?.matchLabels ?? { none: 'none' });
  const mappings = objects
    .filter(({ kind }) => kind === 'Mapping')
    .map(({ spec, metadata }): Mapping => ({ ...(spec as EmissaryMappingSpec), labels: metadata.labels ?? {} }))
    .filter((mapping) => labels.every(([key, value]) => mapping.labels[key] === value))
    .filter((mapping) => takes(mapping, request))
    .sort((a, b) => compare(rankOf(b), rankOf(a)));
  const [best] = mappings;
  if (!best) return undefined;
  const group = mappings.filter((mapping) => groupOf(mapping) === groupOf(best));
  const weighted = group.filter(({ shadow, weight }) => shadow !== true && weight !== undefined);
  const [rest] = group.filter(({ shadow, weight }) => shadow !== true && weight === undefined);
  const given = weighted.reduce((sum, { weight = 0 }) => sum + weight, 0);
  const shares = weighted.map(({ service, weight = 0 }) => [nameOf(service), weight] as const);
  const copies = group.filter(({ shadow }) => shadow === true).slice(0, 1);
  return {
    shares: sumsOf([...(rest ? [[nameOf(rest.service), 100 - given] as const] : []), ...shares]),
    copies: sumsOf(copies.map(({ service, weight = 100 }) => [nameOf(service), weight])),
  };
}

const nameOf = (service: string) => service.split('.')[0] ?? '';

function takesHost(hostname: string, asked: string): boolean {
  return hostname.startsWith('*') ? asked.endsWith(hostname.slice(1)) : hostname === asked;
}

function specificity({ hostname = '*' }: EmissaryHostSpec): number {
  return hostname.startsWith('*') ? hostname.length : 1000;
}

function takes({ prefix, prefix_exact, headers = {} }: Mapping, request: SeenRequest): boolean {
  return (
    (prefix_exact === true ? request.path === prefix : request.path.startsWith(prefix)) &&
    Object.entries(headers).every(([name, value]) => request.headers[name] === value)
  );
}

function rankOf({ precedence = 0, prefix, headers = {} }: Mapping): number[] {
  return [precedence, prefix.length, Object.entries(headers).join('').length];
}

function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((value, index) => value - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function groupOf({ prefix, headers, precedence }: Mapping): string {
  return JSON.stringify([prefix, headers, precedence]);
}
