import type { ICluster } from '../core/contracts/cluster';
import { holding } from '../kubernetes/k8s-json';
import { groupOf } from '../kubernetes/kinds/kind';
import type { JsonObject } from '../kubernetes/manifest';
import { ingressPolicyOf, peersOf, tcp } from '../kubernetes/network-policy';
import { roleFor } from '../kubernetes/role';
import { renderPodTemplate } from '../pods/pod-template';
import type { ResolvedTask } from '../pods/task';
import { jobKindsOf } from '../workload/job-kinds';
import type { Rendered } from '../workload/rendered';
import type { ResolvedNotebook } from './notebook';
import { PORT } from './notebook-engine';
import { jupyterCommand, RUNNER } from './notebook-program';

/** The objects of a notebook: that which runs it, what leads to it, and its rights. */
export function notebookObjects(notebook: ResolvedNotebook, task: ResolvedTask): Rendered {
  const { name, namespace, basePath, reachableFrom, engine } = notebook;
  const account = task.pod.identity?.serviceAccountName ?? name;
  const template = renderPodTemplate({
    ...task,
    workloadName: name,
    containerName: engine.containerName(name),
    command: ['python3', '-c', RUNNER, ...jupyterCommand(PORT, basePath)],
    ports: [{ name: 'http', containerPort: PORT }],
    readinessProbe: { httpGet: { path: `${basePath}api`, port: holding(PORT) }, periodSeconds: 10 },
  });
  const { main, service } = engine.render(name, template);
  const policy = ingressPolicyOf(name, reachableFrom ? [{ from: peersOf(reachableFrom), ports: [tcp(PORT)] }] : []);
  const role = roleFor(name, rulesOf(notebook, task.pool.cluster), [account], namespace);
  return { before: [...role, ...(service ? [service] : []), policy], main };
}

/** The right to stop itself; and to submit jobs. */
function rulesOf({ name, submitsJobs, engine: { kind, stop } }: ResolvedNotebook, cluster: ICluster): JsonObject[] {
  const resources = [`${kind.plural}${stop.subresource}`];
  const own = { apiGroups: [groupOf(kind)], resources, resourceNames: [name], verbs: ['get', 'patch'] };
  return submitsJobs ? [own, ...submittingRules(cluster)] : [own];
}

/** The rights to submit jobs of the kinds that the cluster runs, and to read their logs. */
export function submittingRules(cluster: ICluster): JsonObject[] {
  const verbs = ['create', 'delete', 'get', 'list', 'watch'];
  const ofKinds = jobKindsOf(cluster).map((each) => ({ apiGroups: [groupOf(each)], resources: [each.plural], verbs }));
  return [...ofKinds, { apiGroups: [''], resources: ['pods', 'pods/log'], verbs: ['get', 'list', 'watch'] }];
}
