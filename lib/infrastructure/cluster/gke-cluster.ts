import type { ITerraformDependable } from 'cdktf';
import { FEATURES, KUBECTL_CONTEXT, NETWORK_FACT, type ICluster } from '../../core/contracts/cluster';
import { OPERATOR } from '../../core/contracts/operator';
import { isZone, regionOf } from '../../core/hardware/location';
import { nameProblems, nameText, type NameRule } from '../../core/names/name';
import { PROJECT, projectProblems } from '../../core/names/project-id';
import { acceptedType } from '../../core/problems/errors';
import { operatorsProblems } from '../../core/operators/operator-problems';
import type { Problem } from '../../core/problems/problem';
import { FLAG, listOf, number, optional, optionProblems, text, type Rules } from '../../core/problems/rules';
import { diskKeyProblems, ENCRYPTION_KEY } from '../encryption-key';
import { ACCOUNT_EMAIL, emailProblems } from '../service-account';
import { workloadPoolOf } from '../stack-context';
import { maxPodsProblems } from './address-problems';
import { contextName, credentialsCommand } from './credentials-command';
import { LOCATION, locationProblems, NODE_LOCATIONS } from './location-problems';

export const CLUSTER_NAME: NameRule = { what: 'cluster', max: 40, property: 'clusterName' };
export const MAX_PODS = number('use a whole number from 8 to 256');
export const VERSION = text('use a version such as "1.33"');
export const LATEST = 'latest';

/** The oldest version that a cluster may run. Which one is the latest is not known. */
export function oldestVersion(minimum?: string): string | undefined {
  return minimum === LATEST ? undefined : minimum;
}

/** A cluster on Google Cloud: the facts that cross to workloads, and further facts for infrastructure. */
export interface IGkeCluster extends ICluster {
  readonly location: string;
  /** @default - not known: constructs that need it ask for it */
  readonly project?: string;
  /** The pool of its pods' identities: `<project>.svc.id.goog`. @default - not known */
  readonly workloadPool?: string;
  /** The resources that pools, identities and releases wait for. @default - none: the cluster exists */
  readonly poolDependencies?: readonly ITerraformDependable[];
  /** The account that its nodes act as. @default - not known */
  readonly nodeServiceAccountEmail?: string;
  /** The key of Cloud KMS for boot disks of pools that name none. @default - Google's keys */
  readonly diskKey?: string;
  /** The zones of its nodes. @default - not known */
  readonly nodeLocations?: readonly string[];
  /** Whether its control plane is reached by its DNS name. @default false - by its address */
  readonly dnsEndpoint?: boolean;
  /** Pods that a node can have where its pool says nothing. @default - not known */
  readonly maxPodsPerNode?: number;
}

/** Known facts about an existing cluster. A fact that is left out is not checked. */
export type ClusterAttributes = Omit<IGkeCluster, 'workloadPool' | 'poolDependencies'>;

const CLUSTER_ATTRIBUTES: Rules<ClusterAttributes> = {
  clusterName: nameText(),
  location: LOCATION,
  project: optional(PROJECT),
  nodeLocations: optional(NODE_LOCATIONS),
  network: optional(NETWORK_FACT),
  nodeServiceAccountEmail: optional(ACCOUNT_EMAIL),
  diskKey: optional(ENCRYPTION_KEY),
  maxPodsPerNode: optional(MAX_PODS),
  minimumKubernetesVersion: optional(VERSION),
  operators: optional(listOf(OPERATOR)),
  dnsEndpoint: optional(FLAG),
  getCredentialsCommand: optional(text('give the command, such as "kubectl config use-context main"')),
  kubectlContext: optional(KUBECTL_CONTEXT),
  features: optional(FEATURES),
};

export function clusterFromAttributes(attributes: ClusterAttributes): IGkeCluster {
  const types = optionProblems(attributes, CLUSTER_ATTRIBUTES);
  const values = attributeProblems(attributes);
  return acceptedType('TrainingCluster.fromAttributes', types, values, () => knownCluster(attributes));
}

function knownCluster(attributes: ClusterAttributes): IGkeCluster {
  const { location, nodeLocations, project, getCredentialsCommand } = attributes;
  return {
    ...attributes,
    getCredentialsCommand: getCredentialsCommand ?? credentialsCommand(attributes),
    // A command of the user's own may write another context.
    kubectlContext:
      attributes.kubectlContext ?? (getCredentialsCommand === undefined ? contextName(attributes) : undefined),
    nodeLocations: zonesOf(location, nodeLocations),
    poolDependencies: [],
    workloadPool: project === undefined ? undefined : workloadPoolOf(project),
  };
}

function* attributeProblems(attributes: ClusterAttributes): Generator<Problem> {
  const { maxPodsPerNode, nodeServiceAccountEmail, project } = attributes;
  yield* nameProblems(CLUSTER_NAME, attributes.clusterName);
  yield* diskKeyProblems('diskKey', attributes.diskKey, regionOf(attributes.location));
  yield* locationProblems(attributes.location, attributes.nodeLocations);
  yield* operatorsProblems(attributes.operators);
  if (maxPodsPerNode !== undefined) yield* maxPodsProblems(maxPodsPerNode);
  if (project !== undefined) yield* projectProblems(project);
  if (nodeServiceAccountEmail !== undefined) yield* emailProblems('nodeServiceAccountEmail', nodeServiceAccountEmail);
}

/** The zones of a cluster's nodes. Not known for a region without named zones, where GKE chooses three. */
export function zonesOf(location: string, nodeLocations?: readonly string[]): readonly string[] | undefined {
  return isZone(location) ? [location, ...furtherZones(location, nodeLocations)] : nodeLocations;
}

/** The zones beside that of a zonal cluster. */
export function furtherZones(location: string, nodeLocations: readonly string[] = []): string[] {
  return nodeLocations.filter((zone) => zone !== location);
}
