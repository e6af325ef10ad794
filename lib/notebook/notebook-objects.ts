import { holding } from '../kubernetes/k8s-json';
import { groupOf } from '../kubernetes/kinds/kind';
import { ingressPolicyOf, peersOf, tcp } from '../kubernetes/network-policy';
import { roleFor, ruleOf } from '../kubernetes/role';
import { renderPodTemplate } from '../pods/pod-template';
import type { ResolvedTask } from '../pods/task';
import { submittingRules } from '../workload/job-kinds';
import type { Rendered } from '../workload/rendered';
import type { ResolvedNotebook } from './notebook';
import { PORT } from './notebook-engine';
import { RUNNER } from './notebook-program';

/** The objects of a notebook: that which runs it, what leads to it, and its rights. */
export function notebookObjects(notebook: ResolvedNotebook, task: ResolvedTask): Rendered {
  const { name, namespace, basePath, reachableFrom, submitsJobs, engine } = notebook;
  const account = task.pod.identity?.serviceAccountName ?? name;
  const template = renderPodTemplate({
    ...task,
    workloadName: name,
    // The status of a Notebook of Kubeflow is that of the container with its name.
    containerName: name,
    command: ['python3', '-c', RUNNER, `--port=${PORT}`, `--ServerApp.base_url=${basePath}`],
    ports: [{ name: 'http', containerPort: PORT }],
    readinessProbe: { httpGet: { path: `${basePath}api`, port: holding(PORT) }, periodSeconds: 10 },
  });
  const { main, service } = engine.render(name, template);
  const policy = ingressPolicyOf(name, reachableFrom ? [{ from: peersOf(reachableFrom), ports: [tcp(PORT)] }] : []);
  const { kind, stop } = engine;
  // The right to stop itself.
  const itself = ruleOf(groupOf(kind), [`${kind.plural}${stop.subresource}`], ['get', 'patch']);
  const further = submitsJobs ? submittingRules(task.pool.cluster) : [];
  const role = roleFor(name, [{ ...itself, resourceNames: [name] }, ...further], [account], namespace);
  return { before: [...role, ...(service ? [service] : []), policy], main };
}
