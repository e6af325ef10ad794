import type { StorageBucketLifecycleRule } from '@cdktf/provider-google/lib/storage-bucket';
import type { Duration } from 'cdk8s';
import { refuse } from '../core/problem';

/** What an hour of storage and of access costs, in Cloud Storage's words. */
export type StorageClass = 'STANDARD' | 'NEARLINE' | 'COLDLINE' | 'ARCHIVE';

/**
 * What happens to objects of a bucket when they get old.
 *
 * @see https://cloud.google.com/storage/docs/lifecycle
 */
export class BucketLifecycle {
  /** @param age whole days, 1 or more @param prefixes only objects whose names begin so. @default - all objects */
  static deleteAfter(age: Duration, prefixes: readonly string[] = []): BucketLifecycle {
    return new BucketLifecycle({
      action: { type: 'Delete' },
      condition: { age: daysOf('deleteAfter', age), withState: 'LIVE', ...matching(prefixes) },
    });
  }

  /** Deletes replaced versions; it means something in a bucket with versioning. @param age since they were replaced */
  static deleteOldVersionsAfter(age: Duration, prefixes: readonly string[] = []): BucketLifecycle {
    return new BucketLifecycle({
      action: { type: 'Delete' },
      condition: {
        daysSinceNoncurrentTime: daysOf('deleteOldVersionsAfter', age),
        withState: 'ARCHIVED',
        ...matching(prefixes),
      },
    });
  }

  /** Moves objects to a colder storage class. */
  static moveTo(
    storageClass: Exclude<StorageClass, 'STANDARD'>,
    age: Duration,
    prefixes: readonly string[] = [],
  ): BucketLifecycle {
    return new BucketLifecycle({
      action: { type: 'SetStorageClass', storageClass },
      condition: { age: daysOf('moveTo', age), withState: 'LIVE', ...matching(prefixes) },
    });
  }

  private constructor(private readonly rule: StorageBucketLifecycleRule) {}

  /** The block of google_storage_bucket. */
  toTerraform(): StorageBucketLifecycleRule {
    return this.rule;
  }
}

function daysOf(factory: string, age: Duration): number {
  const days = age.toSeconds() / 86400;
  refuse(
    `BucketLifecycle.${factory}`,
    Number.isInteger(days) && days >= 1
      ? []
      : [
          {
            code: 'lifecycle-age',
            message: `${String(days)} days is no age that Cloud Storage looks at`,
            fix: `use whole days, such as Duration.days(${String(Math.max(1, Math.round(days)))})`,
          },
        ],
  );
  return days;
}

function matching(prefixes: readonly string[]): { matchesPrefix?: string[] } {
  return prefixes.length > 0 ? { matchesPrefix: [...prefixes] } : {};
}
