import { Size } from 'cdk8s';
import type { placeInChart } from '../kubernetes/enclosing-chart';
import type { ModelRegistryProps } from './model-registry';
import type { RegistryServer } from './registry-server';

type Place = ReturnType<typeof placeInChart>;
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

/** MLflow's server, whose database is brought up to date before it starts. */
export function mlflowServer({ name, namespace }: Place, props: ModelRegistryProps): RegistryServer {
  const { database, artifacts, hosts = [], ...options } = props;
  const service = `${name}.${namespace}`;
  // The last one is that of `kubectl port-forward`.
  const names = [name, service, `${service}.svc`, `${service}.svc.cluster.local`, 'localhost'];
  return {
    port: PORT,
    containerName: 'mlflow',
    database,
    scheme: 'postgresql+psycopg2',
    variable: DATABASE_URL,
    migrate: ['python3', '-c', MIGRATE],
    volumes: artifacts.mounts,
    bucketUses: artifacts.bucketUses,
    health: '/health',
    options: {
      ...options,
      command: ['mlflow', 'server'],
      args: [
        ...['--host', '0.0.0.0', '--port', String(PORT), '--workers', '1', '--serve-artifacts'],
        ...['--artifacts-destination', artifacts.destination],
        // A name with a port is another name to MLflow.
        ...['--allowed-hosts', [...names, ...hosts].flatMap((host) => [host, `${host}:*`]).join(',')],
        // The pages of the server are of another origin to it, unless it is named.
        ...(hosts.length > 0 ? ['--cors-allowed-origins', hosts.map((host) => `https://${host}`).join(',')] : []),
      ],
      // Jobs of MLflow itself take 1.4 GB of memory. Neither runs nor models need them.
      env: { MLFLOW_SERVER_ENABLE_JOB_EXECUTION: 'false', ...options.env },
      resources: { cpus: 0.5, memory: Size.gibibytes(1), ...options.resources },
    },
  };
}
