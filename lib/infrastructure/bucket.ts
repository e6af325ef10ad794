import { StorageBucket } from '@cdktf/provider-google/lib/storage-bucket';
import { StorageBucketIamMember } from '@cdktf/provider-google/lib/storage-bucket-iam-member';
import { Duration } from 'cdk8s';
import { Construct } from 'constructs';
import type { BucketAccess, Grant, IBucket } from '../core/contracts/bucket';
import { bucketNameProblems } from '../core/names/bucket-name';
import { choiceProblems, flagProblems, listProblems, optionsProblems, requiredProblems } from '../core/problems/given';
import { isSameIdentity, type IWorkloadIdentity } from '../core/contracts/identity';
import { KINDS } from '../core/problems/kinds';
import { pathBelow } from '../core/names/name';
import { refuse } from '../core/problems/errors';
import type { Problem } from '../core/problems/problem';
import { isRegion } from '../core/hardware/location';
import { BucketLifecycle, STORAGE_CLASSES, type StorageClass } from './bucket-lifecycle';
import { takeName } from './unique-names';
import { contextOf, placeOf, stackOf } from './stack-context';
import { grantScope } from './grant-scope';
import { requireServices } from './project-services';

/** Where a bucket is, and how long it keeps what. */
export interface BucketProps {
  /** Unique in the world. @default - the project, the stack's prefix, and the ids below it */
  readonly bucketName?: string;
  /** A region, or a larger area such as `US`. Near the cluster reads are fast and free. @default - the stack's region */
  readonly location?: string;
  /** @default - the stack's */
  readonly project?: string;
  /** @default 'STANDARD' */
  readonly storageClass?: StorageClass;
  /** Whether replaced and deleted objects are kept as old versions. @default - the stage's `protected`, but not with hierarchicalNamespace */
  readonly versioning?: boolean;
  /** @default - with versioning, old versions are deleted after 30 days; else objects stay */
  readonly lifecycle?: readonly BucketLifecycle[];
  /** Real folders, which make checkpoints and renames fast. Cannot be had together with versioning. @default false */
  readonly hierarchicalNamespace?: boolean;
  /** Whether destroying the bucket is refused until this is turned off and deployed. @default - the stage's `protected` */
  readonly deletionProtection?: boolean;
}

/** What is known of a bucket that others made. */
export interface BucketAttributes {
  readonly bucketName: string;
  /** Who may do what. @default - not known, not checked */
  readonly grants?: readonly Grant[];
}

const ROLES: Readonly<Record<BucketAccess, string>> = {
  read: 'roles/storage.objectViewer',
  readWrite: 'roles/storage.objectUser',
};
const MOST_RULES = 100;
const LIFECYCLE = { has: 'toTerraform', fix: 'use BucketLifecycle.deleteAfter(Duration.days(30)) or another' };
/** An area such as `EU`, or a pair of regions such as `NAM4`. */
const AREA = /^[a-z]{2,4}\d?$/i;

/**
 * A Cloud Storage bucket: never public, rights on the bucket as a whole. `bucket.node.defaultChild` is the
 * google_storage_bucket, with all its overrides.
 *
 * @see https://cloud.google.com/storage/docs/buckets
 */
export class Bucket extends Construct implements IBucket {
  /** A bucket that is there already. */
  static fromAttributes(attributes: BucketAttributes): IBucket {
    refuse('Bucket.fromAttributes', bucketNameProblems({ ...attributes }.bucketName));
    return { ...attributes, url: `gs://${attributes.bucketName}` };
  }

  readonly bucketName: string;
  readonly url: string;
  private readonly granted: Grant[] = [];
  private readonly resource: StorageBucket;

