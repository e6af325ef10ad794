import type { GuideStep } from '../core/contracts/guide';
import { poolText } from '../core/contracts/node-pool';
import { workloadLabel } from '../kubernetes/workload-label';
import { FETCH_CONTAINER, fetchedStep } from '../model/fetched-model';
import { secretSteps } from '../pods/secret-steps';
import { PICKER_PORT } from './exposure/inference-pool';
import type { ServerContainer } from './model-server';
import type { ResolvedServing } from './serving';

/** The steps of DEPLOY.md about a serving, on every platform. */
export function servingSteps(serving: ResolvedServing): GuideStep[] {
  const { name, namespace, tracks } = serving;
  const readers = tracks.map(({ container, pod }) => ({ ...pod, env: { ...container.env, ...pod.env } }));
  const isFetched = readers.some(({ initContainers }) => initContainers?.some((each) => each.name === FETCH_CONTAINER));
  const fetched = isFetched ? [fetchedStep(name, namespace, selectorOf(name))] : [];
  return [...secretSteps(name, namespace, readers), ...pickerSteps(serving), ...rolloutSteps(serving), ...fetched];
}

/** The step about the endpoint picker, which has to be there before the gateway that asks it. */
function pickerSteps({ name, namespace, endpointPicker }: ResolvedServing): GuideStep[] {
  if (endpointPicker === undefined) return [];
  const text = `A gateway asks the endpoint picker of \`${name}\` for a replica. Namespace \`${namespace}\` must have it first: Service \`${endpointPicker}\` with port ${PICKER_PORT}, and its pods, which watch InferencePool \`${name}\`.`;
  return [{ phase: 'standing', text }];
}

/** The pods of a serving, as kubectl has it. */
function selectorOf(name: string): string {
  return Object.entries(workloadLabel(name))
    .map((pair) => pair.join('='))
    .join(',');
}

/** The steps from one version of a serving to another. */
function rolloutSteps(serving: ResolvedServing): GuideStep[] {
  const { name, namespace, rollout, surge, tracks } = serving;
  const { way } = rollout;
  if (way.kind === 'rolling') return way.surge === undefined && surge() === 0 ? [stopsFirst(serving)] : [];
  const [{ container }] = tracks;
  if (way.kind !== 'inPlace' || !container.live) return [];
  return [beforeChange(name, way.loaded, container, container.live, namespace)];
}

function stopsFirst({ name, pool }: ResolvedServing): GuideStep {
  const text = `A roll-out of \`${name}\` stops one replica before it starts the next, because ${poolText(pool)} has no room for one more.`;
  return { phase: 'standing', text };
}

/** Pods refuse to move a label to a version that they have not loaded. */
function beforeChange(
  name: string,
  loaded: readonly number[],
  { ports }: ServerContainer,
  { port, loadedPath }: NonNullable<ServerContainer['live']>,
  namespace: string,
): GuideStep {
  const number = ports.find((each) => each.name === port)?.port;
  const pods = `/api/v1/namespaces/${namespace}/pods/`;
  const asked = loaded.map((version) => ({ version, path: `:${number}/proxy${loadedPath(version)}` }));
  return {
    phase: 'checks',
    text: `The program says that the pods of \`${name}\` have loaded ${loaded.length === 1 ? 'version' : 'the versions'} ${loaded.join(', ')}. This asks each of them, and fails if one has not. Then wait, or deploy with the versions in \`loaded\` that they have.`,
    commands: [
      `for pod in $(kubectl -n ${namespace} get pods -l ${selectorOf(name)} --field-selector=status.phase=Running -o jsonpath='{.items[*].metadata.name}'); do`,
      ...asked.map(
        ({ version, path }) =>
          `  kubectl get --raw "${pods}$pod${path}" >/dev/null || { echo "$pod has not loaded version ${version}" >&2; false; }`,
      ),
      'done',
    ],
  };
}
