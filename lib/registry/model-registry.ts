import { Size, type ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { checkAtSynth } from '../core/problems/check';
import { ownId } from '../core/problems/own-id';
import { problem, type Problem } from '../core/problems/problem';
import { experimentAt, type RegistryExperiment, type RunTags } from './experiment';
import { bucketUsesOf, mlflowPod, PORT } from './mlflow';
import { registeredModel, type RegisteredModel, type RegisteredModelOptions } from './registered-model';
import { addRegistryServer, placeOf, type RegistryServerOptions } from './registry-server';
import type { RegistryArtifacts, RegistryDatabase } from './registry-store';
import { signInProblems } from './sql-proxy';

export interface ModelRegistryProps extends RegistryServerOptions {
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
    const { database, artifacts, hosts = [], ...options } = props;
    const { replicas = 1, identity } = options;
    const place = placeOf(this, PORT);
    const inNamespace = `${place.name}.${place.namespace}`;
    const inCluster = [place.name, inNamespace, `${inNamespace}.svc`, `${inNamespace}.svc.cluster.local`];
    // As `kubectl port-forward` leads to it.
    const names = [...inCluster, 'localhost'];
    const stores = { database, artifacts, names, hosts };
    const resources = { cpus: 0.5, memory: Size.gibibytes(1), ...options.resources };
    // Two servers must not write one SQLite file, not even during a roll-out, and a disk is of one node at a time.
    const isFile = database.place.kind === 'sqlite';
    this.image = props.image;
    this.address = place.address;
    checkAtSynth(this, () => [...replicaProblems(isFile, replicas), ...signInProblems(database, identity)]);
    this.resource = addRegistryServer(this, {
      ...place,
      containerName: 'mlflow',
      options: { ...options, ...mlflowPod(stores, options), resources },
      health: '/health',
      isAlone: isFile || (artifacts.place.kind === 'volume' && replicas < 2),
      bucketUses: bucketUsesOf(artifacts),
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
