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

/** The deployment of an engine in programs/pairs.ts, without its stage. Names of some engines would be too long for it. */
export function deploymentOf(engineName: string): string {
  return `pairs-${ALL_ENGINES.findIndex((each) => each.engineName === engineName)}`;
}

/** All pairs by engine, as far as the cluster serves the engine's kind. */
export async function servedPairs(): Promise<EngineJobs[]> {
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/pairs.ts');
  const deployments = manifests(folder);
  const resources = (await kubectl('api-resources', '--no-headers', '-o', 'name')).split('\n');
  const pairs = pairsOf(strategiesOn(LocalCluster.minikube({ cpus: 4 }).pool));
  return ALL_ENGINES.filter(({ engine: { kind } }) =>
    resources.includes(`${kind.plural}.${kind.apiVersion.split('/')[0] ?? ''}`),
  ).map(({ engineName }) => ({
    engineName,
    pairs: pairs.filter((pair) => pair.engineName === engineName),
    objects: deployments.get(`${deploymentOf(engineName)}-local`) ?? [],
  }));
}
