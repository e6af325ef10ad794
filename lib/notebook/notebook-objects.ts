import type { ICluster } from '../core/contracts/cluster';
import { holding } from '../kubernetes/k8s-json';
import { WORKFLOW } from '../kubernetes/kinds/argo';
import { JOB } from '../kubernetes/kinds/batch';
import { SERVICE, STATEFUL_SET } from '../kubernetes/kinds/core';
import { JOB_SET } from '../kubernetes/kinds/jobset';
import { EXPERIMENT } from '../kubernetes/kinds/katib';
import { groupOf, objectOf, servedAs, type Kind } from '../kubernetes/kinds/kind';
import { MPI_JOB, MPI_JOB_V1, MX_JOB, PY_TORCH_JOB, TF_JOB } from '../kubernetes/kinds/kubeflow';
import { TRAIN_JOB } from '../kubernetes/kinds/trainer';
import type { JsonObject } from '../kubernetes/manifest';
import { ingressPolicyOf, peersOf, tcp } from '../kubernetes/network-policy';
import { roleFor } from '../kubernetes/role';
import { workloadLabel } from '../kubernetes/workload-label';
import { renderPodTemplate } from '../pods/pod-template';
import type { ResolvedTask } from '../pods/task';
import type { Rendered } from '../workload/rendered';
import type { ResolvedNotebook } from './notebook';
import { jupyterCommand, RUNNER } from './notebook-program';

/** The port of JupyterLab. */
export const PORT = 8888;

/** The objects of a notebook: its StatefulSet, what leads to it, and its rights. */
export function notebookObjects(notebook: ResolvedNotebook, task: ResolvedTask): Rendered {
  const { name, namespace, basePath, reachableFrom } = notebook;
  const account = task.pod.identity?.serviceAccountName ?? name;
  const template = renderPodTemplate({
    ...task,
    workloadName: name,
    containerName: 'notebook',
    command: ['python3', '-c', RUNNER, ...jupyterCommand(PORT, basePath)],
    ports: [{ name: 'http', containerPort: PORT }],
    readinessProbe: { httpGet: { path: `${basePath}api`, port: holding(PORT) }, periodSeconds: 10 },
  });
  // Without a number, so that a second deployment starts no notebook that has stopped.
  const main = objectOf(STATEFUL_SET, name, {
    serviceName: name,
    selector: { matchLabels: workloadLabel(name) },
    template,
  });
  const service = objectOf(SERVICE, name, {
    selector: workloadLabel(name),
    ports: [{ name: 'http', port: PORT, protocol: 'TCP' }],
  });
  const policy = ingressPolicyOf(name, reachableFrom ? [{ from: peersOf(reachableFrom), ports: [tcp(PORT)] }] : []);
  const role = roleFor(name, rulesOf(notebook, task.pool.cluster), [account], namespace);
  return { before: [...role, service, policy], main };
}

/** The kinds that a notebook submits. */
const SUBMITTED: readonly Kind[] = [
  ...[JOB, JOB_SET, TF_JOB, PY_TORCH_JOB, MPI_JOB, MPI_JOB_V1, MX_JOB, TRAIN_JOB],
  ...[WORKFLOW, EXPERIMENT],
];

/** The right to stop itself; and to submit jobs of the kinds that the cluster runs, and to read their logs. */
function rulesOf({ name, submitsJobs }: ResolvedNotebook, { operators }: ICluster): JsonObject[] {
  const scale = { resources: ['statefulsets/scale'], resourceNames: [name], verbs: ['get', 'patch'] };
  const own = { apiGroups: ['apps'], ...scale };
  if (!submitsJobs) return [own];
  const runs = SUBMITTED.filter(
    (kind) => kind === JOB || !operators || operators.some(({ serves }) => serves.includes(servedAs(kind))),
  );
  const verbs = ['create', 'delete', 'get', 'list', 'watch'];
  const ofKinds = runs.map((kind) => ({ apiGroups: [groupOf(kind)], resources: [kind.plural], verbs }));
  return [own, ...ofKinds, { apiGroups: [''], resources: ['pods', 'pods/log'], verbs: ['get', 'list', 'watch'] }];
}
