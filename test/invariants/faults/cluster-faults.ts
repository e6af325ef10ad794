import { App as TerraformApp, TerraformStack } from 'cdktf';
import { Duration } from 'cdk8s';
import { ControlPlaneAccess, MaintenanceWindow, Network, Operator } from '../../../lib/index';
import { NodeServiceAccount, SystemPool } from '../../../lib/infrastructure/index';
import type { Plan } from '../program';
import { text, one, count, TEXTS, type Fault } from './fault';

export const CLUSTER_FAULTS: readonly Fault[] = [
  ...text('location', 'location', (p, v) => (p.cluster.location = v)),
  ...one('node locations', 'node locations of a zonal cluster in another region', 'europe-west1-b', (p) => {
    p.cluster.nodeLocations = ['europe-west1-b'];
  }),
  ...one('location', 'node locations of another region', 'europe-west1-b', (p) => {
    p.cluster.location = 'us-central1';
    p.cluster.nodeLocations = ['europe-west1-b'];
  }),
  ...text('cluster name', 'cluster name', (p, v) => (p.cluster.clusterName = v)),
  ...one('cluster name', 'cluster name of 41 characters', '41', (p) => (p.cluster.clusterName = 'c'.repeat(41))),
  ...text('cluster project', 'project of the cluster', (p, v) => (p.cluster.project = v)),
  ...text('version', 'Kubernetes version', (p, v) => (p.cluster.minimumKubernetesVersion = v)),
  ...count('cluster pods', 'pods of a node', (p, v) => (p.cluster.maxPodsPerNode = v)),
  ...text('maintenance', 'maintenance time', (p, v) => (p.cluster.maintenance = MaintenanceWindow.daily(v))),
  ...one('maintenance', 'no maintenance day', 'no day', (p) => {
    p.cluster.maintenance = MaintenanceWindow.weekly([], '03:00', Duration.hours(6));
  }),
  ...one('maintenance', 'short maintenance', '1 h', (p) => {
    p.cluster.maintenance = MaintenanceWindow.weekly(['SA'], '03:00', Duration.hours(1));
  }),
  ...text('maintenance', 'end of a maintenance exclusion', (p, v) => {
    p.cluster.maintenance = MaintenanceWindow.daily('03:00').except('xmas', '2026-12-20T00:00:00Z', v);
  }),
  ...text(
    'access',
    'authorized network',
    (p, v) => (p.cluster.controlPlaneAccess = ControlPlaneAccess.authorizedNetworks([v])),
  ),
  ...one('access', 'the whole internet', '0.0.0.0/0', (p) => {
    p.cluster.controlPlaneAccess = ControlPlaneAccess.authorizedNetworks(['0.0.0.0/0']);
  }),
  ...one('access', 'host bits', '10.0.0.1/8', (p) => {
    p.cluster.controlPlaneAccess = ControlPlaneAccess.authorizedNetworks(['10.0.0.1/8']);
  }),
  ...one(
    'access',
    'no network',
    'no network',
    (p) => (p.cluster.controlPlaneAccess = ControlPlaneAccess.authorizedNetworks([])),
  ),
  ...text(
    'node account',
    'e-mail of the nodes',
    (p, v) => (p.cluster.nodeServiceAccount = NodeServiceAccount.existing(v)),
  ),
  ...text(
    'node account',
    'id of the node account',
    (p, v) => (p.cluster.nodeServiceAccount = NodeServiceAccount.named(v)),
  ),
  ...text('system pool', 'machine of the system pool', (p, v) => (p.cluster.systemPool = SystemPool.of(v))),
  ...one('operators', 'no operator', 'jobset', (p) => (p.cluster.operators = [])),
  ...one('operators', 'another operator', 'jobset', (p) => (p.cluster.operators = [Operator.TRAINING])),
  ...one('features', 'no FUSE driver', 'digits-dev-data', (p) => (p.cluster.gcsFuse = false)),
  ...['primaryRange', 'podRange', 'serviceRange'].flatMap((range) =>
    text(
      'network',
      range,
      (p, v) => {
        withNetwork(p, { [range]: v });
      },
      [...TEXTS, '10.0.0.0/33', '10.0.0.1/20', '300.0.0.0/8', '10.0.0.0/30'],
    ),
  ),
  ...one('network', 'ranges that overlap', '10.0.0.0/15', (p) => {
    withNetwork(p, { primaryRange: '10.0.0.0/15' });
  }),
  ...text('network', 'network name', (p, v) => {
    withNetwork(p, { networkName: v });
  }),
  ...text('network', 'region of a network', (p, v) => {
    withNetwork(p, { region: v });
  }),
  ...one('network', 'a network of another region', 'europe-west1', (p) => {
    p.cluster.network = Network.fromAttributes({ ...NETWORK, region: 'europe-west1' });
  }),
  ...(['network', 'subnetwork', 'podRangeName', 'serviceRangeName'] as const).map((property): Fault => ({
    name: `network without ${property}`,
    slot: 'network',
    shows: property,
    apply: (p) => (p.cluster.network = Network.fromAttributes({ ...NETWORK, [property]: '' })),
  })),
  ...one('network', 'too few addresses for the nodes', '10.4.0.0/24', (p) => {
    p.cluster.network = Network.fromAttributes({ ...NETWORK, primaryRange: '10.0.0.0/20', podRange: '10.4.0.0/24' });
  }),
];

const NETWORK = {
  network: 'n',
  subnetwork: 's',
  podRangeName: 'pods',
  serviceRangeName: 'services',
  region: 'us-central1',
};

/** A network of one's own in a stack of its own: it is checked where it is made. */
function withNetwork(plan: Plan, props: ConstructorParameters<typeof Network>[2]): void {
  const stack = new TerraformStack(new TerraformApp(), 'network');
  plan.cluster.network = new Network(stack, 'network', { project: 'acme-ml-dev', region: 'us-central1', ...props });
}
