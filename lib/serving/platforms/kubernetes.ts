import type { GuideStep } from '../../core/contracts/guide';
import { DEPLOYMENT } from '../../kubernetes/kinds/core';
import { objectOf } from '../../kubernetes/kinds/kind';
import { type JsonObject, lazyPart, type Manifest, objectIn, writtenFields } from '../../kubernetes/manifest';
import { renderPodTemplate } from '../../pods/pod-template';
import { workloadLabel } from '../../kubernetes/workload-label';
import type { Color } from '../rollout/rollout';
import { serverTask, TRACK_LABEL } from '../server-task';
import type { ResolvedServing, Track } from '../serving';
import { standstill, startTime } from '../scaling/start-time';
import type { ScaleTarget, ServingPlatform } from '../serving-platform';
import { renderedBy } from './server-objects';
import { createHash } from 'node:crypto';

/** Plain objects of Kubernetes: a Deployment for each version, and one Service before them. */
export const KUBERNETES: ServingPlatform = {
  name: 'Kubernetes',
  kind: DEPLOYMENT,
  lacks: {},
  problems: () => [],
  scaleTarget: ({ objectName }) => deploymentTarget(objectName),
  guide(serving) {
    const { way } = serving.rollout;
    return way.kind === 'blueGreen' ? [beforeSwitch(serving, way.live)] : [];
  },
  render: (serving) => renderedBy(deploymentOf, serving),
};

/** A Deployment as the target of a scaler. The names of its pods have two more parts. */
export function deploymentTarget(name: string): ScaleTarget {
  const { apiVersion, kind } = DEPLOYMENT;
  return { apiVersion, kind, name, podNames: `${name}-[a-z0-9]+-[a-z0-9]+` };
}

function deploymentOf(serving: ResolvedServing, track: Track): Manifest {
  const { name, surge, rollout } = serving;
  const template = renderPodTemplate(serverTask(serving, track));
  const object = objectOf(DEPLOYMENT, track.objectName, {
    replicas: writtenReplicas(serving, track),
    progressDeadlineSeconds: standstill(serving).toSeconds(),
    selector: { matchLabels: { ...workloadLabel(name), [TRACK_LABEL]: track.name } },
    strategy: rollingUpdate(surge),
    template,
  });
  if (rollout.way.kind !== 'blueGreen') return object;
  return { ...object, metadata: { ...object.metadata, annotations: { [PODS_DIGEST]: podsDigest(template) } } };
}

/** The number of replicas in an object. Where a scaler decides it, there is none: each apply would undo the scaler's. */
export function writtenReplicas({ scaling }: ResolvedServing, { name, replicas }: Track): number | undefined {
  return scaling.way.kind === 'scaled' && name !== 'canary' ? undefined : replicas;
}

/** The strategy of a Deployment. */
export function rollingUpdate(surge: () => number): JsonObject {
  return { type: 'RollingUpdate', rollingUpdate: rolling(surge) };
}

/** A roll-out without a surge stops an old replica before the next one starts. */
export function rolling(surge: () => number) {
  const most = (more: number) => ({ maxSurge: more, maxUnavailable: more > 0 ? 0 : 1 });
  return lazyPart(() => most(surge()));
}

/** Requests go to the other color as soon as the Service changes, so its pods must be ready before. */
function beforeSwitch(serving: ResolvedServing, live: Color): GuideStep {
  const { name, namespace, tracks } = serving;
  const track = tracks.find((each) => each.name === live) ?? tracks[0];
  const digest = podsDigest(renderPodTemplate(serverTask(serving, track)));
  const deployment = track.objectName;
  const other = live === 'blue' ? 'green' : 'blue';
  const kubectl = `kubectl -n ${namespace}`;
  return {
    phase: 'checks',
    text: `\`${name}\` switches to ${live} if requests go to ${other} now. This waits until the pods of ${live} are ready, and fails if ${live} is not in the cluster as it is here: then deploy with \`live: '${other}'\` first.`,
    commands: [
      `if ${kubectl} get service ${name} -o jsonpath='{.spec.selector}' 2>/dev/null | grep -q '"${TRACK_LABEL}":"${other}"'; then`,
      `  ${kubectl} wait deployment/${deployment} --for=jsonpath='{.metadata.annotations.${PODS_DIGEST}}'=${digest} --timeout=0 &&`,
      `  ${kubectl} rollout status deployment/${deployment} --timeout=${startTime(serving).toSeconds()}s`,
      'fi',
    ],
  };
}

/** The annotation of a Deployment that tells which pods it makes. */
const PODS_DIGEST = 'trainyard/pods';

/** The same text for the same pods: only the fields of their spec stand in an order that depends on who gives them. */
export function podsDigest(template: JsonObject): string {
  const pods = { ...template, spec: writtenFields(objectIn(template, 'spec')) };
  return createHash('sha256').update(JSON.stringify(pods)).digest('hex').slice(0, 16);
}
