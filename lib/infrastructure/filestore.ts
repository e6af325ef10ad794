import { Size } from 'cdk8s';
import type { Construct } from 'constructs';
import type { IFilestore } from '../core/contracts/filestore';
import { regionOf } from '../core/hardware/location';
import { locationAdvice } from '../core/hardware/zone-advice';
import { nameProblems, type NameRule } from '../core/names/name';
import { projectProblems } from '../core/names/project-id';
import { accepted, adviseAtSynth, ownId, problem, refuseValues, type Problem } from '../core/problems';
import { resourceOf } from './cluster/cluster-pools';
import { guideKey, keyProblems } from './encryption-key';
import { allocatedRangeProblems, reservedRangeProblems, takeRange } from './filestore/reserved-range';
import { capacityAdvice, capacityProblems, gibibytes, TIERS, type FilestoreTier } from './filestore/tiers';
import { google } from './google';
import type { INetwork } from './network';
import { overridden } from './overrides';
import { requireServices } from './project-services';
import { ResourceConstruct } from './resource-construct';
import { contextOf, nameOf, placeOf, placeProblems } from './stack-context';
import { takeName } from './unique-names';

export interface FilestoreProps {
  /** A zone; for the tiers REGIONAL and ENTERPRISE a region. A change replaces the instance and its files. */
  readonly location: string;
  /** The network that mounts it, such as `cluster.network`. A change replaces the instance. */
  readonly network: INetwork;
  /** The service tier. REGIONAL and ENTERPRISE keep files in several zones, the others in one. A change replaces the instance. @default 'BASIC_HDD' - the slowest for programs that read many small files */
  readonly tier?: FilestoreTier;
  /** The size of the share. A size that the tier does not have is refused. It can grow; BASIC tiers cannot shrink. @default - the least of the tier: 1 TiB, of BASIC_SSD 2.5 TiB, which is paid for whole */
  readonly capacity?: Size;
  /** The name of the instance. It cannot change: see docs/infrastructure.md. @default - the stack's prefix and the ids below it */
  readonly instanceName?: string;
  /** The name of the file share: up to 16 lower-case letters, digits and "_", beginning with a letter. @default 'share' */
  readonly shareName?: string;
  /** @default - the stack's */
  readonly project?: string;
  /** The way to the network. PRIVATE_SERVICE_ACCESS needs a private connection to Google's services, which a Network does not have. @default 'DIRECT_PEERING' */
  readonly connectMode?: 'DIRECT_PEERING' | 'PRIVATE_SERVICE_ACCESS';
  /**
   * The addresses of the instance: a /29 for the BASIC tiers, a /26 for the others; with PRIVATE_SERVICE_ACCESS the name of
   * an allocated range. @default - a free range that Google chooses
   */
  readonly reservedIpRange?: string;
  /** The full name of the key of Cloud KMS that encrypts the files, in the region. Refused for the BASIC tiers. @default - Google's keys */
  readonly encryptionKey?: string;
  /** True if the instance cannot be destroyed until this is turned off and deployed. @default - the stage's `protected`; without it a destruction deletes all files */
  readonly deletionProtection?: boolean;
}

/** Known facts about an existing instance. */
export type FilestoreAttributes = IFilestore;

const SHARE_NAME: NameRule = {
  what: 'file share',
  max: 16,
  property: 'shareName',
  form: 'lower-case letters, digits and "_", beginning with a letter',
  pattern: /^[a-z][a-z0-9_]*$/,
};
const INSTANCE_NAME: NameRule = { what: 'Filestore instance', max: 63, property: 'instanceName' };

/**
 * A Filestore instance: an NFS server of Google Cloud with one file share. `SharedVolumeSource.filestore` mounts it.
 * `filestore.node.defaultChild` is the google_filestore_instance, with all its overrides.
 *
 * @example
 * const files = new Filestore(stack, 'files', { location: 'us-central1-a', network: cluster.network });
 * new SharedVolume(chart, 'data', { source: SharedVolumeSource.filestore(files) });
 * @see https://cloud.google.com/filestore/docs/overview
 */
