import { boundsProblems, problem, type Problem } from '../../core/problems';
import { reservedProblems } from '../../core/contracts/reserved-resources';
import { regionOf } from '../../core/hardware/location';
import { operatorsProblems } from '../../operators/operator-problems';
import { nameProblems } from '../../core/names/name';
import { roleProblems } from '../../core/names/role-name';
import { NETWORK_NAME, type INetwork } from '../network';
import { PODS_PER_NODE } from './address-problems';
import type { TrainingClusterProps } from './cluster-options';
import { CLUSTER_NAME } from './gke-cluster';
import { locationProblems } from './location-problems';
import { securityProblems } from './security';

const VERSION = /^(latest|\d+\.\d+(\.\d+(-gke\.\d+)?)?)$/;

/** Problems of a cluster's props, and of the names made from them. */
export function* clusterProblems(
  props: TrainingClusterProps,
  clusterName: string,
  ownNetworkName: string,
  project: string,
): Generator<Problem> {
  const { location, maxPodsPerNode, minimumKubernetesVersion, network, nodeServiceAccount } = props;
  const wrongLocation = [...locationProblems(location, props.nodeLocations)];
  yield* wrongLocation;
  yield* operatorsProblems(props.operators);
  for (const { rights } of props.operators ?? [])
    for (const { role } of rights) yield* roleProblems('operators', role, project);
  yield* nameProblems(CLUSTER_NAME, clusterName);
  if (!network) yield* ownNetworkProblems(ownNetworkName);
  else if (wrongLocation.length === 0) yield* networkProblems(network, regionOf(location));
  if (props.security) yield* securityProblems(props.security, regionOf(location));
  if (nodeServiceAccount) yield* nodeServiceAccount.problems();
  yield* boundsProblems('max-pods', { maxPodsPerNode }, PODS_PER_NODE);
  yield* reservedProblems(props.reserved);
  if (minimumKubernetesVersion === undefined || VERSION.test(minimumKubernetesVersion)) return;
  const message = `${JSON.stringify(minimumKubernetesVersion)} is not a version of GKE`;
  const fix = 'use "1.33", "1.33.4-gke.1036000" or "latest", or leave it to the release channel';
  yield problem('kubernetes-version', 'minimumKubernetesVersion', message, fix);
}

function* networkProblems(network: INetwork, region: string): Generator<Problem> {
  if (network.region === undefined || network.region === region) return;
  const message = `the network's subnetwork is in ${network.region}, but the cluster is in ${region}`;
  const fix = `use a network with a subnetwork in ${region}, or a location in ${network.region}`;
  yield problem('network-region', 'network', message, fix);
}

/** Problems of the network that the cluster makes. Its name follows from the ids, so another name needs another network. */
function* ownNetworkProblems(name: string): Generator<Problem> {
  const fix = "set network, for example to new Network(stack, 'network', { networkName: 'main' }), or use shorter ids";
  for (const each of nameProblems(NETWORK_NAME, name)) yield { ...each, property: 'network', fix };
}
