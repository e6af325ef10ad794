import { bucketNameProblems } from '../names/bucket-name';
import { folderProblems } from '../names/folder-name';
import { refuse } from '../problems/errors';
import type { Problem } from '../problems/problem';
import { valueOf } from '../problems/rules';

export const STATE = valueOf('State', 'use State.bucket(…) or State.file(…)');

/**
 * Where Terraform keeps what it knows of a stack's resources.
 *
 * @see https://developer.hashicorp.com/terraform/language/backend
 */
export class State {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'State';

  /**
   * A bucket that exists before the first deployment. Everybody who deploys shares it. Refused if it cannot be a
   * bucket's name, or the prefix no folder.
   *
   * @param bucketName without `gs://`
   * @param prefix a folder in the bucket, above one folder for each stack. @default - the bucket itself
   */
  static bucket(bucketName: string, prefix?: string): State {
    refuse('State.bucket', [
      ...bucketNameProblems(bucketName),
      ...(prefix === undefined ? [] : folderProblems('prefix', prefix)),
    ]);
    return new State('bucket', bucketName, prefix);
  }

  /**
   * A file for each stack in a folder beside the program, for one person's experiments. Refused if it is not below it.
   *
   * @param folder relative to where the program is run, outside of `cdktf.out`: the CLI deletes folders of
   * stacks that are gone. @default state
   */
  static file(folder = 'state'): State {
    refuse('State.file', folderProblems('folder', folder));
    refuse('State.file', stackFolderProblems(folder));
    return new State('file', folder);
  }

  private constructor(
    readonly kind: 'bucket' | 'file',
    /** The bucket, or the folder. */
    readonly place: string,
    readonly prefix?: string,
  ) {}
}

function stackFolderProblems(folder: string): Problem[] {
  if (folder.split('/')[0] !== 'cdktf.out') return [];
  return [
    {
      code: 'state-folder',
      property: 'folder',
      message: `state in ${JSON.stringify(folder)} would be lost, as the CLI deletes folders there`,
      fix: 'use a folder outside of cdktf.out, such as "state"',
    },
  ];
}
