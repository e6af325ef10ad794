import { Token, type ITerraformDependable } from 'cdktf';
import { Construct } from 'constructs';
import { problem, type Problem } from '../../core/problems';
import { google } from '../google';
import type { INetwork } from '../network';
import { requireServices } from '../project-services';
import { nameOf, placeOf } from '../stack-context';

/** The prefix length of the addresses of services, of which each service takes a /24 in each region. */
const PREFIX_LENGTH = 20;

/**
 * The private connection of a network to services of Google, such as Cloud SQL. A network of this program gets one at its first
 * use, with addresses that Google chooses. An existing network has its own.
 *
 * @returns the connection, for resources to wait for
 * @see https://cloud.google.com/vpc/docs/private-services-access
 */
export function requirePrivateServices(network: INetwork & { readonly project?: string }): ITerraformDependable[] {
  if (!(network instanceof Construct)) return [];
  const existing = network.node.tryFindChild('private-services');
  if (existing instanceof google.ServiceNetworkingConnection) return [existing];
  const project = placeOf(network, 'project', network.project);
  const range = new google.ComputeGlobalAddress(network, 'private-services-range', {
    ...{ project, name: `${nameOf(network)}-services`, network: network.network },
    ...{ purpose: 'VPC_PEERING', addressType: 'INTERNAL', prefixLength: PREFIX_LENGTH },
  });
  return [
    new google.ServiceNetworkingConnection(network, 'private-services', {
      ...{ network: network.network, service: 'servicenetworking.googleapis.com' },
      reservedPeeringRanges: [range.name],
      // Google refuses to delete it for days after the last instance is gone. It goes with the network.
      deletionPolicy: 'ABANDON',
      dependsOn: requireServices(network, project, ['servicenetworking']),
    }),
  ];
}

/** The name of a network as Cloud SQL takes it. */
export function networkLink({ network }: INetwork, project: string): string {
  return Token.isUnresolved(network) || network.includes('/')
    ? network
    : `projects/${project}/global/networks/${network}`;
}

/** Problems of a network that others made, whose connection could not be made here without taking over theirs. */
export function* privateServicesProblems(network: INetwork): Generator<Problem> {
  if (network instanceof Construct || network.privateServices === true) return;
  yield problem(
    'network-private-services',
    'network',
    `network "${network.network}" is an existing one, and is not known to have a private connection to Google's services`,
    'make the connection by `gcloud services vpc-peerings connect`, and set privateServices: true in Network.fromAttributes',
  );
}
