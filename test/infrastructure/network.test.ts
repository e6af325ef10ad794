import { describe, expect, test } from 'vitest';
import { openAdvice } from '../../lib/core/problems/check';
import { Network } from '../../lib/infrastructure/network';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { all, messageOf, only, refusedFor, stackOf } from './synthesized';

const given = { network: 'vpc', subnetwork: 'nodes', podRangeName: 'pods', serviceRangeName: 'services' };

test('fails: a name that is too short for Cloud NAT', () => {
  expect(refusedFor(() => new Network(stackOf(), 'network', { networkName: 'n' }))).toEqual(['name']);
});

describe('Network', () => {
  test('a subnetwork has ranges for pods and services, Private Google Access and flow logs', () => {
    const stack = stackOf();
    new Network(stack, 'network');
    expect(only(stack, 'google_compute_network')).toMatchObject({
      name: 'mnist-dev-network',
      auto_create_subnetworks: false,
    });
    expect(only(stack, 'google_compute_subnetwork')).toMatchObject({
      region: 'us-east1',
      ip_cidr_range: '10.0.0.0/20',
      private_ip_google_access: true,
      secondary_ip_range: [
        { range_name: 'pods', ip_cidr_range: '10.4.0.0/14' },
        { range_name: 'services', ip_cidr_range: '10.1.0.0/20' },
      ],
      log_config: {
        aggregation_interval: 'INTERVAL_10_MIN',
        flow_sampling: 0.5,
        metadata: 'INCLUDE_ALL_METADATA',
      },
    });
  });

  test('the names of Google can lead to addresses that do not change', () => {
    const stack = stackOf();
    const network = new Network(stack, 'network', { privateGoogleApis: true });
    const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c', network });
    expect(cluster.features).toContain('privateGoogleApis');
    expect(only(stack, 'google_dns_managed_zone')).toMatchObject({
      name: 'mnist-dev-network',
      dns_name: 'googleapis.com.',
      visibility: 'private',
    });
    expect(all(stack, 'google_dns_record_set')).toMatchObject([
      { name: 'private.googleapis.com.', type: 'A', rrdatas: [8, 9, 10, 11].map((last) => `199.36.153.${last}`) },
      { name: '*.googleapis.com.', type: 'CNAME', rrdatas: ['private.googleapis.com.'] },
    ]);
    expect(new TrainingCluster(stack, 'other', { location: 'us-east1-c' }).features).not.toContain('privateGoogleApis');
  });

  test('nodes reach the internet through NAT of this subnetwork alone', () => {
    const stack = stackOf();
    new Network(stack, 'network');
    expect(only(stack, 'google_compute_router_nat')).toMatchObject({
      nat_ip_allocate_option: 'AUTO_ONLY',
      source_subnetwork_ip_ranges_to_nat: 'LIST_OF_SUBNETWORKS',
      subnetwork: [{ source_ip_ranges_to_nat: ['ALL_IP_RANGES'] }],
    });
  });

  test('flow logs can be turned off, also where they were on', () => {
    const stack = stackOf();
    new Network(stack, 'network', { flowLogs: false });
    expect(only(stack, 'google_compute_subnetwork')).toHaveProperty('log_config', { flow_sampling: 0 });
  });

  test('fails: host bits, and the message has the range that was meant', () => {
    const make = () => new Network(stackOf(), 'network', { primaryRange: '10.0.0.5/20' });
    expect(messageOf(make)).toContain(
      'primaryRange "10.0.0.5/20" does not begin where a /20 begins: use "10.0.0.0/20" (cidr)',
    );
  });

  test.each(['', 'ten', '10.0.0.0', '10.0.0.256/20', '10.0.0.0/33', '10.0.0/20'])(
    'fails: "%s" is no range',
    (podRange) => {
      expect(refusedFor(() => new Network(stackOf(), 'network', { podRange }))).toContain('cidr');
    },
  );

  test('fails: a secondary range inside the primary one', () => {
    const make = () => new Network(stackOf(), 'network', { primaryRange: '10.0.0.0/20', podRange: '10.0.8.0/21' });
    expect(messageOf(make)).toContain('podRange "10.0.8.0/21" shares addresses with primaryRange "10.0.0.0/20"');
    expect(messageOf(make)).toContain('use another podRange, or move primaryRange (cidr-overlap)');
  });

  test('fails: a range that no subnetwork can have', () => {
    expect(refusedFor(() => new Network(stackOf(), 'network', { primaryRange: '10.0.0.0/30' }))).toEqual(['cidr-size']);
    for (const serviceRange of ['10.1.0.0/28', '10.64.0.0/15']) {
      expect(refusedFor(() => new Network(stackOf(), 'network', { serviceRange }))).toEqual(['cidr-size']);
    }
  });

  test('fails: a zone, or no place at all, as the region (location-form)', () => {
    const saidOf = (region: string) => messageOf(() => new Network(stackOf(), 'network', { region }));
    expect(saidOf('us-east1-c')).toContain(
      'region "us-east1-c" is not a region: use a region such as "us-east1" (location-form)',
    );
    expect(saidOf('nowhere-at-all')).toContain('region "nowhere-at-all" is not a region: use a region');
    expect(saidOf('')).toContain('(place-unknown)');
  });

  test('fails: a name of capitals', () => {
    expect(refusedFor(() => new Network(stackOf(), 'network', { networkName: 'VPC' }))).toEqual(['name']);
  });

  test('a region that the catalogue does not know is advice', () => {
    const stack = stackOf();
    new Network(stack, 'network', { region: 'us-east99' });
    expect(openAdvice(stack).map(({ advice }) => advice.code)).toEqual(['zone-name']);
  });
});

describe('Network.fromAttributes', () => {
  test('an existing network keeps the given facts', () => {
    expect(Network.fromAttributes(given)).toEqual(given);
  });

  test('fails: a network without the name of its pod range', () => {
    expect(refusedFor(() => Network.fromAttributes({ ...given, podRangeName: '' }))).toEqual(['network-attribute']);
  });

  test('fails: one range for pods and services (network-attribute)', () => {
    expect(refusedFor(() => Network.fromAttributes({ ...given, serviceRangeName: given.podRangeName }))).toEqual([
      'network-attribute',
    ]);
  });

  test('fails: a pod range with host bits', () => {
    expect(refusedFor(() => Network.fromAttributes({ ...given, podRange: '10.4.0.1/14' }))).toEqual(['cidr']);
  });
});
