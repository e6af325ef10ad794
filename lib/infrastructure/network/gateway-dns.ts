import type { Construct } from 'constructs';
import { attributeOf, google } from '../google';
import { requireServices } from '../project-services';

export interface GatewayDns {
  /** The name of a public zone of Cloud DNS in the project, which exists. */
  readonly zone: string;
  /** The hosts, such as `models.acme.com`. `*.acme.com` covers hosts with one more part. */
  readonly hosts: readonly string[];
}

interface Place extends GatewayDns {
  readonly project: string;
  readonly name: string;
  /** @default - global */
  readonly region?: string;
  readonly address: string;
}

/** The name of the certificate of a host. */
export function certificateName(name: string, host: string): string {
  return `${name}-${host.replace('*', 'all').replaceAll('.', '-')}`;
}

/** Records of hosts, and certificates that Google makes once a record proves that the host is yours. */
export function addGatewayDns(scope: Construct, { zone, hosts, project, name, region, address }: Place): void {
  const dependsOn = requireServices(scope, project, ['dns', 'certificatemanager']);
  const record = (id: string, host: string, type: string, data: string) =>
    new google.DnsRecordSet(scope, `${id}-record`, {
      ...{ project, managedZone: zone, name: host, type, ttl: 300, rrdatas: [data], dependsOn },
    });
  // One proof is for a domain and for all below it. A region needs a record of its own.
  const type = region === undefined ? undefined : 'PER_PROJECT_RECORD';
  const proofs = new Map<string, string>();
  for (const domain of new Set(hosts.map(domainOf))) {
    const id = `${domain}-proof`;
    const named = { project, name: certificateName(name, id), location: region, dependsOn };
    const proof = new google.CertificateManagerDnsAuthorization(scope, id, { ...named, domain, type });
    const asked = attributeOf(proof, 'dnsResourceRecord').get(0);
    record(id, asked.name, asked.type, asked.data);
    proofs.set(domain, attributeOf(proof, 'id'));
  }
  const map =
    region === undefined && new google.CertificateManagerCertificateMap(scope, 'map', { project, name, dependsOn });
  for (const host of hosts) {
    record(host, `${host}.`, 'A', address);
    const named = { project, name: certificateName(name, host) };
    const managed = { domains: [host], dnsAuthorizations: [proofs.get(domainOf(host)) ?? ''] };
    const certificate = new google.CertificateManagerCertificate(scope, host, { ...named, location: region, managed });
    if (!map) continue;
    new google.CertificateManagerCertificateMapEntry(scope, `${host}-entry`, {
      ...{ ...named, map: attributeOf(map, 'name'), hostname: host },
      certificates: [attributeOf(certificate, 'id')],
    });
  }
}

function domainOf(host: string): string {
  return host.replace('*.', '');
}
