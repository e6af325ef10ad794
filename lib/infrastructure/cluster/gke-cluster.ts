import type { ITerraformDependable } from 'cdktf';
import type { ICluster } from '../../core/contracts/cluster';
import { listProblems, optionalProblems } from '../../core/problems/given';
import { KINDS } from '../../core/problems/kinds';
import { nameProblems } from '../../core/names/name';
import { refuse } from '../../core/problems/errors';
import { projectProblems } from '../../core/names/project-id';
import { emailProblems } from '../service-account';
import { workloadPoolOf } from '../stack-context';
import { maxPodsProblems } from './address-problems';
import { locationProblems, zonesOf } from './location-problems';

/** A cluster on Google Cloud: what infrastructure needs to know of it beside what crosses to workloads. */
export interface IGkeCluster extends ICluster {
  readonly location: string;
  /** @default - not known: what needs it asks for it */
  readonly project?: string;
  /** The pool of identities that its pods have: `<project>.svc.id.goog`. @default - not known */
  readonly workloadPool?: string;
  /** What must be there before what belongs to the cluster. @default - nothing: it is there already */
  readonly poolDependencies?: readonly ITerraformDependable[];
  /** The account that its nodes act as. @default - not known */
  readonly nodeServiceAccountEmail?: string;
  /** The zones of its nodes. @default - not known */
  readonly nodeLocations?: readonly string[];
  /** Pods that a node can have where its pool says nothing. @default - not known */
  readonly maxPodsPerNode?: number;
}

/** What is known of a cluster that others made. What is left out is not known, and not checked. */
export type ClusterAttributes = Omit<IGkeCluster, 'workloadPool' | 'poolDependencies'>;

const FEATURES = { has: 'has', fix: "give a Set, such as new Set(['gke', 'workloadIdentity'])" };

export function clusterFromAttributes(attributes: ClusterAttributes): IGkeCluster {
  const { clusterName, location, nodeLocations, maxPodsPerNode, ...rest } = { ...attributes };
  const { project, nodeServiceAccountEmail, operators } = rest;
  refuse('TrainingCluster.fromAttributes', [
    ...nameProblems({ what: 'cluster', max: 40, property: 'clusterName' }, clusterName),
    ...locationProblems(location, nodeLocations),
    ...(maxPodsPerNode === undefined ? [] : maxPodsProblems(maxPodsPerNode)),
    ...listProblems('operators', operators, KINDS.operator),
    ...optionalProblems(attributes, { features: FEATURES }),
    ...(project === undefined ? [] : projectProblems(project)),
    ...(nodeServiceAccountEmail === undefined ? [] : emailProblems('nodeServiceAccountEmail', nodeServiceAccountEmail)),
  ]);
  return {
    ...attributes,
    nodeLocations: zonesOf(location, nodeLocations),
    poolDependencies: [],
    ...(project === undefined ? {} : { workloadPool: workloadPoolOf(project) }),
  };
}
