import type { Construct } from 'constructs';
import type { IGatewayAddress } from '../core/contracts/gateway-address';
import { nameProblems, type NameRule } from '../core/names/name';
import { accepted, ownId, refuseValues } from '../core/problems';
import { attributeOf, google } from './google';
import type { INetwork } from './network';
import { addCertificates, addRecord, type GatewayDns } from './network/gateway-dns';
import { requireServices } from './project-services';
import { ResourceConstruct } from './resource-construct';
import { nameOf, placeOf, placeProblems } from './stack-context';
import { takeName } from './unique-names';

interface CommonProps {
  /** The hosts that lead to the address. Those of a global one get certificates of Google. @default - none */
  readonly dns?: GatewayDns;
  /** The name of the address and of its certificate map. @default - the stack's prefix and the ids below it */
  readonly addressName?: string;
  /** @default - the stack's */
  readonly project?: string;
}

/** A regional address needs the network of the cluster, which has a `proxyRange`. */
export type GatewayAddressProps = CommonProps &
  (
    | {
        /** On the internet, by proxies around the world. */
        readonly reach?: 'global';
      }
    | {
        /** On the internet by proxies of one region, or in the network alone. */
        readonly reach: 'regional' | 'internal';
        /** The network of the cluster, with a `proxyRange`. */
        readonly network: INetwork;
      }
  );

const ADDRESS_NAME: NameRule = { what: 'address', max: 63, property: 'addressName' };

/**
 * A reserved address for a gateway of GKE, with DNS records and certificates of Google for its hosts.
 *
 * @example
 * const address = new GatewayAddress(stack, 'entry', { dns: { zone: 'acme-com', hosts: ['models.acme.com'] } });
 * new Gateway(chart, 'entry', {
 *   hosts: { 'models.acme.com': Certificate.google() },
 *   exposure: Exposure.externalLoadBalancer({ sourceRanges: 'everyone' }),
 *   backend: GatewayBackend.gke(address),
 * });
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/gateway-api
 */
export class GatewayAddress extends ResourceConstruct implements IGatewayAddress {
  /** An existing address. */
  static fromAttributes(attributes: IGatewayAddress): IGatewayAddress {
    const name = nameProblems(ADDRESS_NAME, attributes.addressName);
    return accepted('GatewayAddress.fromAttributes', [name], () => attributes);
  }

  readonly addressName: string;
  readonly reach: IGatewayAddress['reach'];
  readonly region?: string;
  readonly network?: INetwork;
  readonly proxyRange?: string;
  readonly certificateMap?: IGatewayAddress['certificateMap'];

  constructor(scope: Construct, id: string, props: GatewayAddressProps) {
    super(scope, ownId(scope, id));
    const { dns, reach = 'global' } = props;
    const network = 'network' in props ? props.network : undefined;
    const project = placeOf(this, 'project', props.project);
    const name = props.addressName ?? nameOf(this);
    const region = network && placeOf(this, 'region', network.region);
    this.addressName = name;
    this.reach = reach;
    this.region = region;
    this.network = network;
    this.proxyRange = network?.proxyRange;
    this.certificateMap = reach === 'global' && dns ? { name, hosts: dns.hosts } : undefined;
    refuseValues(this, placeProblems(this, 'project', props.project), nameProblems(ADDRESS_NAME, name));
    takeName(this, { kind: 'address', name, property: 'addressName', within: [project, region ?? 'global'] });
    const common = { project, name, dependsOn: requireServices(this, project, ['compute']) };
    const inNetwork = { addressType: 'INTERNAL', purpose: 'SHARED_LOADBALANCER_VIP', subnetwork: network?.subnetwork };
    const made =
      region === undefined
        ? new google.ComputeGlobalAddress(this, 'Resource', common)
        : new google.ComputeAddress(this, 'Resource', { ...common, region, ...(reach === 'internal' && inNetwork) });
    if (!dns) return;
    const place = { ...dns, hosts: [...new Set(dns.hosts)], project, name };
    for (const host of place.hosts) addRecord(this, place, host, 'A', attributeOf(made, 'address'));
    if (this.certificateMap) addCertificates(this, place);
  }
}
