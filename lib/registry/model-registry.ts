import { Size } from 'cdk8s';
import type { Construct } from 'constructs';
import { experimentAt, type RegistryExperiment, type RunTags } from './experiment';
import { registeredModel, type RegisteredModel, type RegisteredModelOptions } from './registered-model';
import { Registry, type RegistryServer, type RegistryServerOptions } from './registry';
import type { RegistryArtifacts, RegistryDatabase } from './registry-store';

export interface ModelRegistryProps extends RegistryServerOptions {
  /** An image with MLflow 3.5 or later, and with the drivers of its database and its bucket. MLflow's own image has none. */
  readonly image: string;
  /** The place of runs and versions. */
  readonly database: RegistryDatabase;
  /** The place of files. */
  readonly artifacts: RegistryArtifacts;
  /**
   * Further names by which clients reach it, without scheme and path, such as the host of a gateway, where browsers use HTTPS.
   * MLflow refuses requests by any other name.
   *
   * @default [] - those of its Service, and localhost
   * @see https://mlflow.org/docs/latest/self-hosting/security/network/
   */
  readonly hosts?: readonly string[];
}

const PORT = 5000;
const DATABASE_URL = 'MLFLOW_BACKEND_STORE_URI';

// Pods that start at once wait for each other: two migrations of one database at a time break it.
const MIGRATE = [
  'import os, sqlalchemy',
  'from mlflow.store.db import utils',
  `engine = utils.create_sqlalchemy_engine_with_retry(os.environ["${DATABASE_URL}"])`,
  'with engine.connect() as lock:',
  '    if engine.dialect.name == "postgresql":',
  '        lock.execute(sqlalchemy.text("SELECT pg_advisory_lock(5000)"))',
  '    if not utils._all_tables_exist(engine):',
  '        utils._initialize_tables(engine)',
  '    utils._upgrade_db(engine)',
].join('\n');

/**
 * A registry of training runs and of the models that they made: MLflow's server, whose database is brought up to date before it
 * starts.
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
export class ModelRegistry extends Registry {
  private readonly image: string;

  constructor(scope: Construct, id: string, props: ModelRegistryProps) {
    super(scope, id, (names) => mlflowServer(names, props));
    this.image = props.image;
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
    return registeredModel(name, this.address, { image: this.image, ...options });
  }
}

function mlflowServer(names: readonly string[], props: ModelRegistryProps): RegistryServer {
  const { database, artifacts, hosts = [], ...options } = props;
  // `kubectl port-forward` leads to localhost. A name with a port is another name to MLflow.
  const allowed = [...names, 'localhost', ...hosts].flatMap((host) => [host, `${host}:*`]);
  return {
    port: PORT,
    containerName: 'mlflow',
    database,
    artifacts,
    scheme: 'postgresql+psycopg2',
    variable: DATABASE_URL,
    migrate: ['python3', '-c', MIGRATE],
    health: '/health',
    options: {
      ...options,
      command: ['mlflow', 'server'],
      args: [
        ...['--host', '0.0.0.0', '--port', String(PORT), '--workers', '1', '--serve-artifacts'],
        ...['--artifacts-destination', artifacts.destination, '--allowed-hosts', allowed.join(',')],
        // The pages of the server are of another origin to it, unless it is named.
        ...(hosts.length > 0 ? ['--cors-allowed-origins', hosts.map((host) => `https://${host}`).join(',')] : []),
      ],
      // Jobs of MLflow itself take 1.4 GB of memory. Neither runs nor models need them.
      env: { MLFLOW_SERVER_ENABLE_JOB_EXECUTION: 'false', ...options.env },
      resources: { cpus: 0.5, memory: Size.gibibytes(1), ...options.resources },
    },
  };
}
