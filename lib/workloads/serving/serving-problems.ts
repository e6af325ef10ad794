import { problem, withoutRepeats, type Problem } from '../../core/problems/problem';
import { podOptionProblems } from '../pod/pod-option-problems';
import { amountProblems } from '../pod/quantity-problems';
import { replicaProblems } from './scaling/scaling';
import type { DecidedServing } from './serving';

/** Problems of the values of a serving. */
export function* servingProblems(serving: DecidedServing): Generator<Problem> {
  const { server, tracks, resources, scaling } = serving;
  const [{ pod }] = tracks;
  yield* podOptionProblems(pod);
  yield* amountProblems({ name: 'replica', resolved: resources });
  yield* withoutRepeats(tracks.flatMap(({ model }) => [...server.problems(model, resources)]));
  yield* requestLogProblems(serving);
  for (const { name, replicas } of tracks.filter((track) => track.name === 'canary')) {
    yield* replicaProblems(`${name}.replicas`, replicas);
    if (replicas <= scaling.least) continue;
    const message = `the ${name} has ${replicas} replicas, but the usual version may have only ${scaling.least}, so most requests would go to the ${name}`;
    yield problem('canary-replicas', 'canary', message, `set canary.replicas to ${scaling.least} or less`);
  }
}

function* requestLogProblems({ server, tracks }: DecidedServing): Generator<Problem> {
  if (tracks[0].model.logRequests !== true || server.logsRequests === true) return;
  const fix = 'leave requestLog out, and log requests in the clients or in a proxy before the server';
  yield problem('request-log', 'requestLog', `${server.name} writes no log of its requests`, fix);
}
