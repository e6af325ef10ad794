import type { IConstruct } from 'constructs';
import type { ICluster } from '../../core/contracts/cluster';
import { problem, type Problem } from '../../core/problems';
import { OperatorReleases } from './operator-releases';

/** Advice about a cluster with operators by Helm that no stack of the app releases. */
export function* releaseAdvice(app: IConstruct, cluster: ICluster): Generator<Problem> {
  const byHelm = (cluster.operators ?? []).filter(({ install }) => install?.way.kind === 'helm');
  if (byHelm.length === 0 || OperatorReleases.stackFor(app, cluster) !== undefined) return;
  const names = byHelm.map(({ name }) => `"${name}"`).join(', ');
  const message = `cluster "${cluster.clusterName}" lists ${names} by Helm, but no stack releases them, so DEPLOY.md runs the helm command`;
  const fix = "add new OperatorReleases(deployment.addStack('operators'), 'operators', { cluster })";
  yield problem('operator-release', 'operators', message, fix);
}
