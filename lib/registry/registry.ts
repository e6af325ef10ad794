import { Duration, type ApiObject } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { CLUSTERS_OF_CHARTS } from '../core/contracts/cluster';
import { guideAtSynth } from '../core/contracts/guide';
import type { PageAddress } from '../core/contracts/service-address';
import { checkAtSynth, ownId, problem, type Problem } from '../core/problems';
import { disruptionBudgetOf } from '../kubernetes/disruption-budget';
import { ClusterChart } from '../kubernetes/cluster-chart';
import { placeInChart } from '../kubernetes/enclosing-chart';
import { holding } from '../kubernetes/k8s-json';
import { DEPLOYMENT, SERVICE } from '../kubernetes/kinds/core';
import { objectOf } from '../kubernetes/kinds/kind';
import { lazyPart } from '../kubernetes/manifest';
import { ingressPolicyOf, peersOf, podsOfNamespaces, tcp } from '../kubernetes/network-policy';
import type { PodOptions, TaskOptions } from '../pods/pod-options';
import { renderPodTemplate } from '../pods/pod-template';
import { secretSteps } from '../pods/secret-steps';
import { resolveTask } from '../pods/task';
import { podsIn } from '../workload/namespace-requests';
import { addWorkload } from '../workload/workload';
import { signInProblems, sqlProxy, type RegistryArtifacts, type RegistryDatabase } from './registry-store';
import { workloadLabel } from '../kubernetes/workload-label';

/** The options that the servers of all registries share, beside those of their pods. */
export interface RegistryServerOptions extends Omit<TaskOptions, 'command' | 'args'> {
  /** The number of servers. More than one is refused with SQLite. @default 1 - jobs wait, and fail after some minutes, while its node is drained or lost */
  readonly replicas?: number;
  /**
   * Clients of other programs and of plain charts that may connect, in Kubernetes' words. Namespaces of the ClusterCharts of this
   * program whose pods have the variables of an experiment, or a model of the registry, need no mention.
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
  /** The place of its files. @default - it has none */
  readonly artifacts?: RegistryArtifacts;
}

/** Files of models pass through a registry that keeps them, and take long. */
const FILE_TIME = Duration.hours(1);

/** The Deployment of a registry, and the objects by which clients reach it. */
export abstract class Registry extends Construct {
  /** The Deployment. */
  readonly resource: ApiObject;
  /** The URL of the registry for pods of the cluster. */
  readonly address: string;
  /** Its Service, for a route of a gateway. */
  readonly service: PageAddress;

  /** @param serverOf the server, by the names of its Service in the cluster */
  constructor(scope: Construct, id: string, serverOf: (names: readonly string[]) => RegistryServer) {
    super(scope, ownId(scope, id));
    const { name, namespace } = placeInChart(this);
    const host = `${name}.${namespace}.svc.cluster.local`;
    const server = serverOf([name, `${name}.${namespace}`, `${name}.${namespace}.svc`, host]);
    const { port, containerName, database, migrate, artifacts, health: healthPath } = server;
    const { replicas = 1, reachableFrom = [], accelerated = false, ...options } = server.options;
    const { env, initContainers = [], sidecars = [], mounts = [] } = options;
    const { cloudSql } = database;
    this.address = `http://${host}:${port}`;
    const requestTimeout = artifacts && FILE_TIME;
    this.service = { name, namespace, port, healthPath, requestTimeout, pods: { workload: name, port } };
    checkAtSynth(this, () => databaseProblems(server));
    const url = { [server.variable]: database.urlFor(server.scheme, options.identity) };
    const volumes = [...database.mounts, ...(artifacts?.mounts ?? [])];
    const task = resolveTask(this, {
      ...options,
      accelerated,
      env: { ...env, ...url },
      initContainers: [...initContainers, ...(migrate ? [{ name: 'migrate', command: migrate, env: url }] : [])],
      sidecars: [...sidecars, ...(cloudSql ? [sqlProxy(cloudSql)] : [])],
      mounts: [...mounts, ...volumes],
    });
    const probe = { httpGet: { path: healthPath, port: holding(port) }, periodSeconds: 5, timeoutSeconds: 5 };
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
    // Pods of its own namespace, of those that use it, and further clients.
    const clients = lazyPart(() => [{ podSelector: {} }, ...clientsOf(this, this.address), ...peersOf(reachableFrom)]);
    guideAtSynth(this, () => secretSteps(name, namespace, [task.pod]));
    this.resource = addWorkload(this, {
      base: name,
      pods: [{ ...task, name: 'replica', replicas, port, containerName, bucketUses: artifacts?.bucketUses }],
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
  }
}

function* databaseProblems({ database: { kind, cloudSql }, options }: RegistryServer): Generator<Problem> {
  const { replicas = 1, identity } = options;
  if (cloudSql) yield* signInProblems(cloudSql, identity);
  if (kind !== 'sqlite' || replicas < 2) return;
  const message = `replicas is ${replicas}, but only one server can write a SQLite file`;
  const fix = 'use RegistryDatabase.cloudSql or .secret, or leave out replicas';
  yield problem('registry-replicas', 'replicas', message, fix);
}

/** The pods of the other namespaces of a registry's cluster that have its address in a variable. */
function clientsOf(registry: Registry, address: string) {
  const own = ClusterChart.find(registry);
  if (!own) return [];
  const all = CLUSTERS_OF_CHARTS.inProgram(own).map(({ construct }) => construct);
  const charts = all.filter((each) => ClusterChart.isClusterChart(each));
  const uses = ({ env = {} }: Pick<PodOptions, 'env'>) => Object.values(env).includes(address);
  const isClient = (namespace: string) =>
    podsIn(own.cluster, namespace)
      .inProgram(own)
      .some(({ entry }) => entry.pods.some(({ pod }) => [pod, ...(pod.initContainers ?? [])].some(uses)));
  const others = new Set(charts.map(({ namespace }) => namespace).filter((each) => each !== own.namespace));
  const clients = [...others].filter(isClient).sort();
  return clients.length > 0 ? [podsOfNamespaces(...clients)] : [];
}
