import { applied, list, logs, now, type KubernetesObject } from './kubectl';
import { SLOWEST, run, within } from './run';

// Runs of workflows, and what Argo's controller tells of them.

/** A node of a run: a step, a try of a step, or a pod. */
export interface ArgoNode {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly type: string;
  readonly phase: string;
  readonly message?: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly outputs?: { readonly exitCode?: string; readonly parameters?: readonly { readonly value: string }[] };
  readonly memoizationStatus?: { readonly hit: boolean };
}

const WORKFLOW = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Workflow' };

/** The workflows of a namespace, with what their runs have come to. */
export class ArgoRuns {
  constructor(private readonly namespace: string) {}

  /** What `argo submit --from workflowtemplate/TEMPLATE --name NAME` makes. */
  async start(template: string, name = template, parameters: Readonly<Record<string, string>> = {}): Promise<void> {
    const values = Object.entries(parameters).map(([parameter, value]) => ({ name: parameter, value }));
    const spec = { workflowTemplateRef: { name: template }, arguments: { parameters: values } };
    const metadata = { name, namespace: this.namespace };
    await applied([{ ...WORKFLOW, metadata, spec }]);
  }

  async status(name: string): Promise<ArgoRun> {
    const found = await now({ ...WORKFLOW, metadata: { name, namespace: this.namespace } });
    if (!found) throw new Error(`no workflow ${name}`);
    const { phase = '', message, nodes = {} } = (found.status ?? {}) as Partial<ArgoStatus>;
    return new ArgoRun(name, phase, message, Object.values(nodes));
  }

  /** Waits until a run has ended. */
  async end(name: string, seconds = 120): Promise<ArgoRun> {
    const isCompleted = '--for=jsonpath={.metadata.labels.workflows\\.argoproj\\.io/completed}=true';
    await this.kubectl('wait', `workflow/${name}`, isCompleted, `--timeout=${seconds * SLOWEST}s`);
    return this.status(name);
  }

  /** Starts a run of a template of the same name, and waits until it has ended. */
  async run(name: string, seconds?: number): Promise<ArgoRun> {
    await this.start(name);
    return this.end(name, seconds);
  }

  /** The fields of a run that `argo stop` sets, and others. */
  async patch(name: string, fields: object): Promise<void> {
    await this.kubectl('patch', 'workflow', name, '--type=merge', '-p', JSON.stringify(fields));
  }

  /** What `argo resume` does: it ends the nodes that wait. */
  async resume(name: string): Promise<void> {
    const waiting = (await this.status(name)).nodes.filter(
      ({ type, phase }) => type === 'Suspend' && phase === 'Running',
    );
    if (waiting.length === 0) throw new Error(`${name} does not wait`);
    const ended = { phase: 'Succeeded', finishedAt: new Date().toISOString() };
    await this.patch(name, { status: { nodes: Object.fromEntries(waiting.map(({ id }) => [id, ended])) } });
  }

  /** The pods that a run made itself for a step, or all of its pods. */
  async pods(name: string, step = ''): Promise<KubernetesObject[]> {
    const all = await list('pods', { namespace: this.namespace, labels: `workflows.argoproj.io/workflow=${name}` });
    return all.filter(({ metadata: { annotations } }) =>
      isOf(annotations?.['workflows.argoproj.io/node-name'] ?? '', name, step),
    );
  }

  /** The name of the pod of a step that runs. */
  runningPod(name: string, step: string, seconds = 60): Promise<string> {
    return within(seconds, `a running pod of ${step} of ${name}`, async () => {
      const running = (await this.pods(name, step)).find(({ status }) => status.phase === 'Running');
      return running?.metadata.name;
    });
  }

  /** The pods of a run that have not ended, those of its jobs included. */
  async left(name: string): Promise<string[]> {
    const all = await list('pods', { namespace: this.namespace });
    const own = all.filter(({ metadata }) => metadata.name.startsWith(`${name}-`));
    return own.filter(({ status }) => !/^(Succeeded|Failed)$/.test(status.phase)).map(({ metadata }) => metadata.name);
  }

  /** What the program of a step printed. */
  async logs(name: string, step: string): Promise<string> {
    const [pod] = await this.pods(name, step);
    return pod ? logs(pod, 'main') : `no pod of ${step} of ${name}`;
  }

  /** Has a pod taken away, and keeps its object until Argo has seen how it ended. Without that Argo may miss it. */
  async seenAs(name: string, pod: string, take: () => Promise<unknown>): Promise<ArgoNode> {
    const finalizers = (value: readonly string[] | null) =>
      this.kubectl('patch', 'pod', pod, '--type=merge', '-p', JSON.stringify({ metadata: { finalizers: value } }));
    const nodeName = 'jsonpath={.metadata.annotations.workflows\\.argoproj\\.io/node-name}';
    const node = await this.kubectl('get', 'pod', pod, '-o', nodeName);
    await finalizers(['trainyard.test/keep']);
    await take();
    const seen = await within(60, `an end of ${pod} that Argo has seen`, async () => {
      const { nodes } = await this.status(name);
      return nodes.find((each) => each.name === node && /^(Failed|Error|Succeeded)$/.test(each.phase));
    });
    await finalizers(null);
    return seen;
  }

  kubectl(...args: string[]): Promise<string> {
    return run('kubectl', ['-n', this.namespace, ...args], { limit: 600 });
  }
}

interface ArgoStatus {
  readonly phase: string;
  readonly message?: string;
  readonly nodes: Readonly<Record<string, ArgoNode>>;
}

export class ArgoRun {
  constructor(
    readonly name: string,
    readonly phase: string,
    readonly message: string | undefined,
    readonly nodes: readonly ArgoNode[],
  ) {}

  node(displayName: string): ArgoNode | undefined {
    return this.nodes.find((node) => node.displayName === displayName);
  }

  /** The pods of a step, or of all. */
  pods(step = ''): ArgoNode[] {
    return this.nodes.filter(({ type, name }) => type === 'Pod' && isOf(name, this.name, step));
  }
}

/** True if a node is a step, or a try of it, an item or a part. */
function isOf(node: string, run: string, step: string): boolean {
  const rest = node.startsWith(`${run}.${step}`) ? node.slice(run.length + 1 + step.length) : 'another';
  return step === '' || /^($|[(.])/.test(rest);
}

/** The most nodes that ran at the same time. */
export function mostAtOnce(nodes: readonly ArgoNode[]): number {
  const starts = nodes.map(({ startedAt }) => startedAt);
  return Math.max(
    ...starts.map((time) => nodes.filter((node) => node.startedAt <= time && time < node.finishedAt).length),
  );
}
