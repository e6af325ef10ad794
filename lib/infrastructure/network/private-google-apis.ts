import type { Construct } from 'constructs';
import { attributeOf, google } from '../google';
import { requireServices } from '../project-services';

const DOMAIN = 'googleapis.com.';
const PRIVATE = `private.${DOMAIN}`;
const ADDRESSES = ['199.36.153.8', '199.36.153.9', '199.36.153.10', '199.36.153.11'];

/** A DNS zone of a network that leads the names of Google's APIs to private.googleapis.com. */
export function addPrivateGoogleApis(
  scope: Construct,
  { project, name, network }: { readonly project: string; readonly name: string; readonly network: string },
): void {
  const zone = new google.DnsManagedZone(scope, 'google-apis', {
    project,
    name,
    dnsName: DOMAIN,
    visibility: 'private',
    privateVisibilityConfig: { networks: [{ networkUrl: network }] },
    dependsOn: requireServices(scope, project, ['dns']),
  });
  const common = { project, managedZone: attributeOf(zone, 'name'), ttl: 300 };
  new google.DnsRecordSet(scope, 'google-apis-addresses', { ...common, name: PRIVATE, type: 'A', rrdatas: ADDRESSES });
  new google.DnsRecordSet(scope, 'google-apis-names', {
    ...common,
    name: `*.${DOMAIN}`,
    type: 'CNAME',
    rrdatas: [PRIVATE],
  });
}
