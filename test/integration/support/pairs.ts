import { LocalCluster } from '../../../lib/index';
import { ALL_ENGINES, pairsOf, strategiesOn, type Pair } from '../../support/strategies';
import { kubectl, type KubernetesObject } from './kubectl';
import { manifests, programFolder, synthesize } from './program';

/** The jobs of programs/pairs.ts that one engine runs. */
export interface EngineJobs {
  readonly engineName: string;
  readonly pairs: readonly Pair[];
  readonly objects: readonly KubernetesObject[];
}

interface WebhookRule {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly resources: readonly string[];
}

interface WebhookList {
  readonly items: readonly {
    readonly metadata: { readonly name: string };
    readonly webhooks: readonly { readonly rules: readonly WebhookRule[] }[];
  }[];
}

/** The deployment of an engine in programs/pairs.ts, without its stage. Names of some engines would be too long for it. */
export function deploymentOf(engineName: string): string {
  return `pairs-${ALL_ENGINES.findIndex((each) => each.engineName === engineName)}`;
}

/** All pairs by engine, as far as the engine's operator runs here: what it brings guards its kind. */
export async function pairsThatRunHere(): Promise<EngineJobs[]> {
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/pairs.ts');
  const deployments = manifests(folder);
  const guarded = ['jobs.batch/v1', ...(await guardedKinds())];
  const pairs = pairsOf(strategiesOn(LocalCluster.minikube({ cpus: 4 }).pool));
  return ALL_ENGINES.filter(({ engine: { kind } }) => guarded.includes(`${kind.plural}.${kind.apiVersion}`)).map(
    ({ engineName }) => ({
      engineName,
      pairs: pairs.filter((pair) => pair.engineName === engineName),
      objects: deployments.get(`${deploymentOf(engineName)}-local`) ?? [],
    }),
  );
}

/** The kinds that webhooks of their own operators check. Those of a queue look at many kinds. */
async function guardedKinds(): Promise<string[]> {
  const { items } = JSON.parse(await kubectl('get', 'validatingwebhookconfigurations', '-o', 'json')) as WebhookList;
  return items
    .filter(({ metadata }) => !metadata.name.startsWith('kueue'))
    .flatMap(({ webhooks }) => webhooks.flatMap(({ rules }) => rules))
    .flatMap(({ apiGroups, apiVersions, resources }) =>
      resources.flatMap((plural) =>
        apiGroups.flatMap((group) => apiVersions.map((version) => `${plural}.${group}/${version}`)),
      ),
    );
}
