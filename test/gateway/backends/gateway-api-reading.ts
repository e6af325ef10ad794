import type { Answer } from '../random-routes';
import type { GatewayObject } from '../gateways';
import type { GrpcRouteSpec, HttpRouteSpec } from '../../../lib/kubernetes/kinds/gateway-specs';

// What objects of the Gateway API say, read from their fields as its specification says.

/** A request as a proxy sees it. */
export interface SeenRequest {
  readonly host: string;
  /** `/v1/models`, or `/package.Service/Call` of gRPC. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Rule = NonNullable<HttpRouteSpec['rules']>[number] | NonNullable<GrpcRouteSpec['rules']>[number];
type Match = NonNullable<Rule['matches']>[number];

interface Candidate {
  readonly hostname: string;
  readonly match: Match;
  readonly rule: Rule;
}

/** The Services that get a request, by their names; `undefined` if it is answered by 404. */
export function readAnswer(objects: readonly GatewayObject[], request: SeenRequest): Answer | undefined {
  const all = objects.flatMap((object) => candidatesOf(object));
  const hostname = [...new Set(all.map((each) => each.hostname))]
    .filter((each) => isHost(each, request.host))
    .sort((a, b) => characters(b) - characters(a) || b.length - a.length)[0];
  const [best] = all
    .filter((each) => each.hostname === hostname && takes(each.match, request))
    .sort((a, b) => pathRank(b.match) - pathRank(a.match) || headersOf(b.match).length - headersOf(a.match).length);
  if (!best) return undefined;
  const { backendRefs = [], filters = [] } = best.rule;
  const total = backendRefs.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const copies = filters.flatMap(({ requestMirror }) => (requestMirror ? [requestMirror] : []));
  return {
    shares: sumsOf(backendRefs.map(({ name, weight = 1 }) => [name, (100 * weight) / total])),
    copies: sumsOf(copies.map(({ backendRef, percent = 100 }) => [backendRef.name, percent])),
  };
}

/** The share of each Service. Those without requests are left out. */
export function sumsOf(pairs: readonly (readonly [name: string, share: number])[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, share] of pairs.filter((pair) => pair[1] > 0)) sums[name] = (sums[name] ?? 0) + share;
  return sums;
}

function candidatesOf({ kind, spec }: GatewayObject): Candidate[] {
  if (kind !== 'HTTPRoute' && kind !== 'GRPCRoute') return [];
  const { hostnames = ['*'], rules = [] } = spec as HttpRouteSpec | GrpcRouteSpec;
  return hostnames.flatMap((hostname) =>
    rules.flatMap((rule) => (rule.matches ?? [{}]).map((match) => ({ hostname, match, rule }))),
  );
}

function isHost(hostname: string, asked: string): boolean {
  return hostname.startsWith('*.') ? asked.endsWith(hostname.slice(1)) : hostname === asked;
}

const characters = (hostname: string) => (hostname.startsWith('*.') ? 0 : hostname.length);
const headersOf = ({ headers = [] }: Match) => headers;

function takes(match: Match, { path, headers }: SeenRequest): boolean {
  return takesPath(match, path) && headersOf(match).every(({ name, value }) => headers[name.toLowerCase()] === value);
}

function takesPath(match: Match, path: string): boolean {
  if ('method' in match && match.method) {
    const { service, method } = match.method;
    const [, asked, call] = path.split('/');
    return (service === undefined || service === asked) && (method === undefined || method === call);
  }
  const value = 'path' in match ? (match.path?.value ?? '/') : '/';
  const prefix = value.endsWith('/') ? value : `${value}/`;
  return path === value || `${path}/`.startsWith(prefix);
}

/** A longer path, or a longer service and then a longer method, comes first. */
function pathRank(match: Match): number {
  if ('method' in match && match.method) {
    return (match.method.service?.length ?? 0) * 1000 + (match.method.method?.length ?? 0);
  }
  return 'path' in match ? (match.path?.value?.length ?? 0) : 0;
}
