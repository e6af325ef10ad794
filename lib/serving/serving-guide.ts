import type { GuideStep } from '../core/contracts/guide';
import { poolText } from '../core/contracts/node-pool';
import { workloadLabel } from '../kubernetes/workload-label';
import type { ServerContainer } from './model-server';
import type { ResolvedServing, Track } from './serving';

/** The steps of DEPLOY.md about a serving, on every platform. */
export function servingSteps(serving: ResolvedServing): GuideStep[] {
  return [...secretSteps(serving), ...rolloutSteps(serving)];
}

/** The steps about Secrets that a server reads. The program cannot make them, and pods wait for them. */
function secretSteps({ name, namespace, tracks }: ResolvedServing): GuideStep[] {
  const secrets = [...new Set(tracks.flatMap(secretsOf))];
  if (secrets.length === 0) return [];
  const text = `Pods of \`${name}\` wait until namespace \`${namespace}\` has what this program does not make: ${secrets.join(', ')}.`;
  return [{ phase: 'standing', text }];
}

function secretsOf({ container, pod }: Track): string[] {
  const { mounts = [], imagePullSecrets = [] } = pod;
  const variables = Object.values({ ...container.env, ...pod.env }).flatMap((value) => {
    const reference = typeof value === 'string' ? undefined : value.source.secretKeyRef;
    return reference?.name === undefined ? [] : [`Secret \`${reference.name}\` with key \`${reference.key}\``];
  });
  const volumes = mounts.flatMap(({ source }) => {
    const secretName = source.kind === 'volume' ? source.volume.secret?.secretName : undefined;
    return secretName === undefined ? [] : [`Secret \`${secretName}\``];
  });
  return [...variables, ...volumes, ...imagePullSecrets.map((secret) => `Secret \`${secret}\``)];
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
