/**
 * Where Terraform keeps what it knows of a stack's resources.
 *
 * @see https://developer.hashicorp.com/terraform/language/backend
 */
export class State {
  /**
   * A bucket that exists before the first deployment. Everybody who deploys shares it.
   *
   * @param bucketName without `gs://`
   * @param prefix a folder in the bucket, above one folder for each stack. @default - the bucket itself
   */
  static bucket(bucketName: string, prefix?: string): State {
    return new State('bucket', bucketName, prefix);
  }

  /**
   * A file for each stack in a folder beside the program, for one person's experiments.
   *
   * @param folder relative to where the program is run, outside of `cdktf.out`: the CLI deletes folders of
   * stacks that are gone. @default state
   */
  static file(folder = 'state'): State {
    return new State('file', folder);
  }

  private constructor(
    readonly kind: 'bucket' | 'file',
    /** The bucket, or the folder. */
    readonly place: string,
    readonly prefix?: string,
  ) {}
}
