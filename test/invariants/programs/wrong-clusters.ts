import { Duration } from 'cdk8s';
import { Network, NodeCount, Operator, TrainingCluster, UpgradeStrategy } from '../../../lib/index';
import { ControlPlaneAccess, MaintenanceWindow, OperatorReleases } from '../../../lib/infrastructure/index';
import type { TrainingClusterProps } from '../../../lib/index';
import type { World, WrongProgram } from './program';

// Mistakes with clusters, their networks and their operators by Helm, each in a cluster of its own.

/** A cluster in one zone, with changes of its props. */
const clusterIn = ({ stack }: World, props: Partial<TrainingClusterProps> = {}) =>
  new TrainingCluster(stack, 'second', { location: 'us-central1-a', ...props });
const access = (world: World, networks: readonly string[]) =>
  clusterIn(world, { controlPlaneAccess: ControlPlaneAccess.authorizedNetworks(networks) });
const FULL_WEEK = MaintenanceWindow.weekly(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], '00:00', Duration.hours(24));

const CONTROL_PLANE: readonly WrongProgram[] = [
  {
    name: 'no network that may reach the control plane',
    code: 'control-plane-closed',
    says: 'name at least one range',
    build: (world, either) => access(world, either([], ['203.0.113.0/24'])),
  },
  {
    name: 'more networks than a cluster takes',
    code: 'control-plane-networks',
    says: 'keep 100 or fewer',
    build: (world, either, fix) =>
      access(
        world,
        Array.from({ length: either(101, fix.number()) || 1 }, (_, index) => `203.0.113.${index}/32`),
      ),
  },
  {
    name: 'two halves of the internet',
    code: 'control-plane-open',
    says: 'the 2 networks together let the whole internet reach the control plane',
    build: (world, either) => {
      const controlPlaneAccess = either(
        () => ControlPlaneAccess.authorizedNetworks(['0.0.0.0/1', '128.0.0.0/1']),
        () => ControlPlaneAccess.dnsEndpoint(),
      )();
      clusterIn(world, { controlPlaneAccess });
    },
  },
  {
    name: 'a range with host bits',
    code: 'cidr',
    says: 'use "203.0.113.0/24"',
    build: (world, either, fix) => access(world, [either('203.0.113.7/24', fix.quoted())]),
  },
  {
    name: 'an address instead of a range',
    code: 'cidr',
    says: 'such as "10.64.0.0/20"',
    build: ({ stack }, either, fix) => new Network(stack, 'net', { podRange: either('10.64.0.0', fix.quoted()) }),
  },
  {
    name: 'the name of a key without its ring',
    code: 'encryption-key',
    says: 'is not the full name of a key of Cloud KMS',
    build: (world, either, fix) => {
      clusterIn(world, { security: { secretsKey: either('cryptoKeys/secrets', fix.quoted()) } });
    },
  },
  {
    name: 'a key in another region than the cluster',
    code: 'encryption-key-location',
    says: 'use a key whose name has "locations/us-central1"',
    build: (world, either, fix) => {
      const place = either('locations/us-east1', fix.quoted());
      clusterIn(world, { security: { secretsKey: `projects/acme-keys/${place}/keyRings/ml/cryptoKeys/secrets` } });
    },
  },
  {
    name: 'a group of another name than GKE asks for',
    code: 'security-group',
    says: 'use "gke-security-groups@<your domain>"',
    build: (world, either, fix) => {
      const googleGroup = either('ml@acme.com', fix.quoted().replace('<your domain>', 'acme.com'));
      clusterIn(world, { security: { googleGroup } });
    },
  },
];

