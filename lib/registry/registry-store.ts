import type { IBucket } from '../core/contracts/bucket';
import type { IWorkloadIdentity } from '../core/contracts/identity';
import { lacksUser, sqlUserOf, type ISqlDatabase } from '../core/contracts/sql-database';
import { folderProblems } from '../core/names/folder-name';
import { accepted, problem, type Problem } from '../core/problems';
import type { ModelVolume } from '../model/model-source';
import { EnvValue } from '../pods/containers/env-value';
import type { Sidecar } from '../pods/containers/sidecar';
import type { BucketUse } from '../pods/mounts/bucket-uses';
import type { Mount } from '../pods/mounts/mount';

const PROXY = 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3';
const PORT = 5432;
const DATABASE_FOLDER = '/var/lib/mlflow/database';
const ARTIFACT_FOLDER = '/var/lib/mlflow/artifacts';

/** The URL of a database. @param scheme that of PostgreSQL for the client. */
type UrlOf = (scheme: string, identity?: IWorkloadIdentity) => string | EnvValue;

/** The place where a registry keeps its runs and the versions of its models. */
export class RegistryDatabase<Kind extends 'postgres' | 'sqlite' = 'postgres' | 'sqlite'> {
  declare readonly '~type': 'RegistryDatabase';

  /**
   * An existing database, by its URL in a key of a Secret. For MLflow, `postgresql+psycopg2://user:password@host:5432/mlflow`: the URL
   * names the driver of the image. For Kubeflow's registry, `postgresql://user:password@host:5432/models`. The Secret is not made here.
   *
   * @see https://mlflow.org/docs/latest/self-hosting/architecture/backend-store/
   */
  static secret(secretName: string, key = 'url'): RegistryDatabase<'postgres'> {
    const url = EnvValue.fromSecret(secretName, key);
    return new RegistryDatabase('postgres', () => url);
  }

  /** A database of Cloud SQL, such as a `SqlDatabase`, to which the identity of the registry has access. It signs in without a password. */
  static cloudSql(database: ISqlDatabase): RegistryDatabase<'postgres'> {
    const place = `127.0.0.1:${PORT}/${database.databaseName}`;
    // Without an identity the program is refused.
    const userOf = (identity?: IWorkloadIdentity) => (identity ? encodeURIComponent(sqlUserOf(identity)) : '');
    const url: UrlOf = (scheme, identity) => `${scheme}://${userOf(identity)}@${place}`;
    return new RegistryDatabase('postgres', url, [], database);
  }

  /** SQLite in a file of a volume, for one replica of MLflow. For a laptop. */
  static sqlite(volume: Pick<ModelVolume, 'at'>): RegistryDatabase {
    return new RegistryDatabase('sqlite', () => `sqlite:///${DATABASE_FOLDER}/mlflow.db`, [volume.at(DATABASE_FOLDER)]);
  }

  private constructor(
    readonly kind: Kind,
    readonly urlFor: UrlOf,
    /** The volume with its file. @default [] */
    readonly mounts: readonly Mount[] = [],
    /** The database of Cloud SQL, which a proxy leads to. @default - none */
    readonly cloudSql?: ISqlDatabase,
  ) {}
}

/** The place where a registry keeps files of runs and models. Clients send and get them through the registry. */
export class RegistryArtifacts {
  declare readonly '~type': 'RegistryArtifacts';

  /** A folder of a bucket. The registry needs an identity that may read and write the bucket. */
  static bucket(bucket: IBucket, folder: string): RegistryArtifacts {
    const text = `the registry keeps files in bucket "${bucket.bucketName}"`;
    const make = () => new RegistryArtifacts(`${bucket.url}/${folder}`, [], [{ bucket, readOnly: false, text }]);
    return accepted('RegistryArtifacts.bucket', [folderProblems('folder', folder)], make);
  }

  /** A volume. Several replicas need one that pods of many nodes can mount. */
  static volume(volume: Pick<ModelVolume, 'at'>): RegistryArtifacts {
    // Clients reach what is in the folder, so it is not the root of a volume that may have the database too.
    return new RegistryArtifacts(`${ARTIFACT_FOLDER}/files`, [volume.at(ARTIFACT_FOLDER)]);
  }

  private constructor(
    /** The folder or the URL of a bucket's folder, as MLflow takes it. */
    readonly destination: string,
    readonly mounts: readonly Mount[],
    readonly bucketUses: readonly BucketUse[] = [],
  ) {}
}

/**
 * The Cloud SQL Auth Proxy, which encrypts the connections of its pod and signs them in as the pod's identity.
 *
 * @see https://github.com/GoogleCloudPlatform/cloud-sql-proxy
 */
export function sqlProxy({ connectionName }: ISqlDatabase): Sidecar {
  const args = ['--private-ip', '--auto-iam-authn', '--structured-logs', `--port=${PORT}`, connectionName];
  return { name: 'cloud-sql-proxy', image: PROXY, args };
}

/** Problems of the identity that signs in to a database of Cloud SQL. */
export function* signInProblems(database: ISqlDatabase, identity?: IWorkloadIdentity): Generator<Problem> {
  if (identity && !lacksUser(database, identity)) return;
  const who = identity ? `identity ${identity.email}` : 'a registry without identity';
  const message = `${who} may not sign in to database "${database.connectionName}"`;
  yield problem('registry-sign-in', 'identity', message, 'set identity, and call grantAccess of the database with it');
}
