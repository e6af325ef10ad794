import type { StorageBucket } from '@cdktf/provider-google/lib/storage-bucket';
import type { StorageBucketIamMember } from '@cdktf/provider-google/lib/storage-bucket-iam-member';
import { Duration } from 'cdk8s';
import type { Construct } from 'constructs';
import type { BucketAccess, Grant, IBucket } from '../core/contracts/bucket';
import { isSameIdentity, type IWorkloadIdentity } from '../core/contracts/identity';
import { isRegion, type Places } from '../core/hardware/location';
import { locationAdvice } from '../core/hardware/zone-advice';
import { bucketNameProblems } from '../core/names/bucket-name';
import { resourceLabelProblems } from '../core/names/resource-label';
import {
  accepted,
  advise,
  checkAtSynth,
  countProblems,
  ownId,
  problem,
  refuseValues,
  type Advice,
  type Problem,
} from '../core/problems';
import { BucketLifecycle, type StorageClass } from './bucket-lifecycle';
import { guideKey, keyProblems } from './encryption-key';
import { attributeOf, google } from './google';
import { grantScope } from './grant-scope';
import { requireServices } from './project-services';
import { emailProblems } from './google-service-account';
import { ResourceConstruct } from './resource-construct';
import { contextOf, nameBelow, placeOf, placeProblems, stackOf, type StackContext } from './stack-context';
import { waitFor } from './stack-dependencies';
import { stateBucketProblems } from './state-bucket';
import { takeName } from './unique-names';

export interface BucketProps {
  /** Globally unique. @default - the project, the stack's prefix and the ids below the stack */
  readonly bucketName?: string;
  /** A region, or a larger area such as `US`. Reads are fast and free in the region of the cluster. @default - the stack's region */
  readonly location?: string;
  /** @default - the stack's */
  readonly project?: string;
  /** @default 'STANDARD' - the dearest for what nobody reads: `BucketLifecycle.moveTo` */
  readonly storageClass?: StorageClass;
  /**
   * Set to true to keep replaced and deleted objects as old versions. A bucket whose stage loses its protection keeps
   * versioning until you set `false`.
   *
   * @default - true in a protected stage, except with hierarchicalNamespace; otherwise unchanged, and off in a new bucket, which gives
   * back what a program replaced for 7 days alone, by Google's soft delete
   */
  readonly versioning?: boolean;
  /** Rules for old objects. @default - old versions are deleted after 30 days; other objects stay, and are paid for */
  readonly lifecycle?: readonly BucketLifecycle[];
  /** Set to true for real folders, which make checkpoints and renames fast. Excludes versioning. @default false */
  readonly hierarchicalNamespace?: boolean;
  /** The full name of the key of Cloud KMS that encrypts objects, in the bucket's location. @default - Google's keys */
  readonly encryptionKey?: string;
  /** Google Cloud labels of the bucket, for the bill, beside those of the stack's stage. @default {} */
  readonly resourceLabels?: Readonly<Record<string, string>>;
  /** The bucket that takes logs of all requests, below the name of this one. Let Google write to a bucket that others made. @default - no logs */
  readonly accessLogs?: IBucket;
  /**
   * Set to true to delete the objects with the bucket: by `cdktf destroy`, and by a change of its id, name, location or
   * project. Otherwise Terraform stops at a bucket that has objects. `deletionProtection` keeps them in any case.
   *
   * @default false
   */
  readonly forceDestroy?: boolean;
  /** True if the bucket cannot be destroyed until this is turned off and deployed. @default - the stage's `protected` */
  readonly deletionProtection?: boolean;
}

/** Known facts about an existing bucket. */
export interface BucketAttributes {
  readonly bucketName: string;
  /** The identities with rights on the bucket. @default - not known, not checked */
  readonly grants?: readonly Grant[];
}

/**
 * Areas of several regions, and pairs of regions, in 2026.
 *
 * @see https://cloud.google.com/storage/docs/locations
 */
const PLACES: Places = {
  code: 'bucket-location',
  kind: 'region',
  areas: ['ASIA', 'EU', 'US', 'ASIA1', 'EUR4', 'EUR5', 'EUR7', 'EUR8', 'NAM4'],
  anyCase: true,
};
/** @see https://cloud.google.com/storage/quotas */
const MOST_RULES = 100;
const ROLES: Readonly<Record<BucketAccess, string>> = {
  read: 'roles/storage.objectViewer',
  readWrite: 'roles/storage.objectUser',
};
/**
 * A Cloud Storage bucket. It is never public, and rights are granted on the whole bucket. `bucket.node.defaultChild` is
 * the google_storage_bucket, with all its overrides.
 *
 * @example
 * const data = new Bucket(stack, 'data');
 * data.grantRead(identity);
 * new DistributedTrainingJob(chart, 'resnet', { image, pool, identity, strategy, workers: 4, mounts: [Mount.bucket(data, '/data')] });
 * @see https://cloud.google.com/storage/docs/buckets
 */
