import type { StorageBucketLifecycleRule } from '@cdktf/provider-google/lib/storage-bucket';
import type { Duration } from 'cdk8s';
import { accepted } from '../core/problems/errors';
import { problem, type Problem } from '../core/problems/problem';
import { choice, DURATION, listOf, text, typeProblems, valueOf } from '../core/problems/rules';

/**
 * The storage class of objects. A colder class costs less to keep and more to read.
 *
 * @see https://cloud.google.com/storage/docs/storage-classes
 */
export type StorageClass = 'STANDARD' | 'NEARLINE' | 'COLDLINE' | 'ARCHIVE';

export const STORAGE_CLASSES: readonly StorageClass[] = ['STANDARD', 'NEARLINE', 'COLDLINE', 'ARCHIVE'];

const MOST_RULES = 100;
const RULE = { age: DURATION, prefixes: listOf(text("name prefixes of objects, such as ['tmp/']")) };
const COLDER = choice(...STORAGE_CLASSES.slice(1));

/**
 * A rule for old objects of a bucket.
 *
 * @see https://cloud.google.com/storage/docs/lifecycle
 */
export class BucketLifecycle {
  /**
   * Deletes objects.
   *
   * @param age whole days, 1 or more
   * @param prefixes only objects whose names begin with one of these. @default - all objects
   */
  static deleteAfter(age: Duration, prefixes: readonly string[] = []): BucketLifecycle {
    const make = (days: number) =>
      new BucketLifecycle({
        action: { type: 'Delete' },
        condition: { age: days, withState: 'LIVE', matchesPrefix: listed(prefixes) },
      });
    return rule('BucketLifecycle.deleteAfter', [typeProblems({ age, prefixes }, RULE)], age, make);
  }

  /**
   * Deletes replaced versions. It has no effect in a bucket without versioning.
   *
   * @param age time since they were replaced: whole days, 1 or more
   * @param prefixes only objects whose names begin with one of these. @default - all objects
   */
  static deleteOldVersionsAfter(age: Duration, prefixes: readonly string[] = []): BucketLifecycle {
    const make = (days: number) =>
      new BucketLifecycle({
        action: { type: 'Delete' },
        condition: { daysSinceNoncurrentTime: days, withState: 'ARCHIVED', matchesPrefix: listed(prefixes) },
      });
    return rule('BucketLifecycle.deleteOldVersionsAfter', [typeProblems({ age, prefixes }, RULE)], age, make);
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
    const make = (days: number) =>
      new BucketLifecycle({
        action: { type: 'SetStorageClass', storageClass },
        condition: { age: days, withState: 'LIVE', matchesPrefix: listed(prefixes) },
      });
    const types = typeProblems({ storageClass, age, prefixes }, { storageClass: COLDER, ...RULE });
    return rule('BucketLifecycle.moveTo', [types], age, make);
  }

  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'BucketLifecycle';

  private constructor(private readonly rule: StorageBucketLifecycleRule) {}

  /** The block of google_storage_bucket. */
  toTerraform(): StorageBucketLifecycleRule {
    return this.rule;
  }
}

export const BUCKET_LIFECYCLE = valueOf(
  'BucketLifecycle',
  'use BucketLifecycle.deleteAfter(Duration.days(30)) or another rule',
);

function rule(
  where: string,
  types: readonly Iterable<Problem>[],
  age: Duration,
  make: (days: number) => BucketLifecycle,
): BucketLifecycle {
  return accepted(where, [...types, ageProblems(age)], () => make(daysOf(age)));
}

function* ageProblems(age: Duration): Generator<Problem> {
  const days = daysOf(age);
  if (Number.isInteger(days) && days >= 1) return;
  const fix = `use whole days, such as Duration.days(${Math.max(1, Math.round(days) || 1)})`;
  yield problem('lifecycle-age', `${days} days is not a number of whole days`, fix);
}

function daysOf(age: Duration): number {
  return age.toSeconds({ integral: false }) / 86400;
}

function listed(prefixes: readonly string[]): string[] | undefined {
  return prefixes.length > 0 ? [...prefixes] : undefined;
}

/** Problems of the rules of one bucket together. */
export function* lifecycleProblems({ length }: readonly BucketLifecycle[]): Generator<Problem> {
  if (length <= MOST_RULES) return;
  const message = `${length} rules are more than the ${MOST_RULES} that a bucket can have`;
  yield problem('lifecycle-count', 'lifecycle', message, 'give one rule several prefixes, or use several buckets');
}
