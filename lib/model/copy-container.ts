import type { IBucket } from '../core/contracts/bucket';
import type { InitContainer } from '../pods/pod-options';

const COPY_CONTAINER = 'copy-model';

/** The versions to copy, their source and their target. */
interface Copy {
  readonly bucket: IBucket;
  readonly folder: string;
  /** The folder of the versions in the container. */
  readonly location: string;
  readonly versions: readonly number[];
  readonly image: string;
}

// To rclone, a missing folder of a bucket is an empty one, and no error.
const SCRIPT = [
  'for version in "$@"; do',
  '  rclone copy "$SOURCE/$version" "$TARGET/$version"',
  '  if [ -z "$(ls -A "$TARGET/$version")" ]; then echo "version $version has no files" >&2; exit 1; fi',
  'done',
].join('\n');

/** Copies versions of a model before the server starts. After a restart it copies the missing ones. */
export function copyContainer({ bucket, folder, location, versions, image }: Copy): InitContainer {
  return {
    name: COPY_CONTAINER,
    image,
    command: ['/bin/sh', '-ec', SCRIPT],
    args: ['copy', ...versions.map(String)],
    env: { SOURCE: `:gcs,env_auth=true:${bucket.bucketName}/${folder}`, TARGET: location },
  };
}
