import { oneOf, problem, type Problem } from '../../core/problems';
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
  if (way.ports?.length === 0) {
    const fix = `give one of the ports of ${server}: ${namesOf(ports)}`;
    yield problem('exposure-port', 'exposure', 'the load balancer has no port', fix);
  }
  yield* portNameProblems('exposure', server, ports, way.ports);
  for (const port of portsNamed(way, ports)) {
    if (port.admin === undefined || way.adminCalls === 'open') continue;
    const open = `set adminCalls: 'open' if those who connect may ${port.admin}`;
    yield* proxiedPortProblems('exposure', server, port, open);
  }
}

/** Problems of names of ports that a server does not have. */
export function* portNameProblems(
  property: string,
  server: string,
  ports: readonly ServerPort[],
  names: readonly string[] = [],
): Generator<Problem> {
  for (const name of names) {
    if (ports.some((port) => port.name === name)) continue;
    yield problem('exposure-port', property, `${server} has no port "${name}"`, `use ${namesOf(ports)}`);
  }
}

function namesOf(ports: readonly ServerPort[]): string {
  return oneOf(ports.map(({ name }) => `"${name}"`));
}

/** Problems of a port before which a proxy passes on its inference calls alone. @param others further fixes */
export function* proxiedPortProblems(
  property: string,
  server: string,
  { name, admin, clientPaths, tls }: ServerPort,
  ...others: string[]
): Generator<Problem> {
  if (tls === true) {
    const message = `port "${name}" of ${server} has TLS, which the proxy before it does not speak, so no request would pass`;
    yield problem('exposure-tls', property, message, oneOf(['use another port', 'leave tls out', ...others]));
  } else if (admin !== undefined && clientPaths === undefined) {
    const message = `whoever connects to port "${name}" of ${server} can ${admin}, and the calls that clients need are not known`;
    const fix = oneOf(['name clientPaths of the port', 'use another port', ...others]);
    yield problem('exposure-admin', property, message, fix);
  }
}
