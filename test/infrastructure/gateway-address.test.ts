import { expect, test } from 'vitest';
import { GatewayAddress } from '../../lib/infrastructure/gateway-address';
import { Network } from '../../lib/infrastructure/network';
import { all, only, problemsOf, refusedFor, stackOf } from './synthesized';

const NETWORK = Network.fromAttributes({
  ...{ network: 'main', subnetwork: 'nodes', podRangeName: 'pods', serviceRangeName: 'services' },
  ...{ region: 'us-west1', proxyRange: '10.2.0.0/23' },
});
const DNS = { zone: 'acme-com', hosts: ['models.acme.com', '*.models.acme.com'] };

test('a global address has records and certificates of Google for its hosts, and one proof for a domain and all below it', () => {
  const stack = stackOf();
  const address = new GatewayAddress(stack, 'entry', { dns: DNS });
  const name = 'mnist-dev-entry';
  expect(address).toMatchObject({ addressName: name, reach: 'global', certificateMap: { name, hosts: DNS.hosts } });
  expect([address.region, address.proxyRange]).toEqual([undefined, undefined]);
  expect(only(stack, 'google_compute_global_address')).toMatchObject({ name, project: 'acme-ml' });
  expect(only(stack, 'google_certificate_manager_dns_authorization')).toMatchObject({ domain: 'models.acme.com' });
  const records = all(stack, 'google_dns_record_set').map((record) => [record.name, record.type, record.managed_zone]);
  expect(records.sort()).toEqual([
    ['*.models.acme.com.', 'A', 'acme-com'],
    ['_acme-challenge.models.acme.com.', 'CNAME', 'acme-com'],
    ['models.acme.com.', 'A', 'acme-com'],
  ]);
  expect(only(stack, 'google_certificate_manager_certificate_map')).toMatchObject({ name });
  const certificates = all(stack, 'google_certificate_manager_certificate');
  expect(certificates.map((certificate) => [certificate.name, certificate.managed]).sort()).toMatchObject([
    [`${name}-all-models-acme-com`, { domains: ['*.models.acme.com'] }],
    [`${name}-models-acme-com`, { domains: ['models.acme.com'] }],
  ]);
  expect(
    all(stack, 'google_certificate_manager_certificate_map_entry')
      .map(({ hostname }) => hostname)
      .sort(),
  ).toEqual([...DNS.hosts].sort());
});

test('a regional address is of the region of its network, with records alone', () => {
  const stack = stackOf();
  const address = new GatewayAddress(stack, 'entry', { reach: 'regional', network: NETWORK, dns: DNS });
  expect(address).toMatchObject({ reach: 'regional', region: 'us-west1', proxyRange: '10.2.0.0/23' });
  expect(address.certificateMap).toBeUndefined();
  const block = only(stack, 'google_compute_address');
  expect(block).toMatchObject({ name: 'mnist-dev-entry', region: 'us-west1' });
  expect(block).not.toHaveProperty('subnetwork');
  expect(all(stack, 'google_dns_record_set').map(({ type }) => type)).toEqual(['A', 'A']);
  expect(all(stack, 'google_certificate_manager_certificate')).toEqual([]);
});

test('an internal address is of the subnetwork of the nodes', () => {
  const stack = stackOf();
  const network = new Network(stack, 'network', { proxyRange: '10.2.0.0/23' });
  const address = new GatewayAddress(stack, 'entry', { reach: 'internal', network, addressName: 'models' });
  expect(address).toMatchObject({ addressName: 'models', reach: 'internal', region: 'us-east1' });
  expect(only(stack, 'google_compute_address')).toMatchObject({
    ...{ name: 'models', address_type: 'INTERNAL', purpose: 'SHARED_LOADBALANCER_VIP', region: 'us-east1' },
    subnetwork: expect.stringContaining('google_compute_subnetwork.network_subnetwork'),
  });
  const [proxies] = all(stack, 'google_compute_subnetwork').filter(({ purpose }) => purpose !== undefined);
  expect(proxies).toMatchObject({
    ...{ name: 'mnist-dev-network-proxies', ip_cidr_range: '10.2.0.0/23', region: 'us-east1' },
    ...{ purpose: 'REGIONAL_MANAGED_PROXY', role: 'ACTIVE' },
  });
  expect(all(stack, 'google_dns_record_set')).toEqual([]);
});

test('fails: names that Google does not take, and names that are taken', () => {
  const stack = stackOf();
  const attributes = { addressName: 'Entry', reach: 'global' } as const;
  expect(refusedFor(() => GatewayAddress.fromAttributes(attributes))).toEqual(['name']);
  expect(refusedFor(() => new GatewayAddress(stack, 'a', { addressName: 'Entry' }))).toEqual(['name']);
  new GatewayAddress(stack, 'b', { addressName: 'entry' });
  new GatewayAddress(stack, 'c', { addressName: 'entry' });
  new GatewayAddress(stack, 'd', { addressName: 'entry', reach: 'internal', network: NETWORK });
  expect(problemsOf(stack)).toEqual([expect.stringContaining('(cloud-name-taken)')]);
});

test('certificates of long hosts have names that Google takes, and a host that is listed twice has one', () => {
  const stack = stackOf();
  const hosts = ['a', 'b', 'b'].map((host) => `${host}.models-of-the-whole-company.research.department.acme.com`);
  new GatewayAddress(stack, 'entry', { dns: { zone: 'acme-com', hosts } });
  const types = ['dns_authorization', 'certificate', 'certificate_map_entry'];
  for (const type of types) {
    const names = all(stack, `google_certificate_manager_${type}`).map(({ name }) => String(name));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^mnist-dev-entry-[ab]-models-.{0,38}[a-z0-9]$/);
  }
});

test('fails: a host of two addresses, or two hosts with the proof of one domain, are refused with cloud-name-taken', () => {
  const stack = stackOf();
  const hosts = ['acme.com', 'a.acme.com', 'a.acme.com', '*.acme.com'];
  for (const [id, host] of hosts.entries()) {
    new GatewayAddress(stack, String(id), { addressName: `a${id}`, dns: { zone: 'acme-com', hosts: [host] } });
  }
  expect(problemsOf(stack)).toEqual([
    '"a.acme.com" has its A record in zone "acme-com" by mnist-dev/1 already: list a host, and those of the same domain, in dns.hosts of one address (cloud-name-taken)',
    '"_acme-challenge.a.acme.com" has its CNAME record in zone "acme-com" by mnist-dev/1 already: list a host, and those of the same domain, in dns.hosts of one address (cloud-name-taken)',
    '"_acme-challenge.acme.com" has its CNAME record in zone "acme-com" by mnist-dev/0 already: list a host, and those of the same domain, in dns.hosts of one address (cloud-name-taken)',
  ]);
});
