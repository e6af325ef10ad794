import { RCLONE, type CopyOptions } from '../model/bucket-read';
import { fetchedBy, type VersionedModel } from './registered-model';

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

/** A model at Kubeflow's registry, which knows where its files are. */
export function kubeflowModel(name: string, address: string, options: CopyOptions): VersionedModel {
  const { size, image = RCLONE } = options;
  const fetched = fetchedBy({ image, command: ['/bin/sh', '-ec', FETCH], env: { REGISTRY: address } }, name, size);
  return {
    name,
    version: (version) => fetched(`model-registry://${name}/${version}`, ['fetch', name, `${version}`], { version }),
  };
}
