import type { k8s } from 'cdk8s-plus-27';
import type { Construct } from 'constructs';
import { guideAtSynth } from '../core/contracts/guide';
import { checkAtSynth } from '../core/problems/check';
import { problem, type Problem } from '../core/problems/problem';
import { disruptionBudgetOf } from '../kubernetes/disruption-budget';
import { placeInChart } from '../kubernetes/enclosing-chart';
import { holding } from '../kubernetes/k8s-json';
import { DEPLOYMENT, SERVICE } from '../kubernetes/kinds/core';
import { objectOf } from '../kubernetes/kinds/kind';
import { lazyPart } from '../kubernetes/manifest';
import { ingressPolicyOf, peersOf, tcp } from '../kubernetes/network-policy';
import type { BucketUse } from '../pods/mounts/bucket-uses';
import type { Mount } from '../pods/mounts/mount';
import type { TaskOptions } from '../pods/pod-options';
import { renderPodTemplate } from '../pods/pod-template';
import { secretSteps } from '../pods/secret-steps';
import { resolveTask } from '../pods/task';
import { addWorkload } from '../workload/workload';
import { clientsOf } from './registry-clients';
import type { RegistryDatabase } from './registry-store';
import { signInProblems, sqlProxy } from './sql-proxy';
import { workloadLabel } from '../kubernetes/workload-label';

/** The options of the servers of all registries, beside those of their pods. */
export interface RegistryServerOptions extends Omit<TaskOptions, 'command' | 'args'> {
  /** The number of servers. @default 1 */
  readonly replicas?: number;
  /**
   * Clients of other deployments and programs that may connect, in Kubernetes' words. Namespaces of this deployment whose pods
   * have the variables of an experiment, or a model of the registry, need no mention.
   *
   * @default []
   */
  readonly reachableFrom?: readonly k8s.NetworkPolicyPeer[];
}

/** The server of a registry. */
export interface RegistryServer {
  readonly port: number;
  readonly containerName: string;
  readonly database: RegistryDatabase;
  /** The variable with the URL of the database, and the scheme of a URL of PostgreSQL. */
  readonly variable: string;
  readonly scheme: string;
  /** A command with that variable, which ends before the server starts. @default - none */
  readonly migrate?: readonly string[];
  readonly options: RegistryServerOptions & TaskOptions;
  /** A request that a server answers when it can serve. */
  readonly health: string;
  /** The probe of a server that must start again. @default - the same request */
  readonly liveness?: k8s.Probe;
  /** The volumes and the buckets of its files. @default [] */
  readonly volumes?: readonly Mount[];
  readonly bucketUses?: readonly BucketUse[];
}

/**
 * Emits the Deployment of a registry, and the objects by which clients reach it.
 *
 * @returns the Deployment, the URL at which pods of the cluster reach the registry, and its Service
 */
export function addRegistryServer(owner: Construct, server: RegistryServer) {
  const { name, namespace } = placeInChart(owner);
  const { port, containerName, bucketUses, database, migrate } = server;
  const { replicas = 1, reachableFrom = [], accelerated = false, ...options } = server.options;
  const { cloudSql, mounts } = database;
  checkAtSynth(owner, () => databaseProblems(server));
  const url = { [server.variable]: database.urlFor(server.scheme, options.identity) };
  const volumes = [...mounts, ...(server.volumes ?? [])];
  const task = resolveTask(owner, {
    ...options,
    accelerated,
    env: { ...options.env, ...url },
    initContainers: [
      ...(options.initContainers ?? []),
      ...(migrate ? [{ name: 'migrate', command: migrate, env: url }] : []),
    ],
    sidecars: [...(options.sidecars ?? []), ...(cloudSql ? [sqlProxy(cloudSql)] : [])],
    mounts: [...(options.mounts ?? []), ...volumes],
  });
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
  // A disk is of one node at a time, and two servers must not write one SQLite file, not even during a roll-out.
  const isAlone = volumes.length > 0 && replicas < 2;
  const strategy = isAlone ? { type: 'Recreate' } : { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
  const labels = workloadLabel(name);
  const address = `http://${name}.${namespace}.svc.cluster.local:${port}`;
  // Pods of its own namespace, of those that use it, and further clients.
  const clients = lazyPart(() => [{ podSelector: {} }, ...clientsOf(owner, address), ...peersOf(reachableFrom)]);
  guideAtSynth(owner, () => secretSteps(name, namespace, [task.pod]));
  const resource = addWorkload(owner, {
    base: name,
    pods: [{ ...task, name: 'replica', replicas, port, containerName, bucketUses }],
    stays: true,
    limited: false,
    kind: DEPLOYMENT,
    rendered: {
      before: [
        objectOf(SERVICE, name, { selector: labels, ports: [{ name: 'http', port, targetPort: 'http' }] }),
        ingressPolicyOf(name, [{ from: clients, ports: [tcp(port)] }]),
        ...(replicas > 1 ? [disruptionBudgetOf(name)] : []),
      ],
      main: objectOf(DEPLOYMENT, name, { replicas, selector: { matchLabels: labels }, strategy, template }),
    },
  });
  return {
    resource,
    address,
    service: { name, namespace, port, healthPath: server.health, pods: { workload: name, port } },
  };
}

function* databaseProblems({ database: { kind, cloudSql }, options }: RegistryServer): Generator<Problem> {
  const { replicas = 1, identity } = options;
  if (cloudSql) yield* signInProblems(cloudSql, identity);
  if (kind !== 'sqlite' || replicas < 2) return;
  const message = `replicas is ${replicas}, but only one server can write a SQLite file`;
  const fix = 'use RegistryDatabase.cloudSql or .secret, or leave out replicas';
  yield problem('registry-replicas', 'replicas', message, fix);
}
