import type { IConstruct } from 'constructs';
import { clusterKey } from '../../core/contracts/cluster';
import { problem, takeOnce, type Advice, type Problem } from '../../core/problems';
import { exposedAdapterAdvice } from './adapter-calls';
import { exposedPortProblems, exposedPorts } from './exposed-ports';
import type { ResolvedServing, Track } from '../serving';
import type { LoadBalancerWay } from './exposure';

export function* exposureProblems({ exposure: { way }, pool, server, tracks }: ResolvedServing): Generator<Problem> {
  if (way.kind === 'internal') return;
  const { clusterName, features } = pool.cluster;
  if (features && !features.has('gke')) {
    yield problem(
      'exposure-cluster',
      'exposure',
      `cluster "${clusterName}" is not on Google Cloud, so nothing gives the server a load balancer`,
      'use Exposure.internal() there, and reach it by `kubectl port-forward`',
    );
  }
  yield* exposedPortProblems(way, server.name, tracks[0].container);
  yield* keyProblems(way, { server, tracks });
}

/** Problems of a server that computes for everyone on the internet. */
export function* keyProblems(
  way: ResolvedServing['exposure']['way'],
  { server, tracks }: Pick<ResolvedServing, 'server' | 'tracks'>,
): Generator<Problem> {
  if (way.kind === 'internal') return;
  const { keyVariable } = tracks[0].container;
  if (!isForEveryone(way) || keyVariable === undefined || hasSecretKey(tracks[0])) return;
  const message = `everyone on the internet may ask ${server.name}, and ${keyVariable} is no key of a Secret, so they compute at your cost`;
  const fix = `set env: { ${keyVariable}: EnvValue.fromSecret('api', 'key') }, or name the ranges of your clients in sourceRanges`;
  yield problem('exposure-key', 'exposure', message, fix);
}

export function* exposureAdvice(serving: ResolvedServing): Generator<Advice> {
  yield* plainKeyAdvice(serving);
  yield* connectionAdvice(serving);
  yield* exposedAdapterAdvice(serving);
}

function isForEveryone({ scheme, sourceRanges }: LoadBalancerWay): boolean {
  return scheme === 'external' && sourceRanges === undefined;
}

/** True if the server asks its clients for a key, which is in a Secret. */
export function hasSecretKey({ container: { env, keyVariable = '' }, pod }: Track): boolean {
  const value = { ...env, ...pod.env }[keyVariable];
  return typeof value === 'object' && value.source.secretKeyRef !== undefined;
}

function* plainKeyAdvice({ server, exposure: { way }, tracks }: ResolvedServing): Generator<Advice> {
  const [track] = tracks;
  if (way.kind === 'internal' || !isForEveryone(way) || !hasSecretKey(track)) return;
  if (exposedPorts(way, track.container).every(({ port }) => port.tls === true)) return;
  const message = `clients on the internet send the key of ${server.name} in clear, because its load balancer has no TLS`;
  const fix = 'put a proxy with TLS before an internal load balancer, or acknowledge this and change the key often';
  yield problem('exposure-plain', 'exposure', message, fix);
}

function* connectionAdvice({ server, scaling, tracks }: ResolvedServing): Generator<Advice> {
  const [{ container }] = tracks;
  const grpc = container.ports.find(({ protocol }) => protocol === 'grpc');
  if (!grpc || container.connectionAge || (scaling.most < 2 && tracks.length === 1)) return;
  yield problem(
    'grpc-connections',
    'server',
    `a client of port "${grpc.name}" keeps one connection, and so one replica: ${server.name} never closes it, so new replicas get no requests of clients that are there already`,
    'let the server close connections after some minutes and say so in connectionAge, or acknowledge this if clients connect anew by themselves',
  );
}

/**
 * Claims the address of a server's load balancer, which leads from each port to one server. A second server that claims
 * it is a problem at synthesis. Clusters in different networks may have load balancers of one internal address.
 */
export function takeAddress(owner: IConstruct, { exposure: { way }, pool, tracks }: ResolvedServing): void {
  if (way.kind === 'internal' || way.address === undefined) return;
  const network = way.scheme === 'internal' ? clusterKey(pool.cluster) : '';
  const { address } = way;
  for (const { port } of exposedPorts(way, tracks[0].container)) {
    takeOnce(owner, ['load balancer', network, address, String(port.port)], (other) =>
      problem(
        'exposure-address',
        'exposure',
        `port ${port.port} of ${address} leads to ${other.node.path} already`,
        'reserve another address for one of the two',
      ),
    );
  }
}
