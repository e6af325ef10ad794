import { Size } from 'cdk8s';
import { accepted, boundsProblems } from '../core/problems';
import { ModelSource } from '../model/model-source';
import type { InitContainer } from '../pods/pod-options';

export interface RegisteredModelOptions {
  /** The most bytes of a version. Each pod asks for as much of its node's disk. @default Size.gibibytes(2) - a pod with more is evicted while it fetches */
  readonly size?: Size;
  /** An image with Python and MLflow's client, such as a small one with `mlflow-skinny`. @default - that of the registry */
  readonly image?: string;
}

/** A model of a registry, whose versions servers get when their pods start. */
export interface VersionedModel {
  readonly name: string;
  /** A version by its number. Those of MLflow begin at 1, and 0 is refused. */
  version(version: number): ModelSource;
}

/** A model of MLflow, whose versions have aliases as well. */
export interface RegisteredModel extends VersionedModel {
  /** The version that has an alias when a pod starts. Pods keep theirs when the alias moves, until they are replaced. */
  alias(alias: string): ModelSource;
}

/** A container that starts again finds the files of its last start, perhaps of another version. */
const FETCH = [
  'import os, shutil, sys',
  'from mlflow import MlflowClient, artifacts',
  'model, number, alias, folder = sys.argv[1:]',
  'client = MlflowClient()',
  'found = client.get_model_version_by_alias(model, alias) if alias else client.get_model_version(model, number)',
  'for old in os.listdir(folder): shutil.rmtree(os.path.join(folder, old))',
  'artifacts.download_artifacts(f"models:/{model}/{found.version}", dst_path=f"{folder}/{found.version}")',
  'tags = client.get_run(found.run_id).data.tags if found.run_id else {}',
  'facts = [f"{tag}={tags[tag]}" for tag in sorted(tags) if not tag.startswith("mlflow.")]',
  'said = "; ".join([f"{model} version {found.version} of run {found.run_id}", *facts])',
  'print(said)',
  'open("/dev/termination-log", "w").write(said)',
].join('\n');

/** The versions of a model that a container brings, by its `args` and the folder after them. */
export function fetchedBy(container: Omit<InitContainer, 'name'>, model: string, size = Size.gibibytes(2)) {
  return (
    text: string,
    args: readonly string[],
    { version, alias }: { version?: number; alias?: string },
  ): ModelSource =>
    ModelSource.fetched({
      text,
      version,
      size,
      labels: {
        'trainyard/model': model,
        ...(version !== undefined && { 'trainyard/model-version': `${version}` }),
        ...(alias !== undefined && { 'trainyard/model-alias': alias }),
      },
      fetch: (folder) => ({ ...container, args: [...args, folder] }),
    });
}

/** A model at a registry. */
export function registeredModel(
  name: string,
  address: string,
  { image, size }: RegisteredModelOptions & { readonly image: string },
): RegisteredModel {
  const container = { image, command: ['python3', '-c', FETCH], env: { MLFLOW_TRACKING_URI: address } };
  const fetched = fetchedBy(container, name, size);
  return {
    name,
    version: (version) => {
      const numbers = boundsProblems('model-version', { version }, { least: 1 });
      const make = () => fetched(`models:/${name}/${version}`, [name, `${version}`, ''], { version });
      return accepted(`the model "${name}"`, [numbers], make);
    },
    alias: (alias) => fetched(`models:/${name}@${alias}`, [name, '', alias], { alias }),
  };
}
