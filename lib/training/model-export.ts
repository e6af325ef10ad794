import type { Construct } from 'constructs';
import { clusterKey, isSameCluster } from '../core/contracts/cluster';
import { checkAtSynth, pathOf, problem, Topic, type Problem } from '../core/problems';
import type { BucketUse } from '../pods/mounts/bucket-uses';
import type { Mount, MountSource } from '../pods/mounts/mount';
import type { ModelPlace, ModelSource } from '../model/model-source';

/** The variable with the folder of the version that tasks write. */
export const EXPORT_VARIABLE = 'MODEL_EXPORT_PATH';

/** The place where a job writes its model. */
export interface ModelExport {
  readonly model: ModelSource;
  /** The folder of the version in the tasks' containers, or its address: `gs://…`. */
  readonly path: string;
  /** The same text for the same folder. */
  readonly key: string;
  /** The place in messages: `version 1 in models/mnist of volume "data"`. */
  readonly text: string;
  /** The buckets that tasks write by their address. */
  readonly uses: readonly BucketUse[];
}

type BucketPlace = Extract<ModelPlace, { kind: 'bucket' }>;
type VolumePlace = Extract<ModelPlace, { kind: 'volume' }>;
type Claim = Extract<MountSource, { kind: 'claim' }>;

/** The export of a model; `undefined` if the tasks cannot write it, which `exportProblems` says. */
export function exportOf(model: ModelSource, mounts: readonly Mount[] = []): ModelExport | undefined {
  const { place } = model;
  const version = versionOf(model);
  if (version === undefined || (place.kind !== 'bucket' && place.kind !== 'volume')) return undefined;
  const text = `version ${version} in ${place.folder} of ${nameOf(place)}`;
  const [path] = pathsIn(place, mounts);
  if (place.kind === 'volume') {
    return path === undefined
      ? undefined
      : { model, path: `${path}/${version}`, key: keyOf(place, version), text, uses: [] };
  }
  const url = `${place.bucket.url}/${place.folder}/${version}`;
  if (path !== undefined) return { model, path: `${path}/${version}`, key: url, text, uses: [] };
  const use = { bucket: place.bucket, readOnly: false, text: `${url} is exported` };
  return { model, path: url, key: url, text, uses: [use] };
}

/** Problems of a model that a job is to write. */
export function* exportProblems(model: ModelSource, mounts: readonly Mount[] = []): Generator<Problem> {
  const { place, policy } = model;
  if (place.kind !== 'bucket' && place.kind !== 'volume') {
    const what = placeText(place);
    yield problem(
      'export-place',
      'exports',
      `a job cannot write its model to ${what}`,
      'give ModelSource.bucket or ModelSource.volume, from where an image can be made',
    );
    return;
  }
  if (versionOf(model) === undefined) {
    const given = policy.kind === 'pinned' ? `versions ${policy.versions.join(', ')}` : 'the newest versions';
    const message = `exports names ${given}, but a job writes one version`;
    yield problem('export-version', 'exports', message, 'name one, such as models.version(2)');
  }
  if (place.kind === 'volume') yield* mountProblems(place, mounts);
}

function placeText(place: Exclude<ModelPlace, BucketPlace | VolumePlace>): string {
  if (place.kind === 'image') return `image ${place.image}`;
  return place.kind === 'hub' ? `${place.model.id} of Hugging Face` : `${place.model.text} of a registry`;
}

function* mountProblems(place: VolumePlace, mounts: readonly Mount[]): Generator<Problem> {
  if (pathsIn(place, mounts).length > 0) return;
  const isMounted = mounts.some((mount) => isOf(place, mount));
  const how = isMounted ? 'mounts it with readOnly: true' : 'does not mount it';
  yield problem(
    'export-mount',
    'exports',
    `the model is exported to ${nameOf(place)}, but the job ${how}`,
    isMounted ? 'leave readOnly out' : "add the volume to mounts, such as volume.at('/data')",
  );
}

/** Registers what a job exports, so that no other job of the program writes the same version. */
export function useExport(job: Construct, exported: ModelExport): void {
  const exporters = new Topic<true>(`exporters of ${exported.key}`);
  exporters.add(job, true);
  checkAtSynth(job, function* () {
    const [first] = exporters.inProgram(job);
    if (!first || first.construct === job) return;
    yield problem(
      'export-twice',
      'exports',
      `${pathOf(first.construct)} exports ${exported.text} too, but a version never changes after it was written`,
      'give this job another version, such as the next number',
    );
  });
}

function versionOf({ policy }: ModelSource): number | undefined {
  if (policy.kind !== 'pinned' || policy.versions.length !== 1) return undefined;
  return policy.versions[0];
}

/** The folders of a model in the writable mounts of its place. */
function pathsIn(place: BucketPlace | VolumePlace, mounts: readonly Mount[]): string[] {
  return mounts.flatMap((mount) => {
    if (mount.readOnly || !isOf(place, mount)) return [];
    const { source, path } = mount;
    const subfolder = source.kind === 'bucket' ? source.subfolder : undefined;
    if (subfolder === undefined) return [`${path}/${place.folder}`];
    if (place.folder === subfolder) return [path];
    return place.folder.startsWith(`${subfolder}/`) ? [`${path}${place.folder.slice(subfolder.length)}`] : [];
  });
}

function isOf(place: BucketPlace | VolumePlace, { source }: Mount): boolean {
  if (place.kind === 'bucket') return source.kind === 'bucket' && source.bucket.bucketName === place.bucket.bucketName;
  const claim = claimOf(place);
  if (source.kind !== 'claim' || claim?.claimName !== source.claimName) return false;
  const [a, b] = [claim.place, source.place];
  const isInOther = a?.cluster !== undefined && b?.cluster !== undefined && !isSameCluster(a.cluster, b.cluster);
  return !isInOther && a?.namespace === b?.namespace;
}

function claimOf({ volume }: VolumePlace): Claim | undefined {
  const { source } = volume.at('/models');
  return source.kind === 'claim' ? source : undefined;
}

function nameOf(place: BucketPlace | VolumePlace): string {
  return place.kind === 'bucket' ? `bucket "${place.bucket.bucketName}"` : `volume "${place.volume.claimName}"`;
}

function keyOf(place: VolumePlace, version: number): string {
  const claim = claimOf(place);
  const { cluster, namespace = '' } = claim?.place ?? {};
  return [cluster ? clusterKey(cluster) : '', namespace, claim?.claimName ?? '', place.folder, version].join(' ');
}
