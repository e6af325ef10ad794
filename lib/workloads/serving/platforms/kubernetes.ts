import type { Problem } from '../../../core/problems/problem';
import { DEPLOYMENT, type DeploymentSpec } from '../../kinds/apps';
import { POD_DISRUPTION_BUDGET } from '../../kinds/core';
import { objectOf } from '../../kinds/kind';
import { lazyPart, type JsonObject, type Manifest } from '../../manifest';
import { templateOf } from '../../pod/pod-template';
import { workloadLabel } from '../../pod/workload-label';
import { PODS_DIGEST, podsDigest } from '../rollout/pods-digest';
import { liveConfigName } from '../server-files';
import { serverTask, TRACK_LABEL } from '../server-task';
import { scalerObjects } from '../scaling/scaler';
import { scalerProblems } from '../scaling/scaler-problems';
import type { ResolvedServing, Track } from '../serving';
import { standstill } from '../scaling/start-time';
import type { RenderedServing, ServingPlatform } from '../serving-platform';
import { networkPolicyOf, servicesOf } from './kubernetes-services';

/** Plain objects of Kubernetes: a Deployment for each version, and one Service before them. */
export class KubernetesServing implements ServingPlatform {
  problems(serving: ResolvedServing): Iterable<Problem> {
    return scalerProblems(serving);
  }

  render(serving: ResolvedServing): RenderedServing {
    const [stable, ...others] = serving.tracks;
    return {
      needs: [...liveConfigOf(serving), ...servicesOf(serving), networkPolicyOf(serving), ...disruptionBudget(serving)],
      object: deploymentOf(serving, stable),
      beside: [
        ...others.map((track) => deploymentOf(serving, track)),
        ...serving.tracks.flatMap((track) => scalerObjects(serving, track)),
      ],
    };
  }
}

function deploymentOf(serving: ResolvedServing, track: Track): Manifest {
  const { name, surge, rollout, scaling } = serving;
  const template = templateOf(serverTask(serving, track));
  const spec: DeploymentSpec = {
    // Each apply would set it back.
    replicas: scaling.way.kind === 'scaled' && track.name !== 'canary' ? undefined : track.replicas,
    progressDeadlineSeconds: standstill(serving).toSeconds(),
    selector: { matchLabels: { ...workloadLabel(name), [TRACK_LABEL]: track.name } },
    strategy: { type: 'RollingUpdate', rollingUpdate: lazyPart(() => rolling(surge())) },
    template,
  };
  const object = objectOf(DEPLOYMENT, track.objectName, spec);
  if (rollout.way.kind !== 'blueGreen') return object;
  return { ...object, metadata: { ...object.metadata, annotations: { [PODS_DIGEST]: podsDigest(template) } } };
}

/** What changes while the servers run. */
function liveConfigOf({ name, tracks: [{ container }] }: ResolvedServing): Manifest[] {
  if (!container.live) return [];
  const metadata = { name: liveConfigName(name) };
  return [{ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: container.live.files }];
}

/** Without room for one more, a pod has to stop before the next can start. */
function rolling(surge: number): JsonObject {
  return surge > 0 ? { maxSurge: surge, maxUnavailable: 0 } : { maxSurge: 0, maxUnavailable: 1 };
}

/** One replica at a time is drained. A replica that is not ready holds up no drain. */
function disruptionBudget({ name, scaling }: ResolvedServing): Manifest[] {
  if (scaling.most < 2) return [];
  const selector = { matchLabels: workloadLabel(name) };
  return [
    objectOf(POD_DISRUPTION_BUDGET, name, { maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector }),
  ];
}
