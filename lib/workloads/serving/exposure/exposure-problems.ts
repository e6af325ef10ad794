import type { Advice } from '../../../core/problems/check';
import { problem, type Problem } from '../../../core/problems/problem';
import { exposedPortProblems } from './exposed-ports';
import type { ResolvedServing } from '../serving';

/** Problems of the way in which clients reach a server. */
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
}

/** Advice about the way in which clients reach a server. */
export function* exposureAdvice({ server, scaling, tracks }: ResolvedServing): Generator<Advice> {
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
