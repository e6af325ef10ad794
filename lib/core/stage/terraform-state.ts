import { bucketNameProblems } from '../names/bucket-name';
import { folderProblems } from '../names/folder-name';
import { accepted, problem, type Problem } from '../problems';

/**
 * The place of Terraform's state, which records the deployed resources. Each deployment compares the program with it.
 */
export class TerraformState {
  declare readonly '~type': 'TerraformState';

  /**
   * A bucket that exists before the first deployment, and is shared by everybody who deploys. Refused: a text that cannot be
   * a bucket's name, and a prefix that is not a folder.
   *
   * @param bucketName without `gs://`
   * @param prefix a folder in the bucket, with a folder for each stack. @default - the bucket itself
   */
  static bucket(bucketName: string, prefix?: string): TerraformState {
    const make = () => new TerraformState('bucket', bucketName, prefix);
    return accepted('TerraformState.bucket', [bucketProblems(bucketName, prefix)], make);
  }

  /**
   * A file for each stack in a folder beside the program, for one person's experiments. A folder elsewhere is refused.
   *
   * @param folder relative to the current folder, outside of `cdktf.out`, where the CLI deletes the folders of removed
   * stacks. @default state
   */
  static file(folder = 'state'): TerraformState {
    return accepted('TerraformState.file', [fileProblems(folder)], () => new TerraformState('file', folder));
  }

  private constructor(
    readonly kind: 'bucket' | 'file',
    /** The bucket, or the folder. */
    readonly place: string,
    readonly prefix?: string,
  ) {}
}

function* bucketProblems(bucketName: string, prefix?: string): Generator<Problem> {
  yield* bucketNameProblems(bucketName);
  if (prefix !== undefined) yield* folderProblems('prefix', prefix);
}

function* fileProblems(folder: string): Generator<Problem> {
  yield* folderProblems('folder', folder);
  if (folder.split('/')[0] !== 'cdktf.out') return;
  const message = `state in ${JSON.stringify(folder)} would be lost, as the CLI deletes folders there`;
  yield problem('state-folder', 'folder', message, 'use a folder outside of cdktf.out, such as "state"');
}
