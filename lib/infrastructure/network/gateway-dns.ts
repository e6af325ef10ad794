import { Fn, Token } from 'cdktf';
import type { Construct } from 'constructs';
import { shortened } from '../../core/names/name';
import { problem, takeOnce } from '../../core/problems';
import { attributeOf, google } from '../google';
import { requireServices } from '../project-services';

export interface GatewayDns {
  /** The name of a public zone of Cloud DNS in the project, which exists. */
  readonly zone: string;
  /** The hosts, such as `models.acme.com`. `*.acme.com` covers hosts with one more part. */
  readonly hosts: readonly string[];
}

/** The longest name that Certificate Manager takes. */
const LONGEST_NAME = 63;

interface Place extends GatewayDns {
  readonly project: string;
  /** The name of the address. */
  readonly name: string;
}

/** Leads a host to an address or to another host. A second record for it in the zone is a problem at synthesis. */
export function addRecord(scope: Construct, { zone, project }: Place, host: string, type: string, data: string): void {
  takeOnce(scope, ['record', project, zone, host, type], (other) => {
    const message = `"${host}" has its ${type} record in zone "${zone}" by ${other.node.path} already`;
    const fix = 'list a host, and those of the same domain, in dns.hosts of one address';
    return problem('cloud-name-taken', 'dns', message, fix);
  });
  const dependsOn = requireServices(scope, project, ['dns']);
  const record = { project, managedZone: zone, name: `${host}.`, type, ttl: 300, rrdatas: [data], dependsOn };
  new google.DnsRecordSet(scope, `${host}-record`, record);
}

/** Certificates that Google makes and renews, as a record proves that a domain and all below it are yours, and their map. */
export function addCertificates(scope: Construct, place: Place): void {
  const { hosts, project, name } = place;
  const dependsOn = requireServices(scope, project, ['certificatemanager']);
  const named = (id: string) => ({
    project,
    name: shortened(`${name}-${id.replace('*', 'all').replaceAll('.', '-')}`, LONGEST_NAME),
  });
  const domainOf = (host: string) => host.replace('*.', '');
  const proofs = new Map<string, string>();
  for (const domain of new Set(hosts.map(domainOf))) {
    const id = `${domain}-proof`;
    const proof = new google.CertificateManagerDnsAuthorization(scope, id, { ...named(id), domain, dependsOn });
    proofs.set(domain, attributeOf(proof, 'id'));
    // It has one record, of this name.
    const data = Token.asList(proof.interpolationForAttribute('dns_resource_record[*].data'));
    addRecord(scope, place, `_acme-challenge.${domain}`, 'CNAME', Fn.join('', data));
  }
  const map = new google.CertificateManagerCertificateMap(scope, 'map', { project, name, dependsOn });
  for (const host of hosts) {
    const managed = { domains: [host], dnsAuthorizations: [proofs.get(domainOf(host)) ?? ''] };
    const certificate = new google.CertificateManagerCertificate(scope, host, { ...named(host), managed });
    const entry = { ...named(host), map: attributeOf(map, 'name'), hostname: host };
    const certificates = [attributeOf(certificate, 'id')];
    new google.CertificateManagerCertificateMapEntry(scope, `${host}-entry`, { ...entry, certificates });
  }
}
