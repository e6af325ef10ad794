import { poolText } from '../../core/contracts/node-pool';
import { problem } from '../../core/problems';
import { objectOf } from '../../kubernetes/kinds/kind';
import { LEADER_WORKER_SET } from '../../kubernetes/kinds/serving';
import type { Manifest } from '../../kubernetes/manifest';
import { Operator } from '../../operators/operator';
import { renderPodTemplate } from '../../pods/pod-template';
import { serverTask, workerTask } from '../server-task';
import type { ResolvedServing, Track } from '../serving';
import type { ServingPlatform } from '../serving-platform';
import { rolling, writtenReplicas } from './kubernetes';
import { renderedBy } from './server-objects';

/** The controller makes a headless Service of the object's name, which must not be that of the clients' Service. */
const END = '-group';
/** A StatefulSet names its revision in a label of its pods: its own name, a hyphen and ten characters. */
const LONGEST_SET = 52;

/**
 * A LeaderWorkerSet for each version: a group of pods for each replica, on several machines. The leader of a group answers.
 *
 * @see https://lws.sigs.k8s.io/docs/
 */
export const LEADER_WORKER_SETS: ServingPlatform = {
  name: 'LeaderWorkerSet',
  kind: LEADER_WORKER_SET,
  operator: Operator.LWS,
  spansMachines: true,
  lacks: {
    blueGreen: 'nothing waits for all groups of a color',
    inPlace: 'the processes of a group start together',
  },
  problems: () => [],

  /** The StatefulSet of a group's workers has the name of its leader. */
  longestName({ name, tracks, scaling }) {
    const longest = Math.max(...tracks.map(({ objectName }) => objectName.length)) - name.length;
    return LONGEST_SET - longest - `${END}-${2 * scaling.most}`.length;
  },

  *advice({ pool, machines }) {
    const { zones = [] } = pool;
    if (machines < 2 || zones.length < 2) return;
    const places = `different zones of ${poolText(pool)}, ${zones.join(' and ')}`;
    const message = `the machines of one replica may be in ${places}, and wait for each other for each token`;
    const fix = 'use a pool in one zone, with compactPlacement if its machines have it';
    yield problem('server-zones', 'pool', message, fix);
  },

  scaleTarget({ objectName }) {
    const { apiVersion, kind } = LEADER_WORKER_SET;
    const name = `${objectName}${END}`;
    // Leaders alone: the names of workers have one more part.
    return { apiVersion, kind, name, podNames: `${name}-[0-9]+` };
  },
  render: (serving) => renderedBy(groupsOf, serving),
};

function groupsOf(serving: ResolvedServing, track: Track): Manifest {
  return objectOf(LEADER_WORKER_SET, `${track.objectName}${END}`, {
    replicas: writtenReplicas(serving, track),
    // A leader is ready only when its workers have joined.
    startupPolicy: 'LeaderCreated',
    rolloutStrategy: { type: 'RollingUpdate', rollingUpdateConfiguration: rolling(serving.surge) },
    leaderWorkerTemplate: {
      size: serving.machines,
      // No process of a group can go on without the others, or join later.
      restartPolicy: 'RecreateGroupOnPodRestart',
      leaderTemplate: renderPodTemplate(serverTask(serving, track)),
      workerTemplate: renderPodTemplate(workerTask(serving, track)),
    },
  });
}
