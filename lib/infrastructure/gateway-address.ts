import { Construct } from 'constructs';
import type { IGatewayAddress } from '../core/contracts/gateway-address';
import { nameProblems, type NameRule } from '../core/names/name';
import { refuseValues } from '../core/problems/errors';
import { ownId } from '../core/problems/own-id';
import { attributeOf, google } from './google';
import type { INetwork } from './network';
import { addGatewayDns, certificateName, type GatewayDns } from './network/gateway-dns';
import { requireServices } from './project-services';
import { nameOf, placeOf, placeProblems } from './stack-context';
import { takeName } from './unique-names';

interface CommonProps {
  /** The hosts that lead to the address, and their certificates. @default - you make records, and bring certificates */
  readonly dns?: GatewayDns;
  /** The name of the address, its certificate map and the beginning of its certificates' names. @default - the stack's prefix and the ids below it */
  readonly addressName?: string;
  /** @default - the stack's */
  readonly project?: string;
}

/** A regional address needs the network of the cluster, which has a `proxyRange`. */
export type GatewayAddressProps = CommonProps &
  (
    | { readonly reach?: 'global' }
    /** `regional` is on the internet, `internal` in the network. */
    | { readonly reach: 'regional' | 'internal'; readonly network: INetwork }
  );

const ADDRESS_NAME: NameRule = { what: 'address', max: 63, property: 'addressName' };

/**
 * A reserved address for a gateway of GKE, with DNS records and certificates of Google for its hosts.
 *
 * @example
 * const dns = { zone: 'acme-com', hosts: ['models.acme.com'] };
 * const address = new GatewayAddress(stack, 'entry', { dns });
 * new Gateway(chart, 'entry', { hosts: { 'models.acme.com': Certificate.google() }, backend: GatewayBackend.gke(address), exposure });
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/gateway-api
 */
export class GatewayAddress extends Construct implements IGatewayAddress {
  /** An existing address. */
  static fromAttributes(attributes: IGatewayAddress): IGatewayAddress {
    return attributes;
  }

  readonly addressName: string;
  readonly reach: IGatewayAddress['reach'];
  readonly region?: string;
  readonly proxyRange?: string;
  readonly certificates: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, props: GatewayAddressProps) {
    super(scope, ownId(scope, id));
    const network = props.reach === 'regional' || props.reach === 'internal' ? props.network : undefined;
    const { dns = { zone: '', hosts: [] } } = props;
    const project = placeOf(this, 'project', props.project);
    const name = props.addressName ?? nameOf(this);
    const region = network && placeOf(this, 'region', network.region);
    this.addressName = name;
    this.reach = props.reach ?? 'global';
    this.region = region;
    this.proxyRange = network?.proxyRange;
    const names = dns.hosts.map((host) => [host, region === undefined ? name : certificateName(name, host)]);
    this.certificates = Object.fromEntries(names);
    refuseValues(this, placeProblems(this, 'project', props.project), nameProblems(ADDRESS_NAME, name));
    takeName(this, { kind: 'address', name, property: 'addressName', within: [project, region ?? 'global'] });
    const common = { project, name, dependsOn: requireServices(this, project, ['compute']) };
    const purpose = { addressType: 'INTERNAL', purpose: 'SHARED_LOADBALANCER_VIP', subnetwork: network?.subnetwork };
    const made =
      region === undefined
        ? new google.ComputeGlobalAddress(this, 'Resource', common)
        : new google.ComputeAddress(this, 'Resource', { ...common, region, ...(this.reach === 'internal' && purpose) });
    if (props.dns) addGatewayDns(this, { ...props.dns, project, name, region, address: attributeOf(made, 'address') });
  }
}
