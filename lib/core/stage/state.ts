import { BUCKET_NAME, bucketNameProblems } from '../names/bucket-name';
import { FOLDER, folderProblems } from '../names/folder-name';
import { accepted } from '../problems/errors';
import { problem, type Problem } from '../problems/problem';
import { optional, typeProblems, valueOf } from '../problems/rules';

export const STATE = valueOf('State', 'use State.bucket(…) or State.file(…)');

/**
 * Where the records of deployed resources are kept. Each deployment compares the program with them.
 */
export class State {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'State';

  /**
   * A bucket that exists before the first deployment. Everybody who deploys shares it. Refused: a text that
   * cannot be a bucket's name, and a prefix that is not a folder.
   *
   * @param bucketName without `gs://`
   * @param prefix a folder in the bucket, above one folder for each stack. @default - the bucket itself
   */
  static bucket(bucketName: string, prefix?: string): State {
    const types = typeProblems({ bucketName, prefix }, { bucketName: BUCKET_NAME, prefix: optional(FOLDER) });
    const make = () => new State('bucket', bucketName, prefix);
    return accepted('State.bucket', [types, bucketProblems(bucketName, prefix)], make);
  }

  /**
   * A file for each stack in a folder beside the program, for one person's experiments. Refused if the folder is elsewhere.
   *
   * @param folder relative to where the program is run, outside of `cdktf.out`: the CLI deletes folders of
   * removed stacks there. @default state
   */
  static file(folder = 'state'): State {
    const types = typeProblems({ folder }, { folder: FOLDER });
    return accepted('State.file', [types, fileProblems(folder)], () => new State('file', folder));
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
