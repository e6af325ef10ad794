import { Size } from 'cdk8s';
import type { Construct } from 'constructs';
import { holding } from '../kubernetes/k8s-json';
import { RCLONE, type CopyOptions } from '../model/bucket-read';
import { fetchedBy, type VersionedModel } from './registered-model';
import { Registry, type RegistryServerOptions } from './registry';
import type { RegistryDatabase } from './registry-store';

// A text within JSON has no quote without a backslash before it, so only a field matches. Go writes "&" as \u0026.
const FETCH = `ask() {
  answer=$(rclone copyurl --stdout "$REGISTRY/api/model_registry/v1alpha3/$1") ||
    { echo "the registry does not tell of $1" >&2; exit 1; }
  printf '%s\\n' "$answer" | sed -n 's/.*"'"$2"'": *"\\([^"]*\\)".*/\\1/p' | sed 's/\\\\u0026/\\&/g'
}
model=$(ask "registered_model?name=$1" id)
version=$(ask "model_version?name=$2&parentResourceId=$model" id)
newest='artifactType=model-artifact&orderBy=CREATE_TIME&sortOrder=DESC&pageSize=1'
uri=$(ask "model_versions/$version/artifacts?$newest" uri)
rm -rf "\${3:?}"/*
mkdir "$3/$2"
case "$uri" in
  gs://*) rclone copy ":gcs,env_auth=true:\${uri#gs://}" "$3/$2" ;;
  https://*) rclone copyurl --auto-filename "$uri" "$3/$2" ;;
  *) echo "version $2 of $1 is at \\"$uri\\", which is neither gs:// nor https://" >&2; exit 1 ;;
esac
if [ -z "$(ls -A "$3/$2")" ]; then echo "$uri has no files" >&2; exit 1; fi
echo "$1 version $2 of $uri" | tee /dev/termination-log`;

const PORT = 8080;
const DATABASE_URL = 'DATABASE_URL';

export interface KubeflowModelRegistryProps extends Omit<RegistryServerOptions, 'image'> {
  /** @default 'ghcr.io/kubeflow/hub/server:v0.3.10' */
  readonly image?: string;
  /** The place of models and versions: PostgreSQL 16 or later, also of Cloud SQL. An earlier one is spoiled at the first start. SQLite does not compile. */
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

/** A model at Kubeflow's registry, which knows where its files are. */
export function kubeflowModel(name: string, address: string, { size, image = RCLONE }: CopyOptions): VersionedModel {
  const fetched = fetchedBy({ image, command: ['/bin/sh', '-ec', FETCH], env: { REGISTRY: address } }, name, size);
  return {
    name,
    version: (version) => fetched(`model-registry://${name}/${version}`, ['fetch', name, `${version}`], { version }),
  };
}
