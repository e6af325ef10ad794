import type { StorageBucket } from '@cdktf/provider-google/lib/storage-bucket';
import { Duration } from 'cdk8s';
import { Construct } from 'constructs';
import type { BucketAccess, Grant, IBucket } from '../core/contracts/bucket';
import { IDENTITY, isSameIdentity, type IWorkloadIdentity } from '../core/contracts/identity';
import { isRegion } from '../core/hardware/location';
import { locationAdvice } from '../core/hardware/zone-advice';
import { BUCKET_NAME, bucketNameProblems } from '../core/names/bucket-name';
import { pathBelow } from '../core/names/name';
import { PROJECT } from '../core/names/project-id';
import { advise, checkAtSynth, checkProps, type Advice } from '../core/problems/check';
import { acceptedType, refuses, refuseValues } from '../core/problems/errors';
import { problem, type Problem } from '../core/problems/problem';
import {
  choice,
  FLAG,
  listOf,
  object,
  optional,
  optionProblems,
  text,
  typeProblems,
  type Rules,
} from '../core/problems/rules';
import { ownId } from '../core/problems/own-id';
import {
  BUCKET_LIFECYCLE,
  BucketLifecycle,
  lifecycleProblems,
  STORAGE_CLASSES,
  type StorageClass,
} from './bucket-lifecycle';
import { locationProblems } from './bucket-location';
import { ENCRYPTION_KEY, guideKey, keyProblems } from './encryption-key';
import { attributeOf, google } from './google';
import { grantScope } from './grant-scope';
import { requireServices } from './project-services';
import { emailProblems } from './service-account';
import { contextOf, placeOf, placeProblems, stackOf, type StackContext } from './stack-context';
import { stateBucketProblems } from './state-bucket';
import { takeName } from './unique-names';

/** The location of a bucket, and how long it keeps objects. */
export interface BucketProps {
  /** Globally unique. @default - the project, the stack's prefix and the ids below the stack */
  readonly bucketName?: string;
  /** A region, or a larger area such as `US`. Reads are fast and free in the region of the cluster. @default - the stack's region */
  readonly location?: string;
  /** @default - the stack's */
  readonly project?: string;
  /** @default 'STANDARD' */
  readonly storageClass?: StorageClass;
  /**
   * Whether replaced and deleted objects are kept as old versions. If a stage loses its protection, its buckets go on
   * keeping them until `false` is given.
   *
   * @default - true in a protected stage, but not with hierarchicalNamespace; else it stays as it is, and a new bucket keeps none
   */
  readonly versioning?: boolean;
  /** @default - old versions are deleted after 30 days; other objects stay */
  readonly lifecycle?: readonly BucketLifecycle[];
  /** Real folders, which make checkpoints and renames fast. They exclude versioning. @default false */
  readonly hierarchicalNamespace?: boolean;
  /** The full name of the key of Cloud KMS that encrypts objects, in the bucket's location. @default - Google's keys */
  readonly encryptionKey?: string;
  /**
   * Whether the objects are deleted with the bucket: by `cdktf destroy`, and by a change of its id, name, location or
   * project. Otherwise Terraform stops at a bucket that has objects. With `deletionProtection` they stay as well.
   *
   * @default false
   */
  readonly forceDestroy?: boolean;
  /** Whether destroying the bucket is refused until this is turned off and deployed. @default - the stage's `protected` */
  readonly deletionProtection?: boolean;
}

const BUCKET_PROPS: Rules<BucketProps> = {
  bucketName: optional(BUCKET_NAME),
  location: optional(text('name the location')),
  project: optional(PROJECT),
  storageClass: optional(choice(...STORAGE_CLASSES)),
  versioning: optional(FLAG),
  lifecycle: optional(listOf(BUCKET_LIFECYCLE)),
  hierarchicalNamespace: optional(FLAG),
  encryptionKey: optional(ENCRYPTION_KEY),
  forceDestroy: optional(FLAG),
  deletionProtection: optional(FLAG),
};

/** Known facts about an existing bucket. */
export interface BucketAttributes {
  readonly bucketName: string;
  /** Who may read or write. @default - not known, not checked */
  readonly grants?: readonly Grant[];
}

const GRANT: Rules<Grant> = { identity: IDENTITY, access: choice('read', 'readWrite') };
const BUCKET_ATTRIBUTES: Rules<BucketAttributes> = {
  bucketName: BUCKET_NAME,
  grants: optional(listOf(object(GRANT, "give { identity: …, access: 'read' }"))),
};

const ROLES: Readonly<Record<BucketAccess, string>> = {
  read: 'roles/storage.objectViewer',
  readWrite: 'roles/storage.objectUser',
};
/**
 * A Cloud Storage bucket. It is never public, and rights are granted on the whole bucket. `bucket.node.defaultChild` is
 * the google_storage_bucket, with all its overrides.
 *
 * @see https://cloud.google.com/storage/docs/buckets
 */
export class Bucket extends Construct implements IBucket {
  /** An existing bucket. */
  static fromAttributes(attributes: BucketAttributes): IBucket {
    const { bucketName } = { ...attributes };
    const types = optionProblems(attributes, BUCKET_ATTRIBUTES);
    const make = () => ({ ...attributes, url: `gs://${bucketName}` });
    return acceptedType('Bucket.fromAttributes', types, bucketNameProblems(bucketName), make);
  }

