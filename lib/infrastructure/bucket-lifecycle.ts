import { accepted, boundsProblems } from '../core/problems';
import type { StorageBucketLifecycleRule } from '@cdktf/provider-google/lib/storage-bucket';
import type { Duration } from 'cdk8s';

/**
 * The storage class of objects. A colder class costs less to keep and more to read.
 *
 * @see https://cloud.google.com/storage/docs/storage-classes
 */
export type StorageClass = 'STANDARD' | 'NEARLINE' | 'COLDLINE' | 'ARCHIVE';

/**
 * A rule for old objects of a bucket.
 *
 * @see https://cloud.google.com/storage/docs/lifecycle
 */
export class BucketLifecycle {
  declare readonly '~type': 'BucketLifecycle';

  /**
   * Deletes objects.
   *
   * @param age whole days, 1 or more
   * @param prefixes only objects whose names begin with one of these. @default - all objects
   */
  static deleteAfter(age: Duration, prefixes: readonly string[] = []): BucketLifecycle {
    return BucketLifecycle.of('deleteAfter', age, prefixes, { type: 'Delete' }, (days) => ({
      age: days,
      withState: 'LIVE',
    }));
  }

  /**
   * Deletes old versions of objects. It has no effect in a bucket without versioning.
   *
   * @param age time since they were replaced: whole days, 1 or more
   * @param prefixes only objects whose names begin with one of these. @default - all objects
   */
  static deleteOldVersionsAfter(age: Duration, prefixes: readonly string[] = []): BucketLifecycle {
    const condition = (days: number) => ({ daysSinceNoncurrentTime: days, withState: 'ARCHIVED' });
    return BucketLifecycle.of('deleteOldVersionsAfter', age, prefixes, { type: 'Delete' }, condition);
  }

  /**
   * Moves objects to a colder storage class.
   *
   * @param age whole days, 1 or more
   * @param prefixes only objects whose names begin with one of these. @default - all objects
   */
  static moveTo(
    storageClass: Exclude<StorageClass, 'STANDARD'>,
    age: Duration,
    prefixes: readonly string[] = [],
  ): BucketLifecycle {
    const action = { type: 'SetStorageClass', storageClass };
    return BucketLifecycle.of('moveTo', age, prefixes, action, (days) => ({ age: days, withState: 'LIVE' }));
  }

  private static of(
    factory: string,
    age: Duration,
    prefixes: readonly string[],
    action: StorageBucketLifecycleRule['action'],
    conditionAt: (days: number) => StorageBucketLifecycleRule['condition'],
  ): BucketLifecycle {
    const days = age.toSeconds({ integral: false }) / 86_400;
    const wrong = boundsProblems('lifecycle-age', { 'age in days': days }, { least: 1 });
    const matchesPrefix = prefixes.length > 0 ? [...prefixes] : undefined;
    const make = () => new BucketLifecycle({ action, condition: { ...conditionAt(days), matchesPrefix } });
    return accepted(`BucketLifecycle.${factory}`, [wrong], make);
  }

  private constructor(private readonly rule: StorageBucketLifecycleRule) {}

  /** The block of google_storage_bucket. */
  toTerraform(): StorageBucketLifecycleRule {
    return this.rule;
  }
}
