import { problem, type Problem } from '../../core/problems/problem';
import { oneOf } from '../../core/problems/one-of';
import type { LoadBalancerWay } from './exposure';
import type { ServerContainer, ServerPort } from '../model-server';

/** A port of a server that clients outside the cluster reach. */
export interface ExposedPort {
  readonly port: ServerPort;
  /** The port of the guard that listens in its place. @default - the server's own port is exposed */
  readonly guardPort?: number;
}

/** The first port of guards. */
const GUARD_PORTS = 10_000;

/** The ports that a load balancer leads to. Names that the server does not have are left out: they are problems. */
export function exposedPorts(way: LoadBalancerWay, { ports }: ServerContainer): ExposedPort[] {
  const taken = new Set(ports.map(({ port }) => port));
  let next = GUARD_PORTS;
  return portsNamed(way, ports).map((port) => {
    if (port.admin === undefined || way.adminCalls === 'open') return { port };
    while (taken.has(next)) next += 1;
    taken.add(next);
    return { port, guardPort: next };
  });
}

function portsNamed({ ports: names }: LoadBalancerWay, ports: ServerContainer['ports']): ServerPort[] {
  return names ? ports.filter(({ name }) => names.includes(name)) : [ports[0]];
}

export function* exposedPortProblems(
  way: LoadBalancerWay,
  server: string,
  { ports }: ServerContainer,
): Generator<Problem> {
  const known = oneOf(ports.map(({ name }) => `"${name}"`));
  if (way.ports?.length === 0) {
    yield problem(
      'exposure-port',
      'exposure',
      'the load balancer has no port',
      `give one of the ports of ${server}: ${known}`,
    );
  }
  for (const name of way.ports ?? []) {
    if (ports.some((port) => port.name === name)) continue;
    yield problem('exposure-port', 'exposure', `${server} has no port "${name}"`, `use ${known}`);
  }
  for (const { name, admin, clientPaths, tls = false } of portsNamed(way, ports)) {
    if (admin === undefined || way.adminCalls === 'open') continue;
    if (tls) {
      const message = `port "${name}" of ${server} has TLS, which the proxy before it does not speak, so no request would pass`;
      const fix = `set adminCalls: 'open' if those who connect may ${admin}, expose another port, or leave tls out`;
      yield problem('exposure-tls', 'exposure', message, fix);
      continue;
    }
    if (clientPaths !== undefined) continue;
    yield problem(
      'exposure-admin',
      'exposure',
      `whoever connects to port "${name}" of ${server} can ${admin}, and the calls that clients need are not known`,
      "name clientPaths of the port, expose another port, or set adminCalls: 'open' if those who connect may do that",
    );
  }
}
