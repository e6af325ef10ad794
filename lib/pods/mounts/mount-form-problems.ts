import { posix } from 'node:path';
import { folderProblems } from '../../core/names/folder-name';
import { isDataKey } from '../../core/names/kubernetes-name';
import { problem, type Problem } from '../../core/problems';
import type { BucketMountOptions } from './mount';

/** The API server's limit for one ConfigMap. */
const CONFIG_MAP_BYTES = 1024 * 1024;

export function* mountPathProblems(path: string): Generator<Problem> {
  if (/^\/[^:]*[^/:]$/.test(path) && posix.normalize(path) === path) return;
  yield problem(
    'mount-path',
    'path',
    `${JSON.stringify(path)} is not a path for a mount`,
    'use an absolute path without ":", ".." or double slashes, and without a slash at the end, such as "/data"',
  );
}

export function* bucketMountProblems(options: BucketMountOptions): Generator<Problem> {
  const { subfolder, mountOptions = [] } = options;
  if (subfolder !== undefined) yield* folderProblems('subfolder', subfolder);
  for (const option of mountOptions) {
    if (optionsOf([option]).every((each) => /^\P{Cc}*$/u.test(each) && each.trim() === each)) continue;
    yield problem(
      'mount-option',
      'mountOptions',
      `${JSON.stringify(option)} is not a mount option`,
      'give it without line breaks, or blanks around it, such as "file-mode=664"',
    );
  }
}

/**
 * Each option by itself. The driver separates them by commas and leaves out empty ones; it hands blanks on to Cloud Storage FUSE, which then knows no such option.
 *
 * @see https://github.com/GoogleCloudPlatform/gcs-fuse-csi-driver/blob/main/pkg/csi_driver/utils.go
 */
export function optionsOf(mountOptions: readonly string[]): string[] {
  return mountOptions.flatMap((option) => option.split(',')).filter((option) => option !== '');
}

/** @see https://kubernetes.io/docs/concepts/configuration/configmap/ */
export function* configFileProblems(files: Readonly<Record<string, string>>): Generator<Problem> {
  for (const name of Object.keys(files)) {
    if (isDataKey(name)) continue;
    const message = `${JSON.stringify(name)} cannot be the name of a config file`;
    const fix = 'use letters, digits, "-", "_" and "." only; for folders, mount several sets of files';
    yield problem('config-file-name', message, fix);
  }
  const bytes = Object.values(files).reduce((total, content) => total + Buffer.byteLength(content), 0);
  if (bytes <= CONFIG_MAP_BYTES) return;
  const message = `the config files have ${bytes} bytes together, but a ConfigMap holds at most ${CONFIG_MAP_BYTES}`;
  yield problem('config-file-size', message, 'put large files into the image or a bucket');
}
