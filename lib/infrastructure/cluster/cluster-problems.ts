import { regionOf } from '../../core/hardware/location';
import { operatorsProblems } from '../../core/operators/operator-problems';
import { nameProblems, suggest } from '../../core/names/name';
import { roleProblems } from '../../core/names/role-name';
import { problem, type Problem } from '../../core/problems/problem';
import { NETWORK_NAME, type INetwork } from '../network';
import { maxPodsProblems } from './address-problems';
import type { TrainingClusterProps } from './cluster-options';
import { CLUSTER_NAME, LATEST } from './gke-cluster';
import { locationProblems } from './location-problems';
import { securityProblems } from './security';

const VERSION = /^\d+\.\d+(\.\d+(-gke\.\d+)?)?$/;

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
  if (maxPodsPerNode !== undefined) yield* maxPodsProblems(maxPodsPerNode);
  if (minimumKubernetesVersion !== undefined) yield* versionProblems(minimumKubernetesVersion);
}

/** Problems of the network that the cluster makes. Its name follows from the ids, so another name needs another network. */
function* ownNetworkProblems(name: string): Generator<Problem> {
  const right = suggest(name, 2, NETWORK_NAME.max);
  const fix = `set network, for example to new Network(stack, 'network', { networkName: "${right}" }), or use shorter ids`;
  for (const each of nameProblems(NETWORK_NAME, name)) yield { ...each, property: 'network', fix };
}

function* networkProblems(network: INetwork, region: string): Generator<Problem> {
  if (network.region === undefined || network.region === region) return;
  yield problem(
    'network-region',
    'network',
    `the network's subnetwork is in ${network.region}, but the cluster is in ${region}`,
    `use a network with a subnetwork in ${region}, or a location in ${network.region}`,
  );
}

function* versionProblems(version: string): Generator<Problem> {
  if (version === LATEST || VERSION.test(version)) return;
  yield problem(
    'kubernetes-version',
    'minimumKubernetesVersion',
    `${JSON.stringify(version)} is not a version of GKE`,
    'use "1.33", "1.33.4", "1.33.4-gke.1036000" or "latest", or leave it to the release channel',
  );
}