  constructor(scope: Construct, id: string, props: BucketProps = {}) {
    super(scope, id);
    refuse(this, optionsProblems(props));
    const context = contextOf(this);
    const project = placeOf(this, 'project', props.project);
    const location = placeOf(this, 'location', props.location ?? context.region);
    const { storageClass = 'STANDARD', hierarchicalNamespace = false } = props;
    const protection = props.deletionProtection ?? context.protected;
    const versioning = props.versioning ?? (context.protected && !hierarchicalNamespace);
    const lifecycle =
      props.lifecycle ?? (versioning ? [BucketLifecycle.deleteOldVersionsAfter(Duration.days(30))] : []);
    const path = pathBelow(stackOf(this), this);
    this.bucketName = props.bucketName ?? `${project.replace(/[:.]/g, '-')}-${context.prefix.toLowerCase()}-${path}`;
    this.url = `gs://${this.bucketName}`;
    refuse(this, [
      ...bucketNameProblems(this.bucketName),
      ...locationProblems(location),
      ...flagProblems(props, 'versioning', 'hierarchicalNamespace', 'deletionProtection'),
      ...choiceProblems('storageClass', storageClass, STORAGE_CLASSES),
      ...listProblems('lifecycle', lifecycle, LIFECYCLE),
      ...(lifecycle.length > MOST_RULES ? [tooManyRules(lifecycle.length)] : []),
      ...(hierarchicalNamespace && versioning ? [foldersWithVersions()] : []),
    ]);
    takeName(this, { kind: 'bucket', name: this.bucketName, property: 'bucketName', within: [] });
    this.resource = new StorageBucket(this, 'Resource', {
      project,
      name: this.bucketName,
      location,
      storageClass,
      uniformBucketLevelAccess: true,
      publicAccessPrevention: 'enforced',
      // With real folders Google refuses the block, turned off or not.
      ...(hierarchicalNamespace ? {} : { versioning: { enabled: versioning } }),
      ...(hierarchicalNamespace ? { hierarchicalNamespace: { enabled: true } } : {}),
      ...(lifecycle.length > 0 ? { lifecycleRule: lifecycle.map((rule) => rule.toTerraform()) } : {}),
      forceDestroy: !protection,
      ...(protection ? { lifecycle: { preventDestroy: true } } : {}),
      dependsOn: requireServices(this, project, ['storage']),
    });
  }

  /** Who may do what, as far as this program grants it. */
  get grants(): readonly Grant[] {
    return this.granted;
  }

  /** Lets an identity list and read objects. */
  grantRead(identity: IWorkloadIdentity): void {
    this.grant(identity, 'read');
  }

  /** Lets an identity list, read, write and delete objects. */
  grantReadWrite(identity: IWorkloadIdentity): void {
    this.grant(identity, 'readWrite');
  }

  private grant(identity: IWorkloadIdentity, access: BucketAccess): void {
    refuse(this, requiredProblems({ identity }, { identity: KINDS.identity }));
    if (this.granted.some((grant) => grant.access === access && isSameIdentity(grant.identity, identity))) return;
    this.granted.push({ identity, access });
    const { scope, dependsOn } = grantScope(this, this.resource, identity.email);
    const id = `${access}-${scope === this ? identity.email : this.bucketName}`;
    if (scope.node.tryFindChild(id)) return;
    new StorageBucketIamMember(scope, id, {
      bucket: scope === this ? this.resource.name : this.bucketName,
      role: ROLES[access],
      member: `serviceAccount:${identity.email}`,
      dependsOn,
    });
  }
}

function locationProblems(location: string): Problem[] {
  if (isRegion(location.toLowerCase()) || AREA.test(location)) return [];
  return [
    {
      code: 'bucket-location',
      property: 'location',
      message: `a bucket cannot be in ${JSON.stringify(location)}`,
      fix: 'use a region such as "us-east1" (not a zone), a pair such as "NAM4", or "US", "EU" or "ASIA"',
    },
  ];
}

function tooManyRules(count: number): Problem {
  return {
    code: 'lifecycle-count',
    property: 'lifecycle',
    message: `${count} rules are more than the ${MOST_RULES} that a bucket can have`,
    fix: 'give one rule several prefixes, or use several buckets',
  };
}

function foldersWithVersions(): Problem {
  return {
    code: 'bucket-versioning',
    property: 'versioning',
    message: 'versioning true and hierarchicalNamespace true cannot be had together',
    fix: 'set one of them to false',
  };
}
