import { problem, withoutRepeats, type Problem } from '../../core/problems/problem';
import { podOptionProblems } from '../pod/pod-option-problems';
import { amountProblems } from '../pod/quantity-problems';
import { replicaProblems } from './scaling/scaling';
import { workloadLabel } from '../pod/workload-label';
import type { DecidedServing, Track } from './serving';
import { fileAnnotations } from './server-files';
import { TRACK_LABEL } from './server-task';

/** Problems of the values of a serving. */
export function* servingProblems(serving: DecidedServing): Generator<Problem> {
  const { server, tracks, resources, scaling } = serving;
  const [{ pod }] = tracks;
  yield* podOptionProblems(pod);
  yield* amountProblems({ name: 'replica', resolved: resources });
  yield* withoutRepeats(tracks.flatMap(({ model }) => [...server.problems(model, resources)]));
  yield* requestLogProblems(serving);
  yield* withoutRepeats(tracks.flatMap((track) => [...ownLabelProblems(serving.name, track)]));
  for (const { name, replicas } of tracks.filter((track) => track.name === 'canary')) {
    yield* replicaProblems(`${name}.replicas`, replicas);
    if (replicas <= scaling.least) continue;
    const message = `the ${name} has ${replicas} ${replicas === 1 ? 'replica' : 'replicas'}, but the usual version may have only ${scaling.least}, so most requests would go to the ${name}`;
    const fix =
      scaling.least > 0
        ? `set canary.replicas to ${scaling.least} or less`
        : `set min of scaling to ${replicas} or more, or leave canary out`;
    yield problem('canary-replicas', 'canary', message, fix);
  }
}

function* requestLogProblems({ server, tracks }: DecidedServing): Generator<Problem> {
  if (tracks[0].model.logRequests !== true || server.logsRequests === true) return;
  const fix = 'leave requestLog out, and log requests in the clients or in a proxy before the server';
  yield problem('request-log', 'requestLog', `${server.name} writes no log of its requests`, fix);
}

/** Services find pods by their labels, and config files are annotations. */
function* ownLabelProblems(name: string, { pod, container }: Track): Generator<Problem> {
  const own = {
    labels: { ...workloadLabel(name), [TRACK_LABEL]: '' },
    annotations: fileAnnotations(container.files ?? {}),
  };
  for (const property of ['labels', 'annotations'] as const) {
    for (const key of Object.keys(pod[property] ?? {})) {
      if (!Object.hasOwn(own[property], key)) continue;
      const message = `${property} have "${key}", which the library sets itself`;
      yield problem('server-labels', property, message, 'leave it out, or give it another name');
    }
  }
}
