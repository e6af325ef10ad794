import { Chart, Size, type ApiObject } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { guideAtSynth } from '../core/contracts/guide';
import { pathBelow } from '../core/names/name';
import { checkAtSynth } from '../core/problems/check';
import { ownId } from '../core/problems/own-id';
import { problem, type Problem } from '../core/problems/problem';
import { chartOf } from '../kubernetes/enclosing-chart';
import { disruptionBudgetOf } from '../kubernetes/disruption-budget';
import { DEPLOYMENT, SERVICE } from '../kubernetes/kinds/core';
import { holding } from '../kubernetes/k8s-json';
import { objectOf } from '../kubernetes/kinds/kind';
import type { NamedManifest } from '../kubernetes/manifest';
import { workloadLabel } from '../kubernetes/workload-label';
import type { TaskOptions } from '../pods/pod-options';
import { renderPodTemplate } from '../pods/pod-template';
import { secretSteps } from '../pods/secret-steps';
import { resolveTask } from '../pods/task';
import { addWorkload } from '../workload/workload';
import { experimentAt, type RegistryExperiment, type RunTags } from './experiment';
import { bucketUsesOf, mlflowPod, PORT } from './mlflow';
import { registeredModel, type RegisteredModel, type RegisteredModelOptions } from './registered-model';
import { clientPolicyOf } from './registry-clients';
import type { RegistryArtifacts, RegistryDatabase } from './registry-store';
import { signInProblems } from './sql-proxy';

export interface ModelRegistryProps extends Omit<TaskOptions, 'command' | 'args'> {
  /** An image with MLflow 3.5 or later, and with the drivers of its database and its bucket. MLflow's own image has none. */
  readonly image: string;
  /** The place of runs and versions. */
  readonly database: RegistryDatabase;
  /** The place of files. */
  readonly artifacts: RegistryArtifacts;
  /** The number of servers. More than one is refused with SQLite. @default 1 */
  readonly replicas?: number;
  /**
   * Further names by which clients reach it, such as the host of a gateway, where browsers use HTTPS. MLflow refuses requests by any
   * other name.
   *
   * @default [] - those of its Service, and localhost
   * @see https://mlflow.org/docs/latest/self-hosting/security/network/
   */
  readonly hosts?: readonly string[];
  /**
   * Clients of other programs that may connect, in Kubernetes' words, such as a gateway. Namespaces of this program whose pods
   * have the variables of an experiment need no mention.
   *
   * @default []
   */
  readonly reachableFrom?: readonly k8s.NetworkPolicyPeer[];
}

/**
 * A registry of training runs and of the models that they made: MLflow's server.
 *
 * @example
 * const registry = new ModelRegistry(chart, 'mlflow', {
 *   pool: cpu,
 *   identity,
 *   image: 'us-docker.pkg.dev/acme/ml/mlflow:3.17.2',
 *   database: RegistryDatabase.secret('mlflow-database'),
 *   artifacts: RegistryArtifacts.bucket(models, 'mlflow'),
 * });
 * const records = registry.experiment('digits', { data: 'digits/2026-11' });
 * const model = registry.model('digits').alias('champion');
 */
export class ModelRegistry extends Construct {
  /** The Deployment. */
  readonly resource: ApiObject;
  /** The URL of the registry for pods of the cluster. */
  readonly address: string;
  private readonly image: string;

  constructor(scope: Construct, id: string, props: ModelRegistryProps) {
    super(scope, ownId(scope, id));
    const name = pathBelow(chartOf(this), this);
    const namespace = Chart.of(this).namespace ?? 'default';
    const { database, artifacts, replicas = 1, hosts = [], reachableFrom = [], ...options } = props;
    const inCluster = [
      name,
      `${name}.${namespace}`,
      `${name}.${namespace}.svc`,
      `${name}.${namespace}.svc.cluster.local`,
    ];
    // As `kubectl port-forward` leads to it.
    const names = [...inCluster, 'localhost'];
    const stores = { database, artifacts, names, hosts };
    const resources = { cpus: 0.5, memory: Size.gibibytes(1), ...options.resources };
    const { pool, accelerated = false, ...pod } = options;
    const task = resolveTask(this, { ...mlflowPod(stores, pod), pool, accelerated, resources });
    const probe = {
      httpGet: { path: '/health', port: holding(PORT) },
      periodSeconds: 5,
      timeoutSeconds: 5,
    };
    const template = renderPodTemplate({
      ...task,
      workloadName: name,
      containerName: 'mlflow',
      ports: [{ name: 'http', containerPort: PORT }],
      startupProbe: { ...probe, failureThreshold: 60 },
      readinessProbe: { ...probe, failureThreshold: 3 },
      livenessProbe: { ...probe, failureThreshold: 6 },
      // A terminating pod gets requests for a while, until all nodes know.
      lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } },
    });
    // Two servers must not write one SQLite file, not even during a roll-out, and a disk is of one node at a time.
    const isFile = database.place.kind === 'sqlite';
    const isAlone = isFile || (artifacts.place.kind === 'volume' && replicas < 2);
    const strategy = isAlone ? { type: 'Recreate' } : { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
    const selector = { matchLabels: workloadLabel(name) };
    const main = objectOf(DEPLOYMENT, name, { replicas, selector, strategy, template });
    this.image = props.image;
    this.address = `http://${name}.${namespace}.svc.cluster.local:${PORT}`;
    const reach = { address: this.address, port: PORT, reachableFrom };
    checkAtSynth(this, () => [...replicaProblems(isFile, replicas), ...signInProblems(database, options.identity)]);
    guideAtSynth(this, () => secretSteps(name, namespace, [task.pod]));
    this.resource = addWorkload(this, {
      base: name,
      pods: [
        {
          ...task,
          name: 'replica',
          replicas,
          port: PORT,
          containerName: 'mlflow',
          bucketUses: bucketUsesOf(artifacts),
        },
      ],
      stays: true,
      limited: false,
      kind: DEPLOYMENT,
      rendered: {
        before: [
          serviceOf(name),
          clientPolicyOf(this, name, reach),
          ...(replicas > 1 ? [disruptionBudgetOf(name)] : []),
        ],
        main,
      },
    });
  }

  /**
   * An experiment in which jobs record their runs. MLflow makes it at the first of them.
   *
   * @param tags facts of all its runs, such as `{ code: commit, data: 'digits/2026-11' }`
   */
  experiment(name: string, tags: RunTags = {}): RegistryExperiment {
    return experimentAt(this.address, name, tags);
  }

  /** A model of which programs register versions, for servers. */
  model(name: string, options: RegisteredModelOptions = {}): RegisteredModel {
    return registeredModel(name, { address: this.address, image: this.image }, options);
  }
}

function serviceOf(name: string): NamedManifest {
  const ports = [{ name: 'http', port: PORT, targetPort: 'http' }];
  return objectOf(SERVICE, name, { selector: workloadLabel(name), ports });
}

function* replicaProblems(isFile: boolean, replicas: number): Generator<Problem> {
  if (!isFile || replicas < 2) return;
  const message = `replicas is ${replicas}, but only one server can write a SQLite file`;
  yield problem(
    'registry-replicas',
    'replicas',
    message,
    'use RegistryDatabase.cloudSql or .secret, or leave out replicas',
  );
}
