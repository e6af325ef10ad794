import type { ICluster } from '../../core/contracts/cluster';
import { compareVersions } from '../../core/hardware/gke-version';
import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import { isJsonObject, listIn, objectIn, type Json, type JsonObject, type Manifest } from '../manifest';

interface NewField {
  readonly what: string;
  /** The first version that knows it without a feature gate. */
  readonly since: string;
  readonly isIn: (part: JsonObject) => boolean;
}

/** What our objects have that versions still in use may not know, the newest first. */
const NEW_FIELDS: readonly NewField[] = [
  {
    // @see https://www.kubernetes.dev/resources/keps/3998/
    what: 'the success policy of a Job',
    since: '1.31',
    isIn: (part) => 'rules' in objectIn(part, 'successPolicy'),
  },
  {
    // @see https://www.kubernetes.dev/resources/keps/3850/
    what: 'the limit of restarts for each task of a Job',
    since: '1.29',
    isIn: (part) => 'backoffLimitPerIndex' in part,
  },
  {
    // @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
    what: 'a sidecar',
    since: '1.29',
    isIn: (part) => listIn(part, 'initContainers').some(({ restartPolicy }) => restartPolicy === 'Always'),
  },
];

/** Advice about a workload in a cluster that may be older than fields of its objects. Clusters whose version is not known get none. */
export function* kubernetesVersionAdvice(cluster: ICluster, manifests: readonly Manifest[]): Generator<Advice> {
  const version = cluster.minimumKubernetesVersion;
  if (version === undefined) return;
  const unknown = NEW_FIELDS.filter(({ since }) => compareVersions(version, since) < 0);
  const newest = unknown.find(({ isIn }) => manifests.some((manifest) => isInAnyPart(manifest, isIn)));
  if (newest === undefined) return;
  const { what, since } = newest;
  yield problem(
    'kubernetes-version-needed',
    `${what} needs Kubernetes ${since}, but cluster "${cluster.clusterName}" may run ${version}`,
    `raise minimumKubernetesVersion of the cluster to "${since}" or later, or acknowledge this if the cluster has that version`,
  );
}

function isInAnyPart(part: Json | undefined, isIn: NewField['isIn']): boolean {
  if (Array.isArray(part)) return part.some((each: Json) => isInAnyPart(each, isIn));
  return isJsonObject(part) && (isIn(part) || Object.values(part).some((each) => isInAnyPart(each, isIn)));
}