export class Bucket extends ResourceConstruct implements IBucket {
  /** An existing bucket. */
  static fromAttributes(attributes: BucketAttributes): IBucket {
    const { bucketName } = attributes;
    const make = () => ({ ...attributes, url: `gs://${bucketName}` });
    return accepted('Bucket.fromAttributes', [bucketNameProblems(bucketName)], make);
  }

  readonly bucketName: string;
  readonly url: string;
  private readonly granted: Grant[] = [];
  private readonly resource: StorageBucket;
  private logWriter?: StorageBucketIamMember;

  constructor(scope: Construct, id: string, props: BucketProps = {}) {
    super(scope, ownId(scope, id));
    const context = contextOf(this);
    const project = placeOf(this, 'project', props.project);
    const location = placeOf(this, 'location', props.location);
    const { storageClass = 'STANDARD', hierarchicalNamespace = false, accessLogs } = props;
    const protection = props.deletionProtection ?? context.protected;
    const forceDestroy = props.forceDestroy === true && !protection;
    const versioning = hierarchicalNamespace
      ? (props.versioning ?? false)
      : (props.versioning ?? versioningOf(context));
    const lifecycle =
      props.lifecycle ?? (versioning === false ? [] : [BucketLifecycle.deleteOldVersionsAfter(Duration.days(30))]);
    const path = nameBelow(stackOf(this), this);
    this.bucketName = props.bucketName ?? `${project.replace(/[:.]/g, '-')}-${context.prefix.toLowerCase()}-${path}`;
    this.url = `gs://${this.bucketName}`;
    const wrongProject = [...placeProblems(this, 'project', props.project)];
    refuseValues(
      this,
      wrongProject,
      placeProblems(this, 'location', props.location, PLACES),
      countProblems('lifecycle-count', 'lifecycle', lifecycle.length, MOST_RULES),
      // The default name is made of the project.
      wrongProject.length > 0 && props.bucketName === undefined ? [] : bucketNameProblems(this.bucketName),
      resourceLabelProblems('resourceLabels', props.resourceLabels ?? {}),
      versioningProblems(versioning ?? false, hierarchicalNamespace),
      keyProblems('encryptionKey', props.encryptionKey, location),
    );
    advise(this, ...bucketAdvice(this.bucketName, props.location));
    guideKey(this, 'objects', { key: props.encryptionKey, project });
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
      labels: props.resourceLabels && { ...props.resourceLabels },
      uniformBucketLevelAccess: true,
      publicAccessPrevention: 'enforced',
      // Google refuses the block in a bucket with real folders, even if it turns versioning off.
      versioning: hierarchicalNamespace || versioning === undefined ? undefined : { enabled: versioning },
      hierarchicalNamespace: hierarchicalNamespace ? { enabled: true } : undefined,
      lifecycleRule: lifecycle.length > 0 ? lifecycle.map((rule) => rule.toTerraform()) : undefined,
      encryption: props.encryptionKey === undefined ? undefined : { defaultKmsKeyName: props.encryptionKey },
      logging: accessLogs && { logBucket: accessLogs.bucketName, logObjectPrefix: this.bucketName },
      forceDestroy,
      lifecycle: protection ? { preventDestroy: true } : undefined,
      dependsOn: waitFor(this, [
        ...requireServices(this, project, ['storage']),
        ...(accessLogs instanceof Bucket ? [accessLogs.takeAccessLogs()] : []),
      ]),
    });
  }

  private takeAccessLogs(): StorageBucketIamMember {
    this.logWriter ??= new google.StorageBucketIamMember(this, 'access-logs', {
      bucket: attributeOf(this.resource, 'name'),
      role: 'roles/storage.objectCreator',
      member: 'group:cloud-storage-analytics@google.com',
    });
    return this.logWriter;
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

/** Outside a protected stage nothing is written, which the provider reads as no change. */
function versioningOf(context: StackContext): true | undefined {
  return context.protected || undefined;
}

/** Advice about a new bucket: a region that the catalogue does not know, and a name that Google may refuse. */
function* bucketAdvice(bucketName: string, location?: string): Generator<Advice> {
  const region = location?.toLowerCase();
  // The region of a stage is checked at its stack.
  if (region !== undefined && isRegion(region)) yield* locationAdvice([region]);
  if (!bucketName.includes('.')) return;
  const plain = bucketName
    .replaceAll('.', '-')
    .slice(0, 63)
    .replace(/[-_]+$/, '');
  yield problem(
    'bucket-domain',
    'bucketName',
    `bucket name "${bucketName}" has a dot, so Google takes it for a domain and wants a proof that whoever deploys owns it`,
    `use a name without dots, such as "${plain}", or acknowledge this if the domain is verified`,
  );
}

function* versioningProblems(versioning: boolean, hierarchicalNamespace: boolean): Generator<Problem> {
  if (!versioning || !hierarchicalNamespace) return;
  const message = 'versioning true and hierarchicalNamespace true exclude each other';
  yield problem('bucket-versioning', 'versioning', message, 'set one of them to false');
}