const VERSIONS: readonly WrongProgram[] = [
  {
    name: 'a version as git tags have it',
    code: 'kubernetes-version',
    says: '"v1.33" is not a version of GKE',
    build: (world, either, fix) => clusterIn(world, { minimumKubernetesVersion: either('v1.33', fix.quoted()) }),
  },
  {
    name: 'exclusions that leave too little of the window',
    code: 'maintenance-availability',
    says: 'use MaintenanceWindow.weekly on all seven days with Duration.hours(24)',
    build: (world, either) => {
      const window = either(MaintenanceWindow.daily('04:00'), FULL_WEEK);
      const maintenance = window.except('release', '2026-10-01T00:00:00Z', '2026-12-25T00:00:00Z');
      clusterIn(world, { maintenance });
    },
  },
  {
    name: 'an exclusion that ends before it begins',
    code: 'maintenance-exclusion',
    says: 'is not from one instant to a later one',
    build: (world, either, fix) => {
      const [start, end] = either(['2026-12-27', '2026-12-20'], [fix.quoted(), '2026-12-27T00:00:00Z']);
      clusterIn(world, { maintenance: FULL_WEEK.except('holidays', start, end) });
    },
  },
  {
    name: 'an exclusion of 91 days',
    code: 'maintenance-exclusion',
    says: 'one alone takes up to 90 days',
    build: (world, either, fix) => {
      const start = Date.UTC(2026, 9, 1);
      const days = either(91, fix.number()) || 1;
      const [from, to] = [start, start + days * 86_400_000].map((at) => new Date(at).toISOString().replace('.000', ''));
      clusterIn(world, { maintenance: FULL_WEEK.except('release', from ?? '', to ?? '') });
    },
  },
  {
    name: 'a window of an hour',
    code: 'maintenance-window',
    says: 'duration is 3600 s: use whole seconds, from 14400 to 86400',
    build: (world, either, fix) => {
      const duration = Duration.seconds(either(3600, fix.number()) || 14_400);
      clusterIn(world, { maintenance: MaintenanceWindow.weekly(['SA'], '04:00', duration) });
    },
  },
  {
    name: 'a window on no day',
    code: 'maintenance-window',
    says: 'name at least one, such as ["SA", "SU"]',
    build: (world, either) =>
      clusterIn(world, { maintenance: MaintenanceWindow.weekly(either([], ['SA', 'SU']), '04:00', Duration.hours(6)) }),
  },
];

const PLACES: readonly WrongProgram[] = [
  {
    name: 'a location that is no place',
    code: 'location-form',
    says: 'use a zone such as "us-east1-c"',
    build: (world, either, fix) => clusterIn(world, { location: either('central', fix.quoted()) }),
  },
  {
    name: 'nodes in a zone of another region',
    code: 'node-locations',
    says: 'name zones of us-central1, such as "us-central1-b"',
    build: (world, either, fix) => clusterIn(world, { nodeLocations: [either('us-east1-c', fix.quoted())] }),
  },
  {
    name: 'a zone that the catalogue does not know',
    code: 'zone-name',
    says: 'knows no zone "us-central1-d": use us-central1-a',
    build: (world, either, fix) => clusterIn(world, { location: either('us-central1-d', fix.part(/use (\S+?),/)) }),
  },
  {
    name: 'a network in another region than the cluster',
    code: 'network-region',
    says: 'use a network with a subnetwork in us-central1, or a location in us-east1',
    build: (world, either, fix) => {
      const network = new Network(world.stack, 'net', { region: either('us-east1', fix.part(/subnetwork in (\S+),/)) });
      clusterIn(world, { network });
    },
  },
];

/** A cluster with one pool of some nodes besides its own, in a network with small ranges. */
function poolIn(world: World, ranges: { readonly primaryRange?: string; readonly podRange?: string }, nodes: number) {
  const network = new Network(world.stack, 'net', ranges);
  return clusterIn(world, { network }).addPool('machines', { nodes: NodeCount.between(0, nodes) });
}

