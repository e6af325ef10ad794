import { LocalCluster, TrainingEngine } from '../../../lib/index';
import { type Kind } from '../../../lib/extend';
import { ALL_ENGINES, pairsOf, strategiesOn, type Pair } from '../../support/strategies';
import { kubectl, type KubernetesObject } from './kubectl';
import { manifests, programFolder, synthesize } from './program';

/** The jobs of programs/pairs.ts that one engine runs. */
export interface EngineJobs {
  readonly engineName: string;
  readonly pairs: readonly Pair[];
  readonly objects: readonly KubernetesObject[];
}

/** Its definition may be here without its operator, because an application has such a job. */
const MX_JOB = TrainingEngine.mxJob().kind;

interface WebhookList {
  readonly items: readonly {
    readonly metadata: { readonly name: string };
    readonly webhooks: readonly {
      readonly rules: readonly { readonly apiGroups: readonly string[]; readonly apiVersions: readonly string[] }[];
    }[];
  }[];
}

/** The deployment of an engine in programs/pairs.ts, without its stage. Names of some engines would be too long for it. */
export function deploymentOf(engineName: string): string {
  return `pairs-${ALL_ENGINES.findIndex((each) => each.engineName === engineName)}`;
}

/** All pairs by engine, as far as the engine's operator runs here: the kind is there, and webhooks guard its group. */
export async function pairsThatRunHere(): Promise<EngineJobs[]> {
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/pairs.ts');
  const deployments = manifests(folder);
  const guarded = ['batch/v1', ...(await guardedGroups())];
  const served = (await kubectl('api-resources', '--no-headers')).split('\n').map((line) => line.split(/ +/));
  const isServed = ({ apiVersion, plural }: Kind) =>
    served.some((words) => words[0] === plural && words.includes(apiVersion));
  const pairs = pairsOf(strategiesOn(LocalCluster.minikube({ cpus: 4 }).pool));
  const runs = (kind: Kind) => kind !== MX_JOB && guarded.includes(kind.apiVersion) && isServed(kind);
  return ALL_ENGINES.filter(({ engine }) => runs(engine.kind)).map(({ engineName }) => ({
    engineName,
    pairs: pairs.filter((pair) => pair.engineName === engineName),
    objects: deployments.get(`${deploymentOf(engineName)}-local`) ?? [],
  }));
}

/** The groups that the webhooks of operators check. Those of a queue look at the kinds of others. */
async function guardedGroups(): Promise<string[]> {
  const { items } = JSON.parse(await kubectl('get', 'validatingwebhookconfigurations', '-o', 'json')) as WebhookList;
  return items
    .filter(({ metadata }) => !metadata.name.startsWith('kueue'))
    .flatMap(({ webhooks }) => webhooks.flatMap(({ rules }) => rules))
    .flatMap(({ apiGroups, apiVersions }) =>
      apiGroups.flatMap((group) => apiVersions.map((version) => `${group}/${version}`)),
    );
}
