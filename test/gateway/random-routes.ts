import {
  array,
  boolean,
  constantFrom,
  dictionary,
  integer,
  oneof,
  option,
  record,
  tuple,
  type Arbitrary,
} from 'fast-check';
import { Certificate, type Gateway, type RouteOptions } from '../../lib/gateway';

// Random routes as data, and what they mean: read from the description alone, not as the library finds it.

export interface RoutePlan {
  readonly host: string;
  /** The parts of the path, or of a call of gRPC. */
  readonly path: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** The number of the Service behind it. */
  readonly to: number;
  /** The percent of a second Service. */
  readonly canary: number | undefined;
  /** The percent of requests that a third one gets too. */
  readonly mirror: number | undefined;
}

export interface PlannedRequest extends Pick<RoutePlan, 'host' | 'path'> {
  readonly headers: Readonly<Record<string, string>>;
}

/** Hosts of HTTP, and those of gRPC. `*.w.acme.com` is for all hosts with one more part. */
export const HOSTS = ['a.acme.com', 'b.acme.com', '*.w.acme.com', 'x.w.acme.com'];
export const GRPC_HOSTS = ['grpc.acme.com', '*.g.acme.com'];
const ASKED_HOSTS = ['a.acme.com', 'b.acme.com', 'x.w.acme.com', 'y.w.acme.com', 'c.acme.com'];
const ASKED_GRPC_HOSTS = ['grpc.acme.com', 'z.g.acme.com'];
const PARTS = ['v1', 'v1:predict', 'v'];
const SERVICES = ['p.One', 'p.OneMore', 'p.Two'];
const CALLS = ['Ask', 'AskAgain'];
const HEADERS = ['user', 'team', 'stage-of-the-release'];
const VALUES = ['a', 'b'];

export function isGrpc({ host }: Pick<RoutePlan, 'host'>): boolean {
  return [...GRPC_HOSTS, ...ASKED_GRPC_HOSTS].includes(host);
}

const percent = option(integer({ min: 0, max: 100 }), { nil: undefined });
const headersOf = (maxKeys: number) =>
  dictionary(constantFrom(...HEADERS), constantFrom(...VALUES), { maxKeys, noNullPrototype: true });
const webPath = array(constantFrom(...PARTS), { maxLength: 2 });
const call = record({ service: constantFrom(...SERVICES), method: constantFrom(...CALLS) });
const rest = { headers: headersOf(2), to: integer({ min: 0, max: 4 }), canary: percent, mirror: percent };
const webRoute = record({ host: constantFrom(...HOSTS), path: webPath, ...rest });
const grpcRoute = record({
  host: constantFrom(...GRPC_HOSTS),
  path: oneof(
    constantFrom<string[]>([]),
    call.map(({ service }) => [service]),
    call.map(({ service, method }) => [service, method]),
  ),
  ...rest,
});

/** Some routes. With `overlaps`, half of the sets have a route twice; without, no two routes take the same requests. */
export function routePlans({ overlaps }: { readonly overlaps: boolean }): Arbitrary<RoutePlan[]> {
  const plans: Arbitrary<RoutePlan[]> = array(oneof(webRoute, grpcRoute), { minLength: 1, maxLength: 10 });
  if (overlaps) return tuple(plans, boolean()).map(([all, twice]) => (twice ? [...all, ...all.slice(0, 1)] : all));
  return plans.map((all) => all.filter((plan, index) => !all.slice(0, index).some((other) => isTie(plan, other))));
}

/** Requests for some of the hosts and paths of routes, and for others. */
export const plannedRequests: Arbitrary<PlannedRequest[]> = array(
  oneof(
    record({ host: constantFrom(...ASKED_HOSTS), path: webPath, headers: headersOf(3) }),
    record({
      host: constantFrom(...ASKED_GRPC_HOSTS),
      path: call.map(({ service, method }) => [service, method]),
      headers: headersOf(3),
    }),
  ),
  { minLength: 1, maxLength: 20 },
);

const hasPart = (list: readonly string[], start: readonly string[]) =>
  start.every((part, index) => list[index] === part);
const covers = (host: string, asked: string) =>
  host === asked ||
  (host.startsWith('*.') && asked.endsWith(host.slice(1)) && asked.split('.').length === host.split('.').length);

/** True if some request could take both routes, and nothing makes one of them the better one. */
export function isTie(one: RoutePlan, other: RoutePlan): boolean {
  const names = Object.keys(one.headers);
  return (
    one.host === other.host &&
    one.path.join('/') === other.path.join('/') &&
    names.length === Object.keys(other.headers).length &&
    names.every((name) => other.headers[name] === undefined || other.headers[name] === one.headers[name])
  );
}

/** The share of each Service in a request, in percent, and in copies of it; `undefined` if nobody takes it. */
export interface Answer {
  readonly shares: Readonly<Record<string, number>>;
  readonly copies: Readonly<Record<string, number>>;
}

export function answerOf(plans: readonly RoutePlan[], asked: PlannedRequest): Answer | undefined {
  const [host] = plans
    .map((plan) => plan.host)
    .filter((each) => covers(each, asked.host))
    .sort((a, b) => Number(a.startsWith('*')) - Number(b.startsWith('*')));
  const [best] = plans
    .filter((plan) => plan.host === host && hasPart(asked.path, plan.path))
    .filter((plan) => Object.entries(plan.headers).every(([name, value]) => asked.headers[name] === value))
    .sort((a, b) => b.path.length - a.path.length || Object.keys(b.headers).length - Object.keys(a.headers).length);
  if (!best) return undefined;
  const { canary = 0, mirror } = best;
  const [usual, next, copy] = servicesOf(best);
  const shares = [[usual, 100 - canary] as const, [next, canary] as const].filter(([, share]) => share > 0);
  return { shares: Object.fromEntries(shares), copies: mirror === undefined || mirror === 0 ? {} : { [copy]: mirror } };
}

/** The names of all Services that routes may have. */
export const SERVICE_NAMES = Array.from({ length: 5 }, (_, to) => servicesOf({ to })).flat();

export function servicesOf({ to }: Pick<RoutePlan, 'to'>): readonly [string, string, string] {
  return [`s${to}`, `s${to}-next`, `s${to}-copy`];
}

/** Adds the routes of a plan to a gateway. */
export function addRoutes(gateway: Gateway, plans: readonly RoutePlan[]): void {
  for (const [index, plan] of plans.entries()) gateway.route(`r${index}`, optionsOf(plan));
}

/** The ports of each Service. */
export const PORTS = { http: 80, grpc: 81 };

export const ALL_HOSTS = Object.fromEntries([...HOSTS, ...GRPC_HOSTS].map((host) => [host, Certificate.none()]));

function optionsOf(plan: RoutePlan): RouteOptions {
  const { host, path, headers: asked, canary, mirror } = plan;
  const services = servicesOf(plan).map((name) => ({
    name,
    ...(isGrpc(plan) ? { port: PORTS.grpc, protocol: 'grpc' as const } : { port: PORTS.http }),
  }));
  const [to, next, copy] = services;
  if (!to || !next || !copy) throw new Error('there are three Services');
  return {
    ...{ to, host, headers: asked, path: `/${path.join('/')}` },
    canary: canary === undefined ? undefined : { to: next, percent: canary },
    mirror: mirror === undefined ? undefined : { to: copy, percent: mirror },
  };
}
