import { accepted, boundsProblems, type Problem } from '../../core/problems';
import type { ITerraformDependable } from 'cdktf';
import type { ICluster } from '../../core/contracts/cluster';
import { reservedProblems, type ReservedResources } from '../../core/contracts/reserved-resources';
import { isZone, regionOf } from '../../core/hardware/location';
import { nameProblems, type NameRule } from '../../core/names/name';
import { projectProblems } from '../../core/names/project-id';
import { operatorsProblems } from '../../operators/operator-problems';
import { diskKeyProblems } from '../encryption-key';
import { emailProblems } from '../google-service-account';
import { workloadPoolOf } from '../stack-context';
import { PODS_PER_NODE } from './address-problems';
import { contextName, credentialsCommand } from './credentials-command';
import { locationProblems } from './location-problems';

export const CLUSTER_NAME: NameRule = { what: 'cluster', max: 40, property: 'clusterName' };
export const LATEST = 'latest';

/** The oldest version that a cluster may run; `undefined` for "latest". */
export function oldestVersion(minimum?: string): string | undefined {
  return minimum === LATEST ? undefined : minimum;
}

/** A cluster on Google Cloud: the facts that cross to workloads, and further facts for infrastructure. */
export interface IGkeCluster extends ICluster {
  readonly location: string;
  /** The project of the cluster. @default - not known: constructs that need it ask for it */
  readonly project?: string;
  /** The workload identity pool: `<project>.svc.id.goog`. @default - not known */
  readonly workloadPool?: string;
  /** The resources that pools, identities and releases wait for. @default - none: the cluster exists */
  readonly poolDependencies?: readonly ITerraformDependable[];
  /** The account that its nodes act as. @default - not known */
  readonly nodeServiceAccountEmail?: string;
  /** The key of Cloud KMS for boot disks of pools that name none. @default - Google's keys */
  readonly diskKey?: string;
  /** The zones of its nodes. @default - not known */
  readonly nodeLocations?: readonly string[];
  /** True if its control plane is reached by its DNS name. @default false - by its address */
  readonly dnsEndpoint?: boolean;
  /** The most pods of a node in pools that set no number. @default - not known */
  readonly maxPodsPerNode?: number;
  /** The part of each node that DaemonSets other than GKE's take, in pools that set none. @default - none */
  readonly reserved?: ReservedResources;
}

/** Known facts about an existing cluster. A fact that is left out is not checked. */
export type ClusterAttributes = Omit<IGkeCluster, 'workloadPool' | 'poolDependencies'>;

export function clusterFromAttributes(attributes: ClusterAttributes): IGkeCluster {
  const values = attributeProblems(attributes);
  return accepted('TrainingCluster.fromAttributes', [values], () => knownCluster(attributes));
}

function knownCluster(attributes: ClusterAttributes): IGkeCluster {
  const { location, nodeLocations, project, getCredentialsCommand } = attributes;
  return {
    ...attributes,
    getCredentialsCommand: getCredentialsCommand ?? credentialsCommand(attributes),
    // A command of the user may write another context.
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
  yield* boundsProblems('max-pods', { maxPodsPerNode }, PODS_PER_NODE);
  yield* reservedProblems(attributes.reserved);
  if (project !== undefined) yield* projectProblems(project);
  if (nodeServiceAccountEmail !== undefined) yield* emailProblems('nodeServiceAccountEmail', nodeServiceAccountEmail);
}

/** The zones of a cluster's nodes. They are not known for a region without named zones, where GKE chooses three. */
export function zonesOf(location: string, nodeLocations?: readonly string[]): readonly string[] | undefined {
  return isZone(location) ? [location, ...furtherZones(location, nodeLocations)] : nodeLocations;
}

/** The zones of a zonal cluster's nodes other than its own. */
export function furtherZones(location: string, nodeLocations: readonly string[] = []): string[] {
  return nodeLocations.filter((zone) => zone !== location);
}