const NETWORKS: readonly WrongProgram[] = [
  {
    name: 'a range that is larger than Google takes',
    code: 'cidr-size',
    says: 'use a /8 or smaller',
    build: ({ stack }, either, fix) => {
      const podRange = either('64.0.0.0/7', `64.0.0.0/${fix.part(/\/(\d+)/)}`);
      new Network(stack, 'net', { podRange });
    },
  },
  {
    name: 'two ranges that share addresses',
    code: 'cidr-overlap',
    says: 'use another podRange, or move primaryRange',
    build: ({ stack }, either) => new Network(stack, 'net', { podRange: either('10.0.0.0/16', '10.8.0.0/16') }),
  },
  {
    name: 'an existing network without its range for services',
    code: 'network-attribute',
    says: 'serviceRangeName is empty',
    build: (world, either) => {
      const serviceRangeName = either('', 'services');
      const ranges = { podRangeName: 'pods', serviceRangeName };
      clusterIn(world, { network: Network.fromAttributes({ network: 'main', subnetwork: 'main', ...ranges }) });
    },
  },
  {
    name: 'one range for pods and services',
    code: 'network-attribute',
    says: 'pods and services cannot share a range',
    build: (world, either) => {
      const ranges = { podRangeName: 'pods', serviceRangeName: either('pods', 'services') };
      clusterIn(world, { network: Network.fromAttributes({ network: 'main', subnetwork: 'main', ...ranges }) });
    },
  },
  {
    name: 'more nodes than addresses of nodes',
    code: 'node-addresses',
    says: 'use a primaryRange of /26 or larger, or at most 27 nodes',
    build: (world, either, fix) => poolIn(world, { primaryRange: `10.0.0.0/${either('27', fix.part(/\/(\d+)/))}` }, 40),
  },
  {
    name: 'more nodes than blocks of pod addresses',
    code: 'pod-addresses',
    says: 'use a podRange of /19 or larger',
    build: (world, either, fix) => poolIn(world, { podRange: `10.4.0.0/${either('20', fix.part(/\/(\d+)/))}` }, 20),
  },
  {
    name: 'addresses that an upgrade lacks',
    code: 'upgrade-addresses',
    says: 'use a primaryRange of /26 or larger, or at most 26 nodes',
    build: (world, either, fix) => poolIn(world, { primaryRange: '10.0.0.0/27' }, either(24, fix.number() - 3) || 1),
  },
  {
    name: 'an upgrade with more nodes than addresses',
    code: 'upgrade-addresses',
    says: 'by UpgradeStrategy.surge(0, 1)',
    build: (world, either) => {
      const network = new Network(world.stack, 'net', { primaryRange: '10.0.0.0/26' });
      const upgrade = either(UpgradeStrategy.blueGreen(), UpgradeStrategy.surge(0, 1));
      clusterIn(world, { network }).addPool('machines', { nodes: NodeCount.between(0, 40), upgrade });
    },
  },
];

const { KUEUE, KSERVE, CERT_MANAGER } = Operator;
const operatorsIn = (world: World, operators: TrainingClusterProps['operators']) => {
  const cluster = clusterIn(world, { operators });
  return { cluster, stack: world.deployment.addStack('operators') };
};

const RELEASES: readonly WrongProgram[] = [
  {
    name: 'releases for a cluster without operators by Helm',
    code: 'releases-empty',
    says: 'such as Operator.KUEUE.byHelm()',
    build: (world, either) => {
      const { cluster, stack } = operatorsIn(world, [either(KUEUE, KUEUE.byHelm())]);
      new OperatorReleases(stack, 'operators', { cluster });
    },
  },
  {
    name: 'an operator by Helm that needs one by a command',
    code: 'releases-order',
    says: 'list Operator.CERT_MANAGER.byHelm() in operators of the cluster',
    build: (world, either) => {
      const { cluster, stack } = operatorsIn(world, [either(CERT_MANAGER, CERT_MANAGER.byHelm()), KSERVE.byHelm()]);
      new OperatorReleases(stack, 'operators', { cluster });
    },
  },
  {
    name: 'releases in the stack of their cluster',
    code: 'releases-stack',
    says: "such as deployment.addStack('operators')",
    build: (world, either) => {
      const cluster = clusterIn(world, { operators: [KUEUE.byHelm()] });
      const stack = either(
        () => world.stack,
        () => world.deployment.addStack('operators'),
      )();
      new OperatorReleases(stack, 'operators', { cluster });
    },
  },
  {
    name: 'two releases of one cluster',
    code: 'releases-twice',
    says: 'keep one OperatorReleases for each cluster',
    build: (world, either) => {
      const { cluster, stack } = operatorsIn(world, [KUEUE.byHelm()]);
      new OperatorReleases(stack, 'operators', { cluster });
      if (either(true, false)) new OperatorReleases(stack, 'again', { cluster });
    },
  },
];

export const WRONG_CLUSTERS = [...CONTROL_PLANE, ...VERSIONS, ...PLACES, ...NETWORKS, ...RELEASES];
