import { Duration } from 'cdk8s';
import { problem, type Advice } from '../../core/problems';
import type { Exposure } from '../exposure/exposure';
import type { ServerContainer } from '../model-server';
import type { ResolvedServing } from '../serving';

/** A load balancer of GKE checks each node every 8 s, and stops routing to it after three failures. */
const UNHEALTHY_AFTER = 24;
/** The time until no new connection reaches a terminating pod. Nodes know at once, load balancers later. */
const KNOWN_SECONDS = { internal: 5, loadBalancer: 30 };
/** gRPC lets a connection live up to a tenth longer than its limit. */
const JITTER_PERCENT = 110;

/**
 * The default of `preStopDelay`. A server that ignores SIGTERM closes a connection only when it is old; its client then
 * connects to another pod.
 */
export function defaultDrain(exposure: Exposure | undefined, containers: readonly ServerContainer[]): Duration {
  const known = KNOWN_SECONDS[exposure?.way.kind ?? 'internal'];
  return Duration.seconds(
    Math.max(15, known, ...containers.map((container) => known + secondsOfConnections(container))),
  );
}

/** Advice about pods that end before their clients have left. */
export function* drainAdvice({ server, preStopDelay, exposure, tracks }: ResolvedServing): Generator<Advice> {
  const { kind } = exposure.way;
  const known = KNOWN_SECONDS[kind];
  const lives = Math.max(...tracks.map(({ container }) => secondsOfConnections(container)));
  const seconds = preStopDelay.toSeconds();
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
  const what = `${reasons.join(', and ')}, but preStopDelay is ${seconds} s, and requests may fail`;
  const fix = `set preStopDelay to Duration.seconds(${needed})${shorter}, or acknowledge this if clients try again`;
  if (lives === 0) yield problem('exposure-drain', 'preStopDelay', what, fix);
  else yield problem('drain-connections', 'preStopDelay', what, fix);
}

/** The time that a connection to a terminating pod stays open; 0 if the server closes it at SIGTERM. */
function secondsOfConnections({ afterTerm, connectionAge }: ServerContainer): number {
  if (afterTerm === 'finishes' || !connectionAge) return 0;
  return Math.ceil((connectionAge.toMilliseconds() * JITTER_PERCENT) / 100_000);
}
