import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Node } from './gke/nodes';
import type { Pod } from './pods';
import { Standstill, untilDecided } from './standstill';

export const ACCOUNT = 'pods';
/** The label of all objects of one trial. */
export const TRIAL = 'truth/trial';
/** Nobody looks after these nodes, which Kubernetes notices with taints of its own. */
export const UNATTENDED = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].map((key) => ({
  key,
  operator: 'Exists',
}));

interface PodJson {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly nodeName?: string };
  readonly status?: { readonly conditions?: readonly { readonly reason?: string; readonly message?: string }[] };
}

/** The end of one pod: its node, or the scheduler's reason why it has none. */
export interface Placement {
  readonly pod: string;
  readonly node?: string;
  readonly reason?: string;
}

/** Places pods, or says why it does not. */
export interface Scheduler {
  /** Creates the pods one after the other on nodes of their own. */
  place(nodes: readonly Node[], before: readonly Pod[], pods: readonly Pod[]): Promise<Placement[]>;
}

/**
 * The cluster of KUBECONFIG: its scheduler places pods on nodes that exist in the API alone, so many trials run beside
 * each other.
 */
export class Cluster implements Scheduler {
  static async open(): Promise<Cluster> {
    const proxy = spawn('kubectl', ['proxy', '--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const address = await new Promise<string>((resolve, reject) => {
      proxy.on('error', reject).on('exit', () => {
        reject(new Error('kubectl proxy ended'));
      });
      proxy.stdout.setEncoding('utf8').on('data', (text: string) => {
        const [found] = /127\.0\.0\.1:\d+/.exec(text) ?? [];
        if (found) resolve(`http://${found}`);
      });
    });
    const cluster = new Cluster(proxy, address);
    try {
      cluster.namespace = await cluster.makeNamespace();
    } catch (error) {
      proxy.kill();
      throw error;
    }
    return cluster;
  }

  /** The pods of all trials. */
  placed = 0;
  private trials = 0;
  namespace = '';

  private constructor(
    private readonly proxy: ChildProcess,
    private readonly address: string,
  ) {}

  /** Lets go of the cluster. Each trial has cleared its own objects: other runs may use the cluster too. */
  async close(): Promise<void> {
    await this.request('DELETE', `/api/v1/namespaces/${this.namespace}`);
    this.proxy.kill();
  }

  place(nodes: readonly Node[], before: readonly Pod[], pods: readonly Pod[]): Promise<Placement[]> {
    return untilDecided(() => this.placeOnce(nodes, before, pods));
  }

  private async placeOnce(nodes: readonly Node[], before: readonly Pod[], pods: readonly Pod[]): Promise<Placement[]> {
    this.trials += 1;
    this.placed += pods.length;
    const trial = `t${this.trials}-${process.pid}`;
    try {
      await Promise.all(nodes.map((node) => this.request('POST', '/api/v1/nodes', nodeJson(node, trial))));
      for (const pod of [...before, ...pods]) {
        await this.request('POST', `/api/v1/namespaces/${this.namespace}/pods`, podJson(pod, trial));
      }
      const names = pods.map(({ name }) => `${trial}-${name}`);
      return (await this.decided(trial, names)).map((placement) => ({
        ...placement,
        pod: placement.pod.slice(trial.length + 1),
      }));
    } finally {
      await this.clear(`${TRIAL}=${trial}`);
    }
  }

  /** A pod without a place gets a second chance: the scheduler may hear of pods before it hears of their nodes. */
  private async decided(trial: string, names: readonly string[]): Promise<Placement[]> {
    let last = '';
    const standstill = new Standstill();
    for (;;) {
      await sleep(700);
      const all = (await this.placements(trial)).filter(({ pod }) => names.includes(pod));
      standstill.see(JSON.stringify(all));
      if (all.length < names.length || all.some(({ node, reason }) => node === undefined && reason === undefined))
        continue;
      if (all.every(({ node }) => node !== undefined)) return all;
      const now = JSON.stringify(all.map(({ pod, node }) => [pod, node]));
      if (now === last) return all;
      last = now;
      await sleep(1500);
    }
  }

  private async placements(trial: string): Promise<Placement[]> {
    const path = `/api/v1/namespaces/${this.namespace}/pods?resourceVersion=0&labelSelector=${TRIAL}%3D${trial}`;
    const { items } = (await this.request('GET', path)) as { items: PodJson[] };
    return items.map(({ metadata, spec, status }) => ({
      pod: metadata.name,
      node: spec.nodeName,
      reason: status?.conditions?.find(({ reason }) => reason === 'Unschedulable')?.message,
    }));
  }

  /** Deletes the pods and nodes of a trial. */
  async clear(selector: string): Promise<void> {
    const query = `labelSelector=${encodeURIComponent(selector)}&gracePeriodSeconds=0`;
    await this.request('DELETE', `/api/v1/namespaces/${this.namespace}/pods?${query}`);
    await this.request('DELETE', `/api/v1/nodes?${query}`);
  }

  private async makeNamespace(): Promise<string> {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { generateName: 'truth-' } };
    const made = (await this.request('POST', '/api/v1/namespaces', namespace)) as { metadata: { name: string } };
    // Kubernetes makes an account of its own for pods, but not at once.
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: ACCOUNT } };
    await this.request('POST', `/api/v1/namespaces/${made.metadata.name}/serviceaccounts`, account);
    return made.metadata.name;
  }

  /** A call of the API. Objects that are gone are no fault. */
  async request(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.address}${path}`, {
      method,
      headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
      body: body && JSON.stringify(body),
    });
    const answer = await response.text();
    if (!response.ok && response.status !== 404) throw new Error(`${method} ${path}: ${answer}`);
    return JSON.parse(answer);
  }
}

/** A node of a trial. */
export function nodeJson({ name, labels, taints, allocatable }: Node, trial: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: `${trial}-${name}`,
      labels: { ...labels, 'kubernetes.io/hostname': name, [TRIAL]: trial },
    },
    spec: { taints },
    status: { allocatable, capacity: allocatable },
  };
}

/** A pod of a trial. */
export function podJson({ name, annotations, spec }: Pod, trial: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${trial}-${name}`, labels: { [TRIAL]: trial }, annotations },
    spec: {
      ...spec,
      serviceAccountName: ACCOUNT,
      automountServiceAccountToken: false,
      nodeSelector: { ...spec.nodeSelector, [TRIAL]: trial },
      tolerations: [...(spec.tolerations ?? []), ...UNATTENDED],
    },
  };
}
