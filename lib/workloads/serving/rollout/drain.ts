import { Duration } from 'cdk8s';
import type { Advice } from '../../../core/problems/check';
import { problem } from '../../../core/problems/problem';
import type { Exposure } from '../exposure/exposure';
import type { ServerContainer } from '../model-server';
import type { ResolvedServing } from '../serving';

/** A load balancer of GKE asks each node every 8 s, and sends it nothing more after three bad answers. */
const UNHEALTHY_AFTER = 24;
/** When nobody leads a new connection to a pod that stops any more. Nodes hear of it at once, load balancers later. */
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

/** Advice about pods that end before their clients have left. */
export function* drainAdvice({ server, drain, exposure, tracks }: ResolvedServing): Generator<Advice> {
  const { kind } = exposure.way;
  const known = KNOWN_SECONDS[kind];
  const lives = Math.max(...tracks.map(({ container }) => secondsOfConnections(container)));
  const seconds = drain.toSeconds();
  const needed = known + lives;
  const reasons: string[] = [];
  if (kind === 'loadBalancer' && seconds <= UNHEALTHY_AFTER) {
    const stopped = `${UNHEALTHY_AFTER} s after its last replica began to stop`;
    reasons.push(`a load balancer sends requests to a node for up to ${stopped}`);
  }
  if (lives > 0 && seconds < needed) {
    const closed = `so they are closed ${needed} s after a pod began to stop`;
    reasons.push(`${server.name} closes connections by their age alone, ${closed}`);
  }
  if (reasons.length === 0) return;
  const age = Math.floor(((seconds - known) * 100) / JITTER_PERCENT);
  const shorter = age > 0 ? `, or maxConnectionAge of the server to Duration.seconds(${age})` : '';
  const what = `${reasons.join(', and ')}, but drain is ${seconds} s, and requests may fail`;
  const fix = `set drain to Duration.seconds(${needed})${shorter}, or acknowledge this if clients try again`;
  if (lives === 0) yield problem('exposure-drain', 'drain', what, fix);
  else yield problem('drain-connections', 'drain', what, fix);
}

/** How long a connection to a pod that stops stays open; 0 if the server closes it when it is told to stop. */
function secondsOfConnections({ afterTerm, connectionAge }: ServerContainer): number {
  if (afterTerm === 'finishes' || !connectionAge) return 0;
  return Math.ceil((connectionAge.toMilliseconds() * JITTER_PERCENT) / 100_000);
}
