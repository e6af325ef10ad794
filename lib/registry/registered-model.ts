import { Size } from 'cdk8s';
import { ModelSource } from '../model/model-source';

export interface RegisteredModelOptions {
  /** The most bytes of a version. Each pod asks for as much of its node's disk. @default Size.gibibytes(2) */
  readonly size?: Size;
  /** An image with Python and MLflow's client, such as a small one with `mlflow-skinny`. @default - that of the registry */
  readonly image?: string;
}

/** A model of a registry, whose versions servers get when their pods start. */
export interface VersionedModel {
  readonly name: string;
  /** A version by its number. */
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

/** A model at a registry. */
export function registeredModel(
  name: string,
  address: string,
  image: string,
  size = Size.gibibytes(2),
): RegisteredModel {
  const program = { image, command: ['python3', '-c', FETCH], env: { MLFLOW_TRACKING_URI: address } };
  const fetched = (text: string, labels: Record<string, string>, version?: number, alias = ''): ModelSource =>
    ModelSource.fetched({
      text,
      version,
      size,
      labels: { 'trainyard/model': name, ...labels },
      fetch: (folder) => ({ ...program, args: [name, String(version ?? ''), alias, folder] }),
    });
  return {
    name,
    version: (version) =>
      fetched(`models:/${name}/${version}`, { 'trainyard/model-version': String(version) }, version),
    alias: (alias) => fetched(`models:/${name}@${alias}`, { 'trainyard/model-alias': alias }, undefined, alias),
  };
}
