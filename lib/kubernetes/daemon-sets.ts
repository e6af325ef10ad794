import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { lazily } from '../core/lazily';
import { onlyOf, Topic } from '../core/problems';
import { ClusterAddons } from './cluster-addons';
import { listIn, objectIn, podSpecOf, type JsonObject } from './manifest';
import { numberOf } from './quantity';

/** A DaemonSet of a program. */
export interface DaemonSet {
  readonly object: ApiObject;
  readonly podSpec: JsonObject;
  /** The requests of each of its pods. */
  readonly cpuMillis: number;
  readonly memoryMiB: number;
}

const DAEMON_SETS = new Topic<() => readonly DaemonSet[]>('daemon sets');

/** The DaemonSets of a tree, which is walked once. Those of ClusterAddons are left out: their pools count them. Call it at synthesis. */
export function daemonSetsOf(tree: IConstruct): readonly DaemonSet[] {
  return onlyOf(DAEMON_SETS, tree, () => lazily(() => find(tree.node.root)))();
}

function find(root: IConstruct): DaemonSet[] {
  return root.node.findAll().flatMap((object) => {
    if (!ApiObject.isApiObject(object) || object.kind !== 'DaemonSet') return [];
    const podSpec = ClusterAddons.isClusterAddons(object.node.scope) ? undefined : podSpecOf(object);
    if (!podSpec) return [];
    const [cpus, bytes] = [requestOf(podSpec, 'cpu'), requestOf(podSpec, 'memory')];
    return [{ object, podSpec, cpuMillis: Math.round(cpus * 1000), memoryMiB: bytes / 1024 ** 2 }];
  });
}

/** The request of a pod. Its init containers end before its containers start, unless they are sidecars. */
function requestOf(podSpec: JsonObject, resource: 'cpu' | 'memory'): number {
  const askedBy = (container: JsonObject) => {
    const resources = objectIn(container, 'resources');
    return numberOf(objectIn(resources, 'requests')[resource] ?? objectIn(resources, 'limits')[resource]);
  };
  const first = listIn(podSpec, 'initContainers');
  const all = [...listIn(podSpec, 'containers'), ...first.filter(({ restartPolicy }) => restartPolicy === 'Always')];
  return Math.max(
    all.reduce((sum, container) => sum + askedBy(container), 0),
    ...first.map(askedBy),
  );
}
