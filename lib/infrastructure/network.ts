import type { ComputeSubnetwork } from '@cdktf/provider-google/lib/compute-subnetwork';
import type { Construct } from 'constructs';
import type { Places } from '../core/hardware/location';
import { locationAdvice } from '../core/hardware/zone-advice';
import { nameProblems, type NameRule } from '../core/names/name';
import { accepted, adviseAtSynth, ownId, problem, refuseValues, type Problem } from '../core/problems';
import { attributeOf, google } from './google';
import { addPrivateGoogleApis } from './network/private-google-apis';
import { knownRangeProblems, rangeProblems } from './network/range-problems';
import { ResourceConstruct } from './resource-construct';
import { nameOf, placeOf, placeProblems } from './stack-context';
import { requireServices } from './project-services';
import { takeName } from './unique-names';

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
  /** The addresses of services. @default - not known, not checked */
  readonly serviceRange?: string;
  /** The addresses of the proxies of regional gateways. @default - it has none */
  readonly proxyRange?: string;
  /** True if the names of Google's APIs lead to private addresses. @default - not known */
  readonly privateGoogleApis?: boolean;
  /** True if an existing network has a private connection to Google's services, such as Cloud SQL. @default - not known */
  readonly privateServices?: boolean;
}

const NEED = 'clusters need a subnetwork with one secondary range for pods and one for services';

export interface NetworkProps {
  /** @default - the stack's */
  readonly project?: string;
  /** @default - the stack's */
  readonly region?: string;
  /** The name of the network, its subnetwork, its router and its NAT. @default - the stack's prefix and the ids below it */
  readonly networkName?: string;
  /** Addresses of nodes and control planes, /8 to /29. Google keeps 4 of them. @default '10.0.0.0/20' - one cluster of 4091 nodes */
  readonly primaryRange?: string;
  /**
   * Addresses of pods, /8 to /29; a node with 110 pods takes 256 of them. Google refuses to change it while a cluster uses
   * it, although the plan says "in place": see docs/infrastructure.md.
   *
   * @default '10.4.0.0/14' - 1024 nodes
   */
  readonly podRange?: string;
  /** Addresses of services, /16 to /27. Like `podRange`, it cannot change while a cluster uses it. @default '10.1.0.0/20' - 4096 services */
  readonly serviceRange?: string;
  /**
   * Addresses of the proxies of regional and internal gateways, in a subnetwork of their own: /23 is usual, /26 the least.
   *
   * @default - none
   * @see https://cloud.google.com/load-balancing/docs/proxy-only-subnets
   */
  readonly proxyRange?: string;
  /** True if a sample of the traffic is logged. @default true - Cloud Logging bills it by the amount */
  readonly flowLogs?: boolean;
  /**
   * True if a private DNS zone leads the names of Google's APIs to the addresses of private.googleapis.com, which
   * `defaultDenyEgress` of a `ClusterChart` lets pods reach.
   *
   * @default false - they lead to public addresses, which change
   * @see https://cloud.google.com/vpc/docs/configure-private-google-access
   */
  readonly privateGoogleApis?: boolean;
}

export const NETWORK_NAME: NameRule = { what: 'network', min: 2, max: 63, property: 'networkName' };
const PLACES: Places = { code: 'location-form', kind: 'region' };
const POD_RANGE_NAME = 'pods';
const SERVICE_RANGE_NAME = 'services';

/**
 * A network for private nodes: one subnetwork with ranges for pods and services, Private Google Access, and Cloud NAT for
 * outgoing connections. Nothing reaches the nodes from outside.
 *
 * @example
 * const network = new Network(stack, 'network', { podRange: '10.8.0.0/13' });
 * new TrainingCluster(stack, 'a', { location: 'us-central1-a', network });
 * new TrainingCluster(stack, 'b', { location: 'us-central1-b', network });
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/alias-ips
 */