  readonly bucketName: string;
  readonly url: string;
  private readonly granted: Grant[] = [];
  private readonly resource: StorageBucket;

  constructor(scope: Construct, id: string, props: BucketProps = {}) {
    super(scope, ownId(scope, id));
    const usable = checkProps(this, props, BUCKET_PROPS);
    const context = contextOf(this);
    const project = placeOf(this, 'project', usable.project);
    const location = placeOf(this, 'location', usable.location);
    const { storageClass = 'STANDARD', hierarchicalNamespace = false } = usable;
    const protection = usable.deletionProtection ?? context.protected;
    const forceDestroy = usable.forceDestroy === true && !protection;
    const versioning = hierarchicalNamespace
      ? (usable.versioning ?? false)
      : (usable.versioning ?? versioningOf(context));
    const lifecycle =
      usable.lifecycle ?? (versioning === false ? [] : [BucketLifecycle.deleteOldVersionsAfter(Duration.days(30))]);
    const path = pathBelow(stackOf(this), this);
    this.bucketName = usable.bucketName ?? `${project.replace(/[:.]/g, '-')}-${context.prefix.toLowerCase()}-${path}`;
    this.url = `gs://${this.bucketName}`;
    const wrongProject = [...placeProblems(this, 'project', usable.project)];
    refuseValues(this, [
      ...wrongProject,
      ...placeProblems(this, 'location', usable.location),
      // The default name is made of the project.
      ...(wrongProject.length > 0 && usable.bucketName === undefined ? [] : bucketNameProblems(this.bucketName)),
      ...locationProblems(location),
      ...lifecycleProblems(lifecycle),
      ...versioningProblems(versioning ?? false, hierarchicalNamespace),
      ...keyProblems('encryptionKey', usable.encryptionKey, location),
    ]);
    advise(this, ...bucketAdvice(this.bucketName, usable.location));
    guideKey(this, 'objects', { key: usable.encryptionKey, project });
    takeName(this, {
      kind: 'bucket',
      name: this.bucketName,
      property: 'bucketName',
      within: [],
      contents: 'all its objects',
      guarded: !forceDestroy,
    });
    checkAtSynth(this, () => stateBucketProblems(this, this.bucketName, forceDestroy));
    this.resource = new google.StorageBucket(this, 'Resource', {
      project,
      name: this.bucketName,
      location,
      storageClass,
      uniformBucketLevelAccess: true,
      publicAccessPrevention: 'enforced',
      // Google refuses the block in a bucket with real folders, even if it turns versioning off.
      versioning: hierarchicalNamespace || versioning === undefined ? undefined : { enabled: versioning },
      hierarchicalNamespace: hierarchicalNamespace ? { enabled: true } : undefined,
      lifecycleRule: lifecycle.length > 0 ? lifecycle.map((rule) => rule.toTerraform()) : undefined,
      encryption: usable.encryptionKey === undefined ? undefined : { defaultKmsKeyName: usable.encryptionKey },
      forceDestroy,
      lifecycle: protection ? { preventDestroy: true } : undefined,
      dependsOn: requireServices(this, project, ['storage']),
    });
  }

  /** The grants that this program makes. */
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
    if (refuses(this, typeProblems({ identity }, { identity: IDENTITY }))) return;
    refuseValues(this, emailProblems('identity.email', identity.email));
    if (this.granted.some((grant) => grant.access === access && isSameIdentity(grant.identity, identity))) return;
    this.granted.push({ identity, access });
    const { scope, dependsOn } = grantScope(this, this.resource, identity.email);
    const id = `${access}-${scope === this ? identity.email : this.bucketName}`;
    if (scope.node.tryFindChild(id)) return;
    new google.StorageBucketIamMember(scope, id, {
      bucket: scope === this ? attributeOf(this.resource, 'name') : this.bucketName,
      role: ROLES[access],
      member: `serviceAccount:${identity.email}`,
      dependsOn,
    });
  }
}

/** Without protection nothing is written, which the provider takes for no change. */
function versioningOf(context: StackContext): true | undefined {
  return context.protected || undefined;
}

/** Advice on a bucket that is made: a region that the catalogue does not know, and a name that Google may refuse. */
function* bucketAdvice(bucketName: string, location?: string): Generator<Advice> {
  const region = location?.toLowerCase();
  // The region of a stage is checked at its stack.
  if (region !== undefined && isRegion(region)) yield* locationAdvice([region]);
  if (!bucketName.includes('.')) return;
  yield problem(
    'bucket-domain',
    'bucketName',
    `bucket name "${bucketName}" has a dot, so Google takes it for a domain and wants a proof that whoever deploys owns it`,
    `use a name without dots, such as "${bucketName.replaceAll('.', '-')}", or acknowledge this if the domain is verified`,
  );
}

function* versioningProblems(versioning: boolean, hierarchicalNamespace: boolean): Generator<Problem> {
  if (!versioning || !hierarchicalNamespace) return;
  const message = 'versioning true and hierarchicalNamespace true exclude each other';
  yield problem('bucket-versioning', 'versioning', message, 'set one of them to false');
}
