import type { IBucket } from '../core/contracts/bucket';
import type { ISqlDatabase } from '../core/contracts/sql-database';
import { folderProblems } from '../core/names/folder-name';
import { accepted } from '../core/problems/errors';
import { EnvValue } from '../pods/containers/env-value';
import type { Mount } from '../pods/mounts/mount';

/** A volume in which a registry keeps its files, such as a `SharedVolume`. */
export interface RegistryVolume {
  at(path: string): Mount;
}

/** A database of PostgreSQL. */
export type PostgresPlace =
  { readonly kind: 'url'; readonly url: EnvValue } | { readonly kind: 'cloudSql'; readonly database: ISqlDatabase };

type DatabasePlace = PostgresPlace | { readonly kind: 'sqlite'; readonly volume: RegistryVolume };

/** The place where a registry keeps its runs and the versions of its models. */
export class RegistryDatabase<Place extends DatabasePlace = DatabasePlace> {
  declare readonly '~type': 'RegistryDatabase';

  /**
   * An existing database, by its URL in a key of a Secret. For MLflow, `postgresql+psycopg2://user:password@host:5432/mlflow`: the URL
   * names the driver of the image. For Kubeflow's registry, `postgresql://user:password@host:5432/models`. The Secret is not made here.
   *
   * @see https://mlflow.org/docs/latest/self-hosting/architecture/backend-store/
   */
  static secret(secretName: string, key = 'url'): RegistryDatabase<PostgresPlace> {
    return new RegistryDatabase({ kind: 'url', url: EnvValue.fromSecret(secretName, key) });
  }

  /** A database of Cloud SQL, such as a `SqlDatabase`, to which the identity of the registry has access. It signs in without a password. */
  static cloudSql(database: ISqlDatabase): RegistryDatabase<PostgresPlace> {
    return new RegistryDatabase({ kind: 'cloudSql', database });
  }

  /** SQLite in a file of a volume, for one replica of MLflow. For a laptop. */
  static sqlite(volume: RegistryVolume): RegistryDatabase {
    return new RegistryDatabase({ kind: 'sqlite', volume });
  }

  private constructor(readonly place: Place) {}
}

/** The place where a registry keeps files of runs and models. Clients send and get them through the registry. */
export class RegistryArtifacts {
  declare readonly '~type': 'RegistryArtifacts';

  /** A folder of a bucket. The registry needs an identity that may read and write the bucket. */
  static bucket(bucket: IBucket, folder: string): RegistryArtifacts {
    const make = () => new RegistryArtifacts({ kind: 'bucket', bucket, folder });
    return accepted('RegistryArtifacts.bucket', [folderProblems('folder', folder)], make);
  }

  /** A volume. Several replicas need one that pods of many nodes can mount. */
  static volume(volume: RegistryVolume): RegistryArtifacts {
    return new RegistryArtifacts({ kind: 'volume', volume });
  }

  private constructor(
    readonly place:
      | { readonly kind: 'bucket'; readonly bucket: IBucket; readonly folder: string }
      | { readonly kind: 'volume'; readonly volume: RegistryVolume },
  ) {}
}
