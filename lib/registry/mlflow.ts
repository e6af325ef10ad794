import type { IWorkloadIdentity } from '../core/contracts/identity';
import type { EnvValue } from '../pods/containers/env-value';
import type { Mount } from '../pods/mounts/mount';
import type { BucketUse } from '../pods/mounts/bucket-uses';
import type { PodOptions } from '../pods/pod-options';
import type { RegistryArtifacts, RegistryDatabase } from './registry-store';
import { sqlProxies, urlOfPostgres } from './sql-proxy';

/** The port of MLflow's server. */
export const PORT = 5000;
const DATABASE_FOLDER = '/var/lib/mlflow/database';
const ARTIFACT_FOLDER = '/var/lib/mlflow/artifacts';
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

/** The parts of a registry that its server's pods depend on. */
export interface MlflowStores {
  readonly database: RegistryDatabase;
  readonly artifacts: RegistryArtifacts;
  /** Names by which clients in the cluster reach the server, without a port. */
  readonly names: readonly string[];
  /** Names by which browsers and clients elsewhere reach it. */
  readonly hosts: readonly string[];
}

/** The container of MLflow's server, and the one that brings its database up to date before. */
export function mlflowPod({ database, artifacts, names, hosts }: MlflowStores, pod: PodOptions): PodOptions {
  const env = { [DATABASE_URL]: urlOf(database, pod.identity) };
  return {
    ...pod,
    command: ['mlflow', 'server'],
    args: [
      ...['--host', '0.0.0.0', '--port', String(PORT), '--workers', '1', '--serve-artifacts'],
      ...['--artifacts-destination', destinationOf(artifacts)],
      // A name with a port is another name to MLflow.
      ...['--allowed-hosts', [...names, ...hosts].flatMap((host) => [host, `${host}:*`]).join(',')],
      // The pages of the server are of another origin to it, unless it is named.
      ...(hosts.length > 0 ? ['--cors-allowed-origins', hosts.map((host) => `https://${host}`).join(',')] : []),
    ],
    // Jobs of MLflow itself take 1.4 GB of memory. Neither runs nor models need them.
    env: { MLFLOW_SERVER_ENABLE_JOB_EXECUTION: 'false', ...pod.env, ...env },
    initContainers: [...(pod.initContainers ?? []), { name: 'migrate', command: ['python3', '-c', MIGRATE], env }],
    sidecars: [...(pod.sidecars ?? []), ...sqlProxies(database)],
    mounts: [...(pod.mounts ?? []), ...mountsOf(database, artifacts)],
  };
}

function urlOf({ place }: RegistryDatabase, identity: IWorkloadIdentity | undefined): string | EnvValue {
  if (place.kind === 'sqlite') return `sqlite:///${DATABASE_FOLDER}/mlflow.db`;
  return urlOfPostgres(place, 'postgresql+psycopg2', identity);
}

function destinationOf({ place }: RegistryArtifacts): string {
  return place.kind === 'bucket' ? `${place.bucket.url}/${place.folder}` : ARTIFACT_FOLDER;
}

function mountsOf({ place: store }: RegistryDatabase, { place: files }: RegistryArtifacts): Mount[] {
  return [
    ...(store.kind === 'sqlite' ? [store.volume.at(DATABASE_FOLDER)] : []),
    ...(files.kind === 'volume' ? [files.volume.at(ARTIFACT_FOLDER)] : []),
  ];
}

/** The bucket that the server writes. */
export function bucketUsesOf({ place }: RegistryArtifacts): BucketUse[] {
  if (place.kind !== 'bucket') return [];
  return [
    { bucket: place.bucket, readOnly: false, text: `the registry keeps files in bucket "${place.bucket.bucketName}"` },
  ];
}
