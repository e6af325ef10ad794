import type { IstioGatewaySpec, StringMatch, VirtualServiceSpec } from '../../../lib/kubernetes/kinds/istio-specs';
import type { GatewayObject } from '../gateways';
import type { Answer } from '../random-routes';
import { sumsOf, type SeenRequest } from './gateway-api-reading';

// What Istio's objects say, read from their fields as the reference of VirtualService says: the proxy looks for the most specific host, and takes
// the first route of it that has a match. `prefix` compares characters. https://istio.io/latest/docs/reference/config/networking/virtual-service/

type Route = NonNullable<VirtualServiceSpec['http']>[number];
type Match = NonNullable<Route['match']>[number];

/** The Services that get a request, by their names; `undefined` if it is answered by 404. */
export function readIstio(objects: readonly GatewayObject[], request: SeenRequest): Answer | undefined {
  const gateways = objects.filter(({ kind }) => kind === 'Gateway').map(({ spec }) => spec as IstioGatewaySpec);
  const served = gateways.flatMap(({ servers = [] }) => servers.flatMap(({ hosts }) => hosts));
  if (!served.some((host) => takesHost(host.replace('./', ''), request.host))) return undefined;
  const services = objects
    .filter(({ kind }) => kind === 'VirtualService')
    .map(({ spec }) => spec as VirtualServiceSpec);
  const [best] = services
    .filter(({ hosts = [] }) => hosts.some((host) => takesHost(host, request.host)))
    .sort((a, b) => specificity(b) - specificity(a));
  const route = best?.http?.find(({ match = [{}] }) => match.some((each) => takes(each, request)));
  if (!route) return undefined;
  const { route: destinations = [], mirrors = [] } = route;
  const total = destinations.reduce((sum, { weight = 0 }) => sum + weight, 0);
  return {
    shares: sumsOf(destinations.map(({ destination, weight = 0 }) => [nameOf(destination), (100 * weight) / total])),
    copies: sumsOf(mirrors.map(({ destination, percentage }) => [nameOf(destination), percentage?.value ?? 100])),
  };
}

const nameOf = ({ host }: { readonly host: string }) => host.split('.')[0] ?? '';

function takesHost(host: string, asked: string): boolean {
  return host.startsWith('*.') ? asked.endsWith(host.slice(1)) : host === asked;
}

function specificity({ hosts: [host = ''] = [] }: VirtualServiceSpec): number {
  return host.startsWith('*') ? host.length : 1000;
}

function takes({ uri, headers = {} }: Match, request: SeenRequest): boolean {
  const isTaken = ({ exact, prefix }: StringMatch, text: string | undefined) =>
    text !== undefined && (exact === undefined || text === exact) && (prefix === undefined || text.startsWith(prefix));
  return (
    (uri === undefined || isTaken(uri, request.path)) &&
    Object.entries(headers).every(([name, match]) => isTaken(match, request.headers[name]))
  );
}
