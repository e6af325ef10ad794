import { Duration } from 'cdk8s';
import type { Advice } from '../../../core/problems/check';
import { problem } from '../../../core/problems/problem';
import type { Exposure } from '../exposure/exposure';
import type { ServerContainer } from '../model-server';
import type { ResolvedServing } from '../serving';

/**
 * When nobody leads a new connection to a pod that stops any more. Nodes hear of it at once; load balancers ask nodes every 8 s,
 * and take no for an answer at the third.
 */
const KNOWN_SECONDS = { internal: 5, loadBalancer: 30 };
/** gRPC lets a connection live up to a tenth longer than it is told. */
const JITTER_PERCENT = 110;

/**
 * A server that does not hear that it is to stop closes a connection only when it is old; after that its client connects to
 * another pod.
 */
export function defaultDrain(exposure: Exposure | undefined, containers: readonly ServerContainer[]): Duration {
  const known = KNOWN_SECONDS[exposure?.way.kind ?? 'internal'];
  return Duration.seconds(
    Math.max(15, known, ...containers.map((container) => known + secondsOfConnections(container))),
  );
}

/** Connections that are open when their pod is killed break, and the requests on them fail. */
export function* drainAdvice({ server, drain, exposure, tracks }: ResolvedServing): Generator<Advice> {
  const known = KNOWN_SECONDS[exposure.way.kind];
  const lives = Math.max(...tracks.map(({ container }) => secondsOfConnections(container)));
  const seconds = drain.toSeconds();
  if (lives === 0 || seconds >= known + lives) return;
  const needed = known + lives;
  const age = Math.floor(((seconds - known) * 100) / JITTER_PERCENT);
  const shorter = age > 0 ? `, or maxConnectionAge of the server to Duration.seconds(${age})` : '';
  yield problem(
    'drain-connections',
    'drain',
    `${server.name} closes connections by their age alone, so they are closed ${needed} s after a pod began to stop, but drain is ${seconds} s, and requests on the others may fail`,
    `set drain to Duration.seconds(${needed})${shorter}, or acknowledge this if clients try again`,
  );
}

/** How long a connection to a pod that stops stays open; 0 if the server closes it when it is told to stop. */
function secondsOfConnections({ afterTerm, connectionAge }: ServerContainer): number {
  if (afterTerm === 'finishes' || !connectionAge) return 0;
  return Math.ceil((connectionAge.toMilliseconds() * JITTER_PERCENT) / 100_000);
}
