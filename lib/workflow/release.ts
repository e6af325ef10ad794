import { accepted } from '../core/problems/errors';
import { problem, type Problem } from '../core/problems/problem';
import type { ModelSource } from '../model/model-source';
import type { PodOptions, TaskOptions } from '../pods/pod-options';
import { DataSet } from './data-set';
import type { StepOrder, TaskStepOptions } from './step';

/** A new version of a model. */
export interface ReleaseOptions
  extends StepOrder, Pick<TaskOptions, 'pool' | 'resources' | 'identity' | 'user' | 'imagePullSecrets'> {
  /** The data set with the files of the version. */
  readonly from: DataSet;
  /** The folder of the version's files in the data set, such as `1`. @default - the data set's own */
  readonly folder?: string;
  /** The model of the servers, which must follow its newest version: `model.latest()`. */
  readonly model: ModelSource;
  /** An image with a shell, such as that of the training. */
  readonly image: PodOptions['image'];
}

/**
 * Copies beside the versions first, and renames then, so that servers see whole versions. In a bucket without folders of its
 * own a rename takes a moment: a server that reads a part of a version keeps the one before and tries again.
 */
const SCRIPT = [
  'set -eu',
  'last=0',
  'for path in "$MODEL"/*/; do',
  '  number=$(basename "$path")',
  '  case $number in *[!0-9]*) ;; *) [ "$number" -le "$last" ] || last=$number ;; esac',
  'done',
  'next=$((last + 1))',
  'mkdir -p "$MODEL/.new-$next"',
  'cp -R "$CANDIDATE/$FOLDER"/. "$MODEL/.new-$next"',
  'mv "$MODEL/.new-$next" "$MODEL/$next"',
  'echo "released version $next"',
  'printf %s "$next" >/tmp/version',
].join('\n');

/** The task that releases a version. */
export function releaseTask({ from, folder = '', model, ...options }: ReleaseOptions): TaskStepOptions<'version'> {
  return accepted('Step.release', [modelProblems(model)], () => {
    const { place } = model;
    const served =
      place.kind === 'volume'
        ? DataSet.volume(place.volume, place.folder)
        : place.kind === 'bucket'
          ? DataSet.bucket(place.bucket, place.folder)
          : from;
    return {
      ...options,
      command: ['sh', '-c', SCRIPT],
      env: { FOLDER: folder },
      accelerated: false,
      reads: { CANDIDATE: from },
      writes: { MODEL: served },
      outputs: { version: '/tmp/version' },
    };
  });
}

function* modelProblems({ place, policy }: ModelSource): Generator<Problem> {
  if (place.kind !== 'bucket' && place.kind !== 'volume') {
    const message = 'a step cannot write to an image or to Hugging Face';
    yield problem('release-place', 'model', message, 'give ModelSource.bucket or ModelSource.volume');
  }
  if (policy.kind === 'latest') return;
  const message = `the servers stay at version ${policy.versions.join(', ')}, so they would never load a release`;
  yield problem('release-pinned', 'model', message, 'give model.latest() to the step and to the servers');
}
