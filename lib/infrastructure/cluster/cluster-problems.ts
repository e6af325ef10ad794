import { choiceProblems, flagProblems, listProblems, optionalProblems } from '../../core/problems/given';
import { KINDS } from '../../core/problems/kinds';
import { nameProblems, suggest } from '../../core/names/name';
import type { Problem } from '../../core/problems/problem';
import { regionOf } from '../../core/hardware/location';
import { NETWORK_NAME } from '../network';
import type { TrainingClusterProps } from '../training-cluster';
import { maxPodsProblems } from './address-problems';
import { locationProblems } from './location-problems';
import { networkProblems } from './networking';
import { versionProblems } from './version';

const CHANNELS = ['RAPID', 'REGULAR', 'STABLE', 'EXTENDED'];
const PARTS = {
  network: { has: 'subnetwork', fix: 'give a Network, or one of others from Network.fromAttributes' },
  maintenance: { has: 'toTerraform', fix: "use MaintenanceWindow.daily('03:00') or another window" },
  controlPlaneAccess: { has: 'networks', fix: 'use ControlPlaneAccess.dnsEndpoint() or another way' },
  nodeServiceAccount: { has: 'problems', fix: 'use NodeServiceAccount.named(…) or NodeServiceAccount.existing(…)' },
  systemPool: { has: 'machineType', fix: 'use SystemPool.of(…) or SystemPool.ELSEWHERE' },
};

/** What is wrong with the props of a cluster by themselves, and with the names that follow from them. */
export function clusterProblems(props: Partial<TrainingClusterProps>, clusterName: string, networkName: string) {
  const { location, network, nodeServiceAccount: account, maxPodsPerNode, releaseChannel } = props;
  const wrongParts = optionalProblems(props, PARTS);
  const wrongLocation = locationProblems(location, props.nodeLocations);
  return [
    ...wrongLocation,
    ...wrongParts,
    ...flagProblems(props, 'gcsFuse', 'filestore', 'deletionProtection'),
    ...listProblems('operators', props.operators, KINDS.operator),
    ...nameProblems({ what: 'cluster', max: 40, property: 'clusterName' }, clusterName),
    ...(network === undefined ? ownNetworkProblems(networkName) : []),
    ...(network && location !== undefined && wrongLocation.length === 0
      ? networkProblems(network, regionOf(location))
      : []),
    ...(account && wrongParts.length === 0 ? account.problems() : []),
    ...(maxPodsPerNode === undefined ? [] : maxPodsProblems(maxPodsPerNode)),
    ...versionProblems(props.minimumKubernetesVersion),
    ...(releaseChannel === undefined ? [] : choiceProblems('releaseChannel', releaseChannel, CHANNELS)),
  ];
}

/** The network that a cluster makes is named after its ids, which only another network gets around. */
function ownNetworkProblems(name: string): Problem[] {
  const right = suggest(name, 2, NETWORK_NAME.max);
  return [...nameProblems(NETWORK_NAME, name)].map((problem) => ({
    ...problem,
    property: 'network',
    fix: `set network, for example to new Network(stack, 'network', { networkName: "${right}" }), or use shorter ids`,
  }));
}
