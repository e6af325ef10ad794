import { ComputeNetwork } from '@cdktf/provider-google/lib/compute-network';
import { ComputeRouter } from '@cdktf/provider-google/lib/compute-router';
import { ComputeRouterNat } from '@cdktf/provider-google/lib/compute-router-nat';
import { ComputeSubnetwork } from '@cdktf/provider-google/lib/compute-subnetwork';
import { Construct } from 'constructs';
import { adviseAtSynth } from '../core/problems/check';
import { cidrProblems, overlapProblems, parseCidr, reservedProblems } from './network/cidr';
import { flagProblems, optionsProblems, textProblems } from '../core/problems/given';
import { nameProblems, type NameRule } from '../core/names/name';
import { refuse } from '../core/problems/errors';
import type { Problem } from '../core/problems/problem';
import { locationAdvice } from '../core/hardware/zones';
import { takeName } from './unique-names';
import { nameOf, placeOf } from './stack-context';
import { requireServices } from './project-services';

/** Where clusters and their pods get addresses from. */
export interface INetwork {
  /** The network: a name, an id or a self link. */
  readonly network: string;
  /** The subnetwork of the nodes: a name, an id or a self link. */
  readonly subnetwork: string;
  /** The name of the subnetwork's secondary range for pods. */
  readonly podRangeName: string;
  /** The name of the subnetwork's secondary range for services. */
  readonly serviceRangeName: string;
  /** The region of the subnetwork. @default - not known, not checked */
  readonly region?: string;
  /** The addresses of nodes. @default - not known, not checked */
  readonly primaryRange?: string;
  /** The addresses of pods. @default - not known, not checked */
  readonly podRange?: string;
}

/** Where a network is, and the ranges of its addresses. */
export interface NetworkProps {
  /** @default - the stack's */
  readonly project?: string;
  /** @default - the stack's */
  readonly region?: string;
  /** Name of the network and of what is in it. @default - the stack's prefix and the ids below it */
  readonly networkName?: string;
  /** Addresses of nodes. @default '10.0.0.0/20' - 4092 nodes */
  readonly primaryRange?: string;
  /** Addresses of pods; a node with 110 pods takes 256 of them. @default '10.4.0.0/14' - 1024 nodes */
  readonly podRange?: string;
  /** Addresses of services, /16 to /27. @default '10.1.0.0/20' - 4096 services */
  readonly serviceRange?: string;
  /** Whether a sample of the traffic is logged. @default true */
  readonly flowLogs?: boolean;
}

export const NETWORK_NAME: NameRule = { what: 'network', min: 2, max: 63, property: 'networkName' };
const POD_RANGE_NAME = 'pods';
const SERVICE_RANGE_NAME = 'services';

/**
 * A network for private nodes: one subnetwork with ranges for pods and services, Private Google
 * Access, and Cloud NAT for what nodes fetch from elsewhere. Nothing reaches the nodes from outside.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/alias-ips
 */
export class Network extends Construct implements INetwork {
  /** A network that is there already. */
  static fromAttributes(attributes: INetwork): INetwork {
    const required = ['network', 'subnetwork', 'podRangeName', 'serviceRangeName'] as const;
    const given = { ...attributes };
    const ranges = { primaryRange: given.primaryRange, podRange: given.podRange };
    refuse('Network.fromAttributes', [
      ...required.flatMap((property) => attributeProblems(property, given[property])),
      ...Object.entries(ranges).flatMap(([property, text]) => (text === undefined ? [] : cidrProblems(property, text))),
    ]);
    return attributes;
  }

  readonly network: string;
  readonly subnetwork: string;
  readonly podRangeName = POD_RANGE_NAME;
  readonly serviceRangeName = SERVICE_RANGE_NAME;
  readonly project: string;
  readonly region: string;
  readonly primaryRange: string;
  readonly podRange: string;
  readonly serviceRange: string;

