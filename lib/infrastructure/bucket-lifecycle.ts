import type { StorageBucketLifecycleRule } from '@cdktf/provider-google/lib/storage-bucket';
import type { Duration } from 'cdk8s';
import { choiceProblems, requiredProblems, textListProblems } from '../core/problems/given';
import { KINDS } from '../core/problems/kinds';
import { refuse } from '../core/problems/errors';
import type { Problem } from '../core/problems/problem';

/**
 * How objects are stored: the colder the class, the less it costs to keep them, and the more to read them.
 *
 * @see https://cloud.google.com/storage/docs/storage-classes
 */
export type StorageClass = 'STANDARD' | 'NEARLINE' | 'COLDLINE' | 'ARCHIVE';

export const STORAGE_CLASSES: readonly StorageClass[] = ['STANDARD', 'NEARLINE', 'COLDLINE', 'ARCHIVE'];

/**
 * What happens to objects of a bucket when they get old.
 *
 * @see https://cloud.google.com/storage/docs/lifecycle
 */
export class BucketLifecycle {
  /**
   * Deletes objects.
   *
   * @param age whole days, 1 or more
   * @param prefixes only objects whose names begin so. @default - all objects
   */
  static deleteAfter(age: Duration, prefixes: readonly string[] = []): BucketLifecycle {
    refuse('BucketLifecycle.deleteAfter', ruleProblems(age, prefixes));
    return new BucketLifecycle({
      action: { type: 'Delete' },
      condition: { age: daysOf(age), withState: 'LIVE', ...matching(prefixes) },
    });
  }

  /**
   * Deletes replaced versions; it means something in a bucket with versioning.
   *
   * @param age since they were replaced: whole days, 1 or more
   * @param prefixes only objects whose names begin so. @default - all objects
   */
  static deleteOldVersionsAfter(age: Duration, prefixes: readonly string[] = []): BucketLifecycle {
    refuse('BucketLifecycle.deleteOldVersionsAfter', ruleProblems(age, prefixes));
    return new BucketLifecycle({
      action: { type: 'Delete' },
      condition: {
        daysSinceNoncurrentTime: daysOf(age),
        withState: 'ARCHIVED',
        ...matching(prefixes),
      },
    });
  }

  /**
   * Moves objects to a colder storage class.
   *
   * @param age whole days, 1 or more
   * @param prefixes only objects whose names begin so. @default - all objects
   */
  static moveTo(
    storageClass: Exclude<StorageClass, 'STANDARD'>,
    age: Duration,
    prefixes: readonly string[] = [],
  ): BucketLifecycle {
    refuse('BucketLifecycle.moveTo', [
      ...choiceProblems('storageClass', storageClass, STORAGE_CLASSES.slice(1)),
      ...ruleProblems(age, prefixes),
    ]);
    return new BucketLifecycle({
      action: { type: 'SetStorageClass', storageClass },
      condition: { age: daysOf(age), withState: 'LIVE', ...matching(prefixes) },
    });
  }

  private constructor(private readonly rule: StorageBucketLifecycleRule) {}

  /** The block of google_storage_bucket. */
  toTerraform(): StorageBucketLifecycleRule {
    return this.rule;
  }
}

function ruleProblems(age: Duration, prefixes: readonly string[]): Problem[] {
  const noAge = requiredProblems({ age }, { age: KINDS.duration });
  return [
    ...(noAge.length > 0 ? noAge : ageProblems(daysOf(age))),
    ...textListProblems('prefixes', prefixes, "name beginnings of objects, such as ['tmp/']"),
  ];
}

function ageProblems(days: number): Problem[] {
  if (Number.isInteger(days) && days >= 1) return [];
  return [
    {
      code: 'lifecycle-age',
      message: `${days} days is no age that Cloud Storage looks at`,
      fix: `use whole days, such as Duration.days(${Math.max(1, Math.round(days) || 1)})`,
    },
  ];
}

function daysOf(age: Duration): number {
  return age.toSeconds({ integral: false }) / 86400;
}

function matching(prefixes: readonly string[]): { matchesPrefix?: string[] } {
  return prefixes.length > 0 ? { matchesPrefix: [...prefixes] } : {};
}
