import { Size } from 'cdk8s';
import type { Construct } from 'constructs';
import { holding } from '../kubernetes/k8s-json';
import type { CopyOptions } from '../model/bucket-read';
import { kubeflowModel } from './kubeflow-model';
import type { VersionedModel } from './registered-model';
import { Registry, type RegistryServerOptions } from './registry';
import type { RegistryDatabase } from './registry-store';

const PORT = 8080;
const DATABASE_URL = 'DATABASE_URL';

export interface KubeflowModelRegistryProps extends Omit<RegistryServerOptions, 'image'> {
  /** @default 'ghcr.io/kubeflow/hub/server:v0.3.10' */
  readonly image?: string;
  /** The place of models and versions: PostgreSQL 16 or later. SQLite does not compile. */
  readonly database: RegistryDatabase<'postgres'>;
}

/**
 * Kubeflow's Model Registry, which knows of models and versions, and where their files are. It keeps no files. Its
 * REST API is below `/api/model_registry/v1alpha3` of its address. For runs of jobs, for files and for aliases, use `ModelRegistry`.
 *
 * @example
 * const registry = new KubeflowModelRegistry(chart, 'registry', { pool: cpu, database: RegistryDatabase.secret('registry-database') });
 * const model = registry.model('digits').version(3);
 * @see https://www.kubeflow.org/docs/components/hub/
 */
export class KubeflowModelRegistry extends Registry {
  constructor(scope: Construct, id: string, props: KubeflowModelRegistryProps) {
    const { database, image = 'ghcr.io/kubeflow/hub/server:v0.3.10', ...options } = props;
    super(scope, id, () => ({
      port: PORT,
      containerName: 'model-registry',
      database,
      scheme: 'postgresql',
      variable: DATABASE_URL,
      options: {
        ...options,
        image,
        command: ['/model-registry', 'proxy'],
        args: [
          ...['--hostname=0.0.0.0', `--port=${PORT}`, '--datastore-type=embedmd'],
          ...['--embedmd-database-type=postgres', `--embedmd-database-dsn=$(${DATABASE_URL})`],
        ],
        resources: { cpus: 0.25, memory: Size.mebibytes(256), ...options.resources },
      },
      health: '/readyz/health',
      // The server starts again for no trouble of its database.
      liveness: { tcpSocket: { port: holding(PORT) }, periodSeconds: 5, failureThreshold: 6 },
    }));
  }

  /**
   * A model of which programs register versions, named by numbers, for servers. The pods need an identity that may read the files.
   *
   * @param options the size of a version, and an image with rclone, which gets the files of `gs://` and `https://`
   */
  model(name: string, options: CopyOptions = {}): VersionedModel {
    return kubeflowModel(name, this.address, options);
  }
}