  constructor(scope: Construct, id: string, props: NetworkProps = {}) {
    super(scope, id);
    refuse(this, optionsProblems(props));
    const { primaryRange = '10.0.0.0/20', podRange = '10.4.0.0/14', serviceRange = '10.1.0.0/20' } = props;
    const name = props.networkName ?? nameOf(this);
    this.project = placeOf(this, 'project', props.project);
    this.region = placeOf(this, 'region', props.region);
    this.primaryRange = primaryRange;
    this.podRange = podRange;
    this.serviceRange = serviceRange;
    const ranges = { primaryRange, podRange, serviceRange };
    refuse(this, [
      ...nameProblems(NETWORK_NAME, name),
      ...flagProblems(props, 'flowLogs'),
      ...Object.entries(ranges).flatMap(([property, text]) => [
        ...cidrProblems(property, text),
        ...reservedProblems(property, text),
        ...rangeSizeProblems(property, text, property === 'serviceRange' ? SERVICE_SIZES : SUBNETWORK_SIZES),
      ]),
      ...overlapProblems(ranges),
    ]);
    takeName(this, { kind: 'network', name, property: 'networkName', within: [this.project] });
    adviseAtSynth(this, () => locationAdvice([this.region]));

    const place = { project: this.project, name };
    const network = new ComputeNetwork(this, 'Resource', {
      ...place,
      autoCreateSubnetworks: false,
      dependsOn: requireServices(this, this.project, ['compute']),
    });
    const subnetwork = new ComputeSubnetwork(this, 'subnetwork', {
      ...place,
      region: this.region,
      network: network.id,
      ipCidrRange: primaryRange,
      privateIpGoogleAccess: true,
      secondaryIpRange: [
        { rangeName: POD_RANGE_NAME, ipCidrRange: podRange },
        { rangeName: SERVICE_RANGE_NAME, ipCidrRange: serviceRange },
      ],
      // Left out, the provider would leave on what is on.
      logConfig:
        (props.flowLogs ?? true)
          ? { aggregationInterval: 'INTERVAL_10_MIN', flowSampling: 0.5, metadata: 'INCLUDE_ALL_METADATA' }
          : { flowSampling: 0 },
    });
    const router = new ComputeRouter(this, 'router', { ...place, region: this.region, network: network.id });
    new ComputeRouterNat(this, 'nat', {
      ...place,
      region: this.region,
      router: router.name,
      natIpAllocateOption: 'AUTO_ONLY',
      sourceSubnetworkIpRangesToNat: 'LIST_OF_SUBNETWORKS',
      subnetwork: [{ name: subnetwork.id, sourceIpRangesToNat: ['ALL_IP_RANGES'] }],
      logConfig: { enable: true, filter: 'ERRORS_ONLY' },
    });
    this.network = network.id;
    this.subnetwork = subnetwork.id;
  }
}

/** The shortest and longest prefix that a range can have. */
interface RangeSizes {
  readonly what: string;
  readonly min: number;
  readonly max: number;
}

/** Compute Engine's limits. */
const SUBNETWORK_SIZES: RangeSizes = { what: "a subnetwork's range", min: 8, max: 29 };
/** GKE's limits. */
const SERVICE_SIZES: RangeSizes = { what: "a cluster's range for services", min: 16, max: 27 };

function rangeSizeProblems(property: string, text: string, { what, min, max }: RangeSizes): Problem[] {
  const cidr = parseCidr(text);
  if (!cidr || (cidr.prefix >= min && cidr.prefix <= max)) return [];
  return [
    {
      code: 'cidr-size',
      property,
      message: `${property} "${text}" is a /${cidr.prefix}, but ${what} is between /${min} and /${max}`,
      fix: `use a /${cidr.prefix < min ? min : max} or ${cidr.prefix < min ? 'smaller' : 'larger'}, such as "10.0.0.0/20"`,
    },
  ];
}

function attributeProblems(property: string, value: string): Problem[] {
  const fix = `set ${property} as the network has it; clusters need a subnetwork with one secondary range for pods and one for services`;
  const noText = textProblems(property, value, fix);
  if (noText.length > 0 || value.trim() !== '') return noText;
  return [
    {
      code: 'network-attribute',
      property,
      message: `${property} is empty, but a cluster cannot use a network without it`,
      fix,
    },
  ];
}
