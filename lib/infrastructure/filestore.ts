import { Size } from 'cdk8s';
import { Construct } from 'constructs';
import { NETWORK_FACT } from '../core/contracts/cluster';
import type { IFilestore } from '../core/contracts/filestore';
import { regionOf } from '../core/hardware/location';
import { locationAdvice } from '../core/hardware/zone-advice';
import { nameProblems, nameText, type NameRule } from '../core/names/name';
import { PROJECT, projectProblems } from '../core/names/project-id';
import { adviseAtSynth, checkProps } from '../core/problems/check';
import { acceptedType, refuseValues } from '../core/problems/errors';
import { problem, type Problem } from '../core/problems/problem';
import { choice, FLAG, optional, optionProblems, SIZE, text, type Rules } from '../core/problems/rules';
import { ownId } from '../core/problems/own-id';
import { ENCRYPTION_KEY, guideKey, keyProblems } from './encryption-key';
import { allocatedRangeProblems, reservedRangeProblems, takeRange } from './filestore/reserved-range';
import {
  capacityAdvice,
  capacityProblems,
  gibibytes,
  TIER_NAMES,
  TIERS,
  tierPlaceProblems,
  type FilestoreTier,
} from './filestore/tiers';
import { google } from './google';
import { NETWORK, type INetwork } from './network';
import { requireServices } from './project-services';
import { contextOf, nameOf, placeOf, placeProblems } from './stack-context';
import { takeName } from './unique-names';

/** The place, the tier and the network of an instance. */
export interface FilestoreProps {
  /** A zone; for the tiers REGIONAL and ENTERPRISE a region. A change replaces the instance and its files. */
  readonly location: string;
  /** The network that mounts it, such as `cluster.network`. A change replaces the instance. */
  readonly network: INetwork;
  /** BASIC_HDD, BASIC_SSD and ZONAL keep files in one zone, REGIONAL and ENTERPRISE in several. A change replaces the instance. @default 'BASIC_HDD' */
  readonly tier?: FilestoreTier;
  /** The size of the share. Refused: a size that the tier does not have. It can grow; those of the BASIC tiers cannot shrink. @default - the least of the tier: 1 TiB, of BASIC_SSD 2.5 TiB */
  readonly capacity?: Size;
  /** It cannot change: docs/infrastructure.md tells what to do instead. @default - the stack's prefix and the ids below it */
  readonly instanceName?: string;
  /** The name of the file share: up to 16 lower-case letters, digits and "_", beginning with a letter. @default 'share' */
  readonly shareName?: string;
  /** @default - the stack's */
  readonly project?: string;
  /** PRIVATE_SERVICE_ACCESS needs a private connection to Google's services in the network; a Network does not have one. @default 'DIRECT_PEERING' */
  readonly connectMode?: 'DIRECT_PEERING' | 'PRIVATE_SERVICE_ACCESS';
  /**
   * The addresses of the instance: a /29 for the BASIC tiers, a /26 for the others; with PRIVATE_SERVICE_ACCESS the name of
   * an allocated range. @default - free ones that Google finds
   */
  readonly reservedIpRange?: string;
  /** The full name of the key of Cloud KMS that encrypts the files, in the region. Refused for the BASIC tiers. @default - Google's keys */
  readonly encryptionKey?: string;
  /** Whether destroying the instance is refused until this is turned off and deployed. @default - the stage's `protected` */
  readonly deletionProtection?: boolean;
}

const FILESTORE_PROPS: Rules<FilestoreProps> = {
  location: text('name the zone, such as "us-east1-c"'),
  network: NETWORK,
  tier: optional(choice(...TIER_NAMES)),
  capacity: optional(SIZE),
  instanceName: optional(nameText()),
  shareName: optional(text('name the share, such as "data"')),
  project: optional(PROJECT),
  connectMode: optional(choice('DIRECT_PEERING', 'PRIVATE_SERVICE_ACCESS')),
  reservedIpRange: optional(text('give a range such as "10.60.0.0/29"')),
  encryptionKey: optional(ENCRYPTION_KEY),
  deletionProtection: optional(FLAG),
};

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

const FILESTORE_ATTRIBUTES: Rules<FilestoreAttributes> = {
  instanceName: nameText(),
  location: text('name its zone or region, such as "us-east1-c"'),
  project: PROJECT,
  shareName: text('name the share, such as "share"'),
  capacity: SIZE,
  network: optional(NETWORK_FACT),
  ipAddress: optional(text('give its address, such as "10.60.0.2"')),
};

/**
 * A Filestore instance: an NFS server of Google Cloud with one file share. `SharedVolumeSource.filestore` mounts it.
 * `filestore.node.defaultChild` is the google_filestore_instance, with all its overrides.
 *
 * @see https://cloud.google.com/filestore/docs/overview
 */
export class Filestore extends Construct implements IFilestore {
  /** An existing instance. */
  static fromAttributes(attributes: FilestoreAttributes): IFilestore {
    const types = optionProblems(attributes, FILESTORE_ATTRIBUTES);
    return acceptedType('Filestore.fromAttributes', types, attributeProblems(attributes), () => attributes);
  }

  readonly instanceName: string;
  readonly location: string;
  readonly project: string;
  readonly shareName: string;
  readonly capacity: Size;
  readonly network: INetwork;

  constructor(scope: Construct, id: string, props: FilestoreProps) {
    super(scope, ownId(scope, id));
    const usable = checkProps(this, props, FILESTORE_PROPS);
    const { location, network, tier = 'BASIC_HDD', connectMode = 'DIRECT_PEERING', reservedIpRange } = usable;
    const { encryptionKey, shareName = 'share' } = usable;
    const protection = usable.deletionProtection ?? contextOf(this).protected;
    const { isGuarded, bands } = TIERS[tier];
    const range = reservedIpRange === undefined ? undefined : { range: reservedIpRange, tier, network };
    const isPeered = connectMode === 'DIRECT_PEERING';
    this.instanceName = usable.instanceName ?? nameOf(this);
    this.location = location;
    this.project = placeOf(this, 'project', usable.project);
    this.shareName = shareName;
    this.network = network;
    this.capacity = usable.capacity ?? Size.gibibytes(bands[0].least);
    refuseValues(this, [
      ...placeProblems(this, 'project', usable.project),
      ...nameProblems(INSTANCE_NAME, this.instanceName),
      ...nameProblems(SHARE_NAME, shareName),
      ...tierPlaceProblems(tier, location),
      ...capacityProblems(tier, this.capacity),
      ...(range && isPeered ? reservedRangeProblems(range.range, tier, network) : []),
      ...(range && !isPeered ? allocatedRangeProblems(range.range) : []),
      ...(isGuarded ? keyProblems('encryptionKey', encryptionKey, regionOf(location)) : basicKeyProblems(usable)),
    ]);
    if (range && isPeered) takeRange(this, range);
    guideKey(this, 'files', { key: encryptionKey, project: this.project });
    adviseAtSynth(this, () => [...locationAdvice([location]), ...capacityAdvice(tier, this.capacity)]);
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
