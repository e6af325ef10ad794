import { Fn, Token } from 'cdktf';
import type { DnsRecordSetConfig } from '@cdktf/provider-google/lib/dns-record-set';
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
}

/** Leads hosts to an address. */
export function addRecords(scope: Construct, { zone, hosts, project }: Place, address: string): void {
  for (const host of hosts)
    addRecord(scope, host, { project, managedZone: zone, name: `${host}.`, type: 'A', rrdatas: [address] });
}

/** Certificates that Google makes and renews, as a record proves that a domain and all below it are yours, and their map. */
export function addCertificates(scope: Construct, { zone, hosts, project, name }: Place): void {
  const dependsOn = requireServices(scope, project, ['certificatemanager']);
  const named = (id: string) => ({ project, name: `${name}-${id.replace('*', 'all').replaceAll('.', '-')}` });
  const proofs = new Map<string, string>();
  for (const domain of new Set(hosts.map(domainOf))) {
    const id = `${domain}-proof`;
    const proof = new google.CertificateManagerDnsAuthorization(scope, id, { ...named(id), domain, dependsOn });
    // It has one record.
    const data = proof.interpolationForAttribute('dns_resource_record[*].data');
    addRecord(scope, id, {
      project,
      managedZone: zone,
      name: `_acme-challenge.${domain}.`,
      type: 'CNAME',
      rrdatas: [Fn.join('', Token.asList(data))],
    });
    proofs.set(domain, attributeOf(proof, 'id'));
  }
  const map = new google.CertificateManagerCertificateMap(scope, 'map', { project, name, dependsOn });
  for (const host of hosts) {
    const managed = { domains: [host], dnsAuthorizations: [proofs.get(domainOf(host)) ?? ''] };
    const certificate = new google.CertificateManagerCertificate(scope, host, { ...named(host), managed });
    new google.CertificateManagerCertificateMapEntry(scope, `${host}-entry`, {
      ...{ ...named(host), map: attributeOf(map, 'name'), hostname: host },
      certificates: [attributeOf(certificate, 'id')],
    });
  }
}

function addRecord(
  scope: Construct,
  id: string,
  record: Omit<DnsRecordSetConfig, 'ttl'> & { readonly project: string },
): void {
  const dependsOn = requireServices(scope, record.project, ['dns']);
  new google.DnsRecordSet(scope, `${id}-record`, { ...record, ttl: 300, dependsOn });
}

function domainOf(host: string): string {
  return host.replace('*.', '');
}
