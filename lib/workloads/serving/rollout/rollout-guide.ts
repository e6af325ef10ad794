import type { GuideStep } from '../../../core/contracts/deploy-guide';
import { poolText } from '../../../core/contracts/node-pool';
import { objectIn, type Manifest } from '../../manifest';
import { workloadLabel } from '../../pod/workload-label';
import type { ServerContainer } from '../model-server';
import { startTime } from '../scaling/start-time';
import { PODS_DIGEST } from './pods-digest';
import { TRACK_LABEL } from '../server-task';
import type { ResolvedServing } from '../serving';
import type { RenderedServing } from '../serving-platform';

/** What DEPLOY.md says about the way of a serving to another version. */
export function rolloutSteps(serving: ResolvedServing, rendered: RenderedServing, namespace: string): GuideStep[] {
  const { way } = serving.rollout;
  switch (way.kind) {
    case 'rolling':
      return way.surge === undefined && serving.surge() === 0 ? [stopsFirst(serving)] : [];
    case 'blueGreen':
      return [beforeSwitch(serving, way.live, rendered, namespace)];
    case 'inPlace': {
      const [{ container }] = serving.tracks;
      return container.live ? [beforeChange(serving.name, way.loaded, container, container.live, namespace)] : [];
    }
  }
}

function stopsFirst({ name, pool }: ResolvedServing): GuideStep {
  const text = `A roll-out of \`${name}\` stops one replica before it starts the next, because ${poolText(pool)} has no room for one more.`;
  return { phase: 'standing', text };
}

/** Requests go to the other colour as soon as the Service is changed, so its pods must be there before. */
function beforeSwitch(
  serving: ResolvedServing,
  live: 'blue' | 'green',
  { object, beside = [] }: RenderedServing,
  namespace: string,
): GuideStep {
  const { name } = serving;
  const other = live === 'blue' ? 'green' : 'blue';
  const deployment = `${name}-${live}`;
  const made = [object, ...beside].find(({ metadata }) => metadata.name === deployment);
  const kubectl = `kubectl -n ${namespace}`;
  return {
    phase: 'checks',
    text: `\`${name}\` switches to ${live} if requests go to ${other} now. This waits until the pods of ${live} are ready, and fails if ${live} is not in the cluster as it is here: then deploy with \`live: '${other}'\` first.`,
    commands: [
      `if ${kubectl} get service ${name} -o jsonpath='{.spec.selector}' 2>/dev/null | grep -q '"${TRACK_LABEL}":"${other}"'; then`,
      `  ${kubectl} wait deployment/${deployment} --for=jsonpath='{.metadata.annotations.${PODS_DIGEST}}'=${digestOf(made)} --timeout=0 &&`,
      `  ${kubectl} rollout status deployment/${deployment} --timeout=${startTime(serving).toSeconds()}s`,
      'fi',
    ],
  };
}

function digestOf(deployment: Manifest | undefined): string {
  const digest = objectIn(deployment?.metadata ?? {}, 'annotations')[PODS_DIGEST];
  return typeof digest === 'string' ? digest : '';
}

/** A pod that has not loaded a version refuses to move a label to it. */
function beforeChange(
  name: string,
  loaded: readonly number[],
  { ports }: ServerContainer,
  { port, loadedPath }: NonNullable<ServerContainer['live']>,
  namespace: string,
): GuideStep {
  const selector = Object.entries(workloadLabel(name)).map((pair) => pair.join('='));
  const number = ports.find((each) => each.name === port)?.port;
  const pods = `/api/v1/namespaces/${namespace}/pods/`;
  const asked = loaded.map((version) => ({ version, path: `:${number}/proxy${loadedPath(version)}` }));
  return {
    phase: 'checks',
    text: `The program says that the pods of \`${name}\` have loaded ${loaded.length === 1 ? 'version' : 'the versions'} ${loaded.join(', ')}. This asks each of them, and fails if one has not. Then wait, or deploy with the versions in \`loaded\` that they have.`,
    commands: [
      `for pod in $(kubectl -n ${namespace} get pods -l ${selector.join(',')} --field-selector=status.phase=Running -o jsonpath='{.items[*].metadata.name}'); do`,
      ...asked.map(
        ({ version, path }) =>
          `  kubectl get --raw "${pods}$pod${path}" >/dev/null || { echo "$pod has not loaded version ${version}" >&2; false; }`,
      ),
      'done',
    ],
  };
}
