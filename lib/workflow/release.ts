import { accepted, problem, type Problem } from '../core/problems';
import type { ModelSource } from '../model/model-source';
import { DataSet } from './data-set';
import type { TaskStepOptions } from './step';

type OfTask = 'after' | 'when' | 'pool' | 'image' | 'resources' | 'identity' | 'user' | 'imagePullSecrets';

/** A new version of a model. The image needs a shell, as that of the training has it. */
export interface ReleaseOptions extends Pick<TaskStepOptions, OfTask> {
  /** The data set with the files of the version. */
  readonly from: DataSet;
  /** The folder of the version's files in the data set, such as `1`. @default - the data set's own */
  readonly folder?: string;
  /** The model of the servers, which must follow its newest version: `model.latest()`. */
  readonly model: ModelSource;
}

/**
 * Copies beside the versions first, and renames then, so that servers see whole versions. In a bucket without folders of its
 * own a rename takes a moment: a server that reads a part of a version keeps the one before and tries again.
 */
const SCRIPT = `set -eu
rm -rf "$MODEL/.new"
mkdir -p "$MODEL/.new"
cp -R "$CANDIDATE/$FOLDER"/. "$MODEL/.new"
last=$(ls "$MODEL" | grep -x '[0-9]*' | sort -n | tail -n 1)
next=$((last + 1))
mv "$MODEL/.new" "$MODEL/$next"
echo "released version $next"
printf %s "$next" >/tmp/version`;

/** The task that releases a version. */
export function releaseTask({ from, folder = '', model, ...options }: ReleaseOptions): TaskStepOptions<'version'> {
  return accepted('Step.release', [modelProblems(model, from)], () => ({
    ...options,
    command: ['sh', '-c', SCRIPT],
    env: { FOLDER: folder },
    accelerated: false,
    reads: { CANDIDATE: from },
    writes: { MODEL: dataOf(model) ?? from },
    outputs: { version: '/tmp/version' },
  }));
}

function dataOf({ place }: ModelSource): DataSet | undefined {
  if (place.kind === 'bucket') return DataSet.bucket(place.bucket, place.folder);
  return place.kind === 'volume' ? DataSet.volume(place.volume, place.folder) : undefined;
}

function* modelProblems(model: ModelSource, from: DataSet): Generator<Problem> {
  const served = dataOf(model);
  if (!served || served.overlaps(from)) {
    const message = served ? `${from.folder} holds served versions` : 'a step writes to buckets and volumes alone';
    const fix = 'give ModelSource.bucket or ModelSource.volume, and train into another folder';
    yield problem('release-place', 'model', message, fix);
  }
  if (model.policy.kind === 'latest') return;
  const message = `servers of this model stay at version ${model.policy.versions.join(', ')}, and would never load a release`;
  yield problem('release-pinned', 'model', message, 'give model.latest() to the step and to the servers');
}