export class Filestore extends ResourceConstruct implements IFilestore {
  /** An existing instance. */
  static fromAttributes(attributes: FilestoreAttributes): IFilestore {
    return accepted('Filestore.fromAttributes', [attributeProblems(attributes)], () => attributes);
  }

  readonly instanceName: string;
  readonly location: string;
  readonly project: string;
  readonly shareName: string;
  readonly capacity: Size;
  readonly network: INetwork;

  constructor(scope: Construct, id: string, props: FilestoreProps) {
    super(scope, ownId(scope, id));
    const { location, network, tier = 'BASIC_HDD', connectMode = 'DIRECT_PEERING', reservedIpRange } = props;
    const { encryptionKey, shareName = 'share' } = props;
    const protection = props.deletionProtection ?? contextOf(this).protected;
    const { isGuarded, bands, place } = TIERS[tier];
    const isPeered = connectMode === 'DIRECT_PEERING';
    this.instanceName = props.instanceName ?? nameOf(this);
    this.location = location;
    this.project = placeOf(this, 'project', props.project);
    this.shareName = shareName;
    this.network = network;
    this.capacity = props.capacity ?? Size.gibibytes(bands[0].least);
    const rangeProblems = (range: string) =>
      isPeered ? reservedRangeProblems(range, tier, network) : allocatedRangeProblems(range);
    refuseValues(
      this,
      placeProblems(this, 'project', props.project),
      placeProblems(this, 'location', location, { code: 'filestore-location', kind: place }),
      nameProblems(INSTANCE_NAME, this.instanceName),
      nameProblems(SHARE_NAME, shareName),
      capacityProblems(tier, this.capacity),
      reservedIpRange === undefined ? [] : rangeProblems(reservedIpRange),
      isGuarded ? keyProblems('encryptionKey', encryptionKey, regionOf(location)) : basicKeyProblems(props),
    );
    if (reservedIpRange !== undefined && isPeered) takeRange(this, reservedIpRange, network);
    guideKey(this, 'files', { key: encryptionKey, project: this.project });
    adviseAtSynth(this, () => {
      const set = overridden(resourceOf(this), 'file_shares.capacity_gb');
      const capacity = typeof set === 'number' ? Size.gibibytes(set) : this.capacity;
      return [...locationAdvice([location]), ...capacityAdvice(tier, capacity)];
    });
    takeName(this, {
      kind: 'Filestore instance',
      name: this.instanceName,
      property: 'instanceName',
      within: [this.project, location],
      contents: 'all its files',
    });
    new google.FilestoreInstance(this, 'Resource', {
      project: this.project,
      name: this.instanceName,
      location,
      tier,
      fileShares: { name: shareName, capacityGb: Math.ceil(gibibytes(this.capacity)) },
      networks: [{ network: network.network, modes: ['MODE_IPV4'], connectMode, reservedIpRange }],
      kmsKeyName: encryptionKey,
      // Google refuses the field for the basic tiers.
      deletionProtectionEnabled: isGuarded ? protection : undefined,
      lifecycle: protection ? { preventDestroy: true } : undefined,
      dependsOn: requireServices(this, this.project, ['file']),
    });
  }
}

function* basicKeyProblems({ encryptionKey, tier = 'BASIC_HDD' }: FilestoreProps): Generator<Problem> {
  if (encryptionKey === undefined) return;
  const message = `instances of tier ${tier} cannot be encrypted with keys of yours`;
  yield problem('filestore-key', 'encryptionKey', message, "leave encryptionKey out, or use tier 'ZONAL'");
}

function* attributeProblems(attributes: FilestoreAttributes): Generator<Problem> {
  const { instanceName, project, shareName } = attributes;
  yield* nameProblems(INSTANCE_NAME, instanceName);
  yield* nameProblems({ ...SHARE_NAME, max: 63 }, shareName);
  yield* projectProblems(project);
}