export class Network extends ResourceConstruct implements INetwork {
  /** An existing network. */
  static fromAttributes(attributes: INetwork): INetwork {
    return accepted('Network.fromAttributes', [attributeProblems(attributes)], () => attributes);
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
  readonly proxyRange?: string;
  readonly privateGoogleApis: boolean;

  constructor(scope: Construct, id: string, props: NetworkProps = {}) {
    super(scope, ownId(scope, id));
    const { primaryRange = '10.0.0.0/20', podRange = '10.4.0.0/14', serviceRange = '10.1.0.0/20' } = props;
    const name = props.networkName ?? nameOf(this);
    this.project = placeOf(this, 'project', props.project);
    this.region = placeOf(this, 'region', props.region);
    this.primaryRange = primaryRange;
    this.podRange = podRange;
    this.serviceRange = serviceRange;
    this.proxyRange = props.proxyRange;
    // The region of a cluster's own network is checked at the cluster, and that of a stage at its stack.
    const isOfCluster = 'location' in scope;
    this.privateGoogleApis = props.privateGoogleApis ?? false;
    refuseValues(
      this,
      placeProblems(this, 'project', props.project),
      placeProblems(this, 'region', props.region, isOfCluster ? undefined : PLACES),
      nameProblems(NETWORK_NAME, name),
      rangeProblems({ primaryRange, podRange, serviceRange, proxyRange: props.proxyRange }),
    );
    takeName(this, { kind: 'network', name, property: 'networkName', within: [this.project] });
    if (props.region !== undefined && !isOfCluster) adviseAtSynth(this, () => locationAdvice([this.region]));

    const place: Place = { project: this.project, name };
    const made = new google.ComputeNetwork(this, 'Resource', {
      ...place,
      autoCreateSubnetworks: false,
      dependsOn: requireServices(this, this.project, ['compute']),
    });
    this.network = attributeOf(made, 'id');
    this.subnetwork = attributeOf(this.addSubnetwork(place, props.flowLogs ?? true), 'id');
    this.addNat(place);
    if (this.proxyRange !== undefined) this.addProxies(place, this.proxyRange);
    if (this.privateGoogleApis) addPrivateGoogleApis(this, { ...place, network: this.network });
  }

  private addSubnetwork(place: Place, flowLogs: boolean): ComputeSubnetwork {
    return new google.ComputeSubnetwork(this, 'subnetwork', {
      ...place,
      region: this.region,
      network: this.network,
      ipCidrRange: this.primaryRange,
      privateIpGoogleAccess: true,
      secondaryIpRange: [
        { rangeName: POD_RANGE_NAME, ipCidrRange: this.podRange },
        { rangeName: SERVICE_RANGE_NAME, ipCidrRange: this.serviceRange },
      ],
      // Always written: without the block the provider keeps the current setting.
      logConfig: flowLogs
        ? { aggregationInterval: 'INTERVAL_10_MIN', flowSampling: 0.5, metadata: 'INCLUDE_ALL_METADATA' }
        : { flowSampling: 0 },
    });
  }

  private addProxies({ project, name }: Place, ipCidrRange: string): void {
    new google.ComputeSubnetwork(this, 'proxies', {
      ...{ project, name: `${name}-proxies`, region: this.region, network: this.network, ipCidrRange },
      ...{ purpose: 'REGIONAL_MANAGED_PROXY', role: 'ACTIVE' },
    });
  }

  /** Nodes have no public address. Their outgoing connections go through Cloud NAT. */
  private addNat(place: Place): void {
    const router = new google.ComputeRouter(this, 'router', { ...place, region: this.region, network: this.network });
    new google.ComputeRouterNat(this, 'nat', {
      ...place,
      region: this.region,
      router: attributeOf(router, 'name'),
      natIpAllocateOption: 'AUTO_ONLY',
      sourceSubnetworkIpRangesToNat: 'LIST_OF_SUBNETWORKS',
      subnetwork: [{ name: this.subnetwork, sourceIpRangesToNat: ['ALL_IP_RANGES'] }],
      logConfig: { enable: true, filter: 'ERRORS_ONLY' },
    });
  }
}

/** The common arguments of a network's parts. */
interface Place {
  readonly project: string;
  readonly name: string;
}

function* attributeProblems(attributes: INetwork): Generator<Problem> {
  for (const property of ['network', 'subnetwork', 'podRangeName', 'serviceRangeName'] as const) {
    if (attributes[property].trim() !== '') continue;
    const message = `${property} is empty, but a cluster cannot use a network without it`;
    yield problem('network-attribute', property, message, `name it; ${NEED}`);
  }
  yield* sameRangeProblems(attributes);
  yield* knownRangeProblems(attributes);
}

function* sameRangeProblems({ podRangeName, serviceRangeName }: INetwork): Generator<Problem> {
  if (podRangeName !== serviceRangeName || podRangeName.trim() === '') return;
  yield problem(
    'network-attribute',
    'serviceRangeName',
    `podRangeName and serviceRangeName are both "${podRangeName}", but pods and services cannot share a range`,
    `name the secondary range for services; ${NEED}`,
  );
}
