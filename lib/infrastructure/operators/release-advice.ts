import type { IConstruct } from 'constructs';
import type { ICluster } from '../../core/contracts/cluster';
import { problem, type Problem } from '../../core/problems/problem';
import { OperatorReleases } from './operator-releases';

/** Advice where a cluster of an app is to have operators by Helm, but no stack releases them. */
export function* releaseAdvice(app: IConstruct, cluster: ICluster): Generator<Problem> {
  const byHelm = (cluster.operators ?? []).filter(({ install }) => install?.way.kind === 'helm');
  if (byHelm.length === 0 || OperatorReleases.stackFor(app, cluster) !== undefined) return;
  const names = byHelm.map(({ name }) => `"${name}"`).join(', ');
  const message = `cluster "${cluster.clusterName}" is to have ${names} by Helm, but no stack releases them, so DEPLOY.md leaves it to the helm command`;
  const fix = "add new OperatorReleases(deployment.addStack('operators'), 'operators', { cluster })";
  yield problem('operator-release', 'operators', message, fix);
}
