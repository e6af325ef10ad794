import { Chart, type ApiObject } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import type { Construct } from 'constructs';
import { guideAtSynth } from '../core/contracts/guide';
import { pathBelow } from '../core/names/name';
import { disruptionBudgetOf } from '../kubernetes/disruption-budget';
import { chartOf } from '../kubernetes/enclosing-chart';
import { holding } from '../kubernetes/k8s-json';
import { DEPLOYMENT, SERVICE } from '../kubernetes/kinds/core';
import { objectOf } from '../kubernetes/kinds/kind';
import type { BucketUse } from '../pods/mounts/bucket-uses';
import type { TaskOptions } from '../pods/pod-options';
import { renderPodTemplate } from '../pods/pod-template';
import { secretSteps } from '../pods/secret-steps';
import { resolveTask } from '../pods/task';
import { addWorkload } from '../workload/workload';
import { clientPolicyOf } from './registry-clients';
import { workloadLabel } from '../kubernetes/workload-label';

/** The options of the servers of all registries, beside those of their pods. */
export interface RegistryServerOptions extends Omit<TaskOptions, 'command' | 'args'> {
  /** The number of servers. @default 1 */
  readonly replicas?: number;
  /**
   * Clients of other programs that may connect, in Kubernetes' words, such as a gateway. Namespaces of this program whose pods
   * have the variables of an experiment, or a model of the registry, need no mention.
   *
   * @default []
   */
  readonly reachableFrom?: readonly k8s.NetworkPolicyPeer[];
}

/** The name of a registry's server, and the URL at which pods of the cluster reach it. */
export interface RegistryPlace {
  readonly name: string;
  readonly namespace: string;
  readonly port: number;
  readonly address: string;
}

/** The place of a registry whose server listens at a port. */
export function placeOf(owner: Construct, port: number): RegistryPlace {
  const name = pathBelow(chartOf(owner), owner);
  const namespace = Chart.of(owner).namespace ?? 'default';
  return { name, namespace, port, address: `http://${name}.${namespace}.svc.cluster.local:${port}` };
}

/** The server of a registry. */
export interface RegistryServer extends RegistryPlace {
  readonly containerName: string;
  readonly options: RegistryServerOptions & TaskOptions;
  /** A request that a server answers when it can serve. */
  readonly health: string;
  /** The probe of a server that must start again. @default - the same request */
  readonly liveness?: k8s.Probe;
  /** True if a server must end before another one starts. */
  readonly isAlone?: boolean;
  readonly bucketUses?: readonly BucketUse[];
}

/** Emits the Deployment of a registry, and the objects by which clients reach it. */
export function addRegistryServer(owner: Construct, server: RegistryServer): ApiObject {
  const { name, namespace, address, port, containerName, bucketUses, isAlone = false } = server;
  const { replicas = 1, reachableFrom = [], accelerated = false, ...options } = server.options;
  const task = resolveTask(owner, { ...options, accelerated });
  const probe = { httpGet: { path: server.health, port: holding(port) }, periodSeconds: 5, timeoutSeconds: 5 };
  const template = renderPodTemplate({
    ...task,
    workloadName: name,
    containerName,
    ports: [{ name: 'http', containerPort: port }],
    startupProbe: { ...probe, failureThreshold: 60 },
    readinessProbe: { ...probe, failureThreshold: 3 },
    livenessProbe: server.liveness ?? { ...probe, failureThreshold: 6 },
    // A terminating pod gets requests for a while, until all nodes know.
    lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } },
  });
  const strategy = isAlone ? { type: 'Recreate' } : { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
  const labels = workloadLabel(name);
  const ports = [{ name: 'http', port, targetPort: 'http' }];
  guideAtSynth(owner, () => secretSteps(name, namespace, [task.pod]));
  return addWorkload(owner, {
    base: name,
    pods: [{ ...task, name: 'replica', replicas, port, containerName, bucketUses }],
    stays: true,
    limited: false,
    kind: DEPLOYMENT,
    rendered: {
      before: [
        objectOf(SERVICE, name, { selector: labels, ports }),
        clientPolicyOf(owner, name, { address, port, reachableFrom }),
        ...(replicas > 1 ? [disruptionBudgetOf(name)] : []),
      ],
      main: objectOf(DEPLOYMENT, name, { replicas, selector: { matchLabels: labels }, strategy, template }),
    },
  });
}
