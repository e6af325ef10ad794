import { TerraformStack, type ITerraformDependable } from 'cdktf';
import type { Construct } from 'constructs';
import { CLUSTERS, type ClusterFeature } from '../core/contracts/cluster';
import type { ReservedResources } from '../core/contracts/reserved-resources';
import type { INodePool } from '../core/contracts/node-pool';
import type { Operator } from '../operators/operator';
import { regionOf } from '../core/hardware/location';
import { locationAdvice } from '../core/hardware/zone-advice';
import { accepted, adviseAtSynth, checkAtSynth, isInTree, onlyOf, ownId, Topic, type Problem } from '../core/problems';
import { addOnsOf, featuresOf, overriddenFeatures, servicesOf } from './cluster/add-ons';
import { addressProblems, clusterSize, upgradeAdvice, type ClusterSize } from './cluster/address-problems';
import type { TrainingClusterProps } from './cluster/cluster-options';
import { isPool, poolIdProblems, resourceOf } from './cluster/cluster-pools';
import { contextName, credentialsCommand } from './cluster/credentials-command';
import {
  clusterFromAttributes,
  oldestVersion,
  zonesOf,
  type ClusterAttributes,
  type IGkeCluster,
} from './cluster/gke-cluster';
import { grantOperatorRights } from './cluster/operator-rights';
import { addOutputs } from './cluster/outputs';
import { resolveCluster } from './cluster/resolve-cluster';
import { addServiceMesh } from './cluster/service-mesh';
import { isSteady, type SystemPool } from './cluster/system-pool';
import { toTerraform } from './cluster/cluster-resource';
import { guideKey } from './encryption-key';
import { attributeOf, google } from './google';
import { GpuNodePool } from './gpu-node-pool';
import { Network, type INetwork } from './network';
import { NodePool } from './node-pool';
import { overridden } from './overrides';
import { releaseAdvice } from './operators/release-advice';
import type { GpuNodePoolOptions, NodePoolOptions } from './pool/pool-options';
import { requireServices } from './project-services';
import { ResourceConstruct } from './resource-construct';
import { takeName } from './unique-names';

/** The clusters of each network, in the order of the program. */
const CLUSTERS_OF = new Topic<Map<INetwork, TrainingCluster[]>>('clusters of networks');

const TRAINING_CLUSTER = Symbol.for('trainyard.TrainingCluster');

/**
 * A GKE cluster for training and serving: private nodes, Workload Identity, Dataplane V2, shielded nodes, metrics of
 * GPUs. `cluster.node.defaultChild` is the google_container_cluster, with all its overrides.
 *
 * @example
 * const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', operators: [Operator.TRAINING] });
 * cluster.addPool('cpu', { machineType: 'n2-standard-8' });
 * const gpus = cluster.addGpuPool('l4', { accelerators: Accelerator.L4.times(1), nodes: NodeCount.between(0, 4) });
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/cluster-architecture
 */
export class TrainingCluster extends ResourceConstruct implements IGkeCluster {
  static isTrainingCluster(x: unknown): x is TrainingCluster {
    return typeof x === 'object' && x !== null && TRAINING_CLUSTER in x;
  }

  readonly [TRAINING_CLUSTER] = true;
  /** An existing cluster. Facts that are left out are not checked. */
  static fromAttributes(attributes: ClusterAttributes): IGkeCluster {
    return clusterFromAttributes(attributes);
  }

  readonly clusterName: string;
  readonly location: string;
  readonly project: string;
  readonly nodeLocations?: readonly string[];
  readonly network: INetwork;
  readonly operators: readonly Operator[];
  private readonly ownFeatures: ReadonlySet<ClusterFeature>;
  readonly minimumKubernetesVersion?: string;
  readonly maxPodsPerNode: number;
  readonly reserved?: ReservedResources;
  readonly dnsEndpoint: boolean;
  readonly workloadPool: string;
  readonly nodeServiceAccountEmail: string;
  readonly diskKey?: string;
  /** The resources that pools wait for: the cluster, and the rights of its nodes. */
  readonly poolDependencies: readonly ITerraformDependable[];
  /** The command that lets kubectl work with this cluster. */
  readonly getCredentialsCommand: string;
  readonly kubectlContext?: string;
  // A search of the tree would take long: for each cluster, and for each GPU pool.
  /** All pools of the cluster, in the order of the program. */
  private readonly madePools: Construct[] = [];
  /** The steady pools of this stack. */
  private readonly steadyPools: Construct[] = [];
  private readonly systemPool: SystemPool;
  /** The automatic system pool. It may be empty once the program makes another steady pool. */
  private automaticPool?: NodePool;

  constructor(scope: Construct, id: string, props: TrainingClusterProps) {
    super(scope, ownId(scope, id));
    const cluster = resolveCluster(this, props);
    const { clusterName, controlPlaneAccess, location, maintenance, project } = cluster;
    takeName(this, {
      kind: 'cluster',
      name: clusterName,
      property: 'clusterName',
      within: [project, location],
      contents: 'its pools and all objects in it',
    });
    this.clusterName = clusterName;
    this.location = location;
    this.project = project;
    this.nodeLocations = zonesOf(location, cluster.nodeLocations);
    this.operators = cluster.operators;
    this.ownFeatures = featuresOf(cluster, cluster.network);
    this.minimumKubernetesVersion = oldestVersion(cluster.minimumKubernetesVersion);
    this.maxPodsPerNode = cluster.maxPodsPerNode;
    this.reserved = props.reserved;
    this.workloadPool = cluster.workloadPool;
    this.dnsEndpoint = controlPlaneAccess.kind === 'dnsEndpoint';
    this.getCredentialsCommand = credentialsCommand(this);
    this.kubectlContext = contextName(this);
    this.network = cluster.network ?? new Network(this, 'network', { project, region: regionOf(location) });
    const nodes = cluster.nodeServiceAccount.bind(this, project);
    this.nodeServiceAccountEmail = nodes.email;
    this.diskKey = cluster.security.diskKey;
    guideKey(this, 'secrets', { key: cluster.security.secretsKey, project });
    guideKey(this, 'disks', { key: this.diskKey, project });
    const dependsOn = [...requireServices(this, project, servicesOf(cluster)), ...nodes.dependencies];
    const config = { ...toTerraform(cluster, this.network, nodes.email), dependsOn };
    const resource = new google.ContainerCluster(this, 'Resource', config);
    grantOperatorRights(this, this, resource);
    if (addOnsOf(this.operators).has('serviceMesh')) addServiceMesh(this, this, resource);
    CLUSTERS.add(this, this);
    this.neighbours.push(this);
    this.poolDependencies = [resource, ...nodes.dependencies];
    addOutputs(this, {
      name: { value: clusterName, description: 'Name of the cluster' },
      location: { value: location, description: 'Zone or region of the cluster' },
      endpoint: { value: attributeOf(resource, 'endpoint'), description: 'Address of the control plane' },
      credentials: { value: this.getCredentialsCommand, description: 'Lets kubectl work with the cluster' },
    });
    adviseAtSynth(this, () => [
      ...locationAdvice([location, ...(cluster.nodeLocations ?? [])]),
      ...(overridden(resource, 'maintenance_policy') === undefined ? maintenance.advice : []),
      ...releaseAdvice(this.node.root, this),
      ...upgradeAdvice(this.network, this.clustersOfTheNetwork()),
    ]);
    checkAtSynth(this, () => addressProblems(this.network, this.clustersOfTheNetwork()));
    this.systemPool = cluster.systemPool;
    this.addSystemPool();
  }

  /** Its features, with those that overrides turn on or off. */
  get features(): ReadonlySet<ClusterFeature> {
    return overriddenFeatures(this.ownFeatures, resourceOf(this));
  }

  /** All pools of this cluster in the program, the system pool among them. */
  get pools(): readonly (NodePool | GpuNodePool)[] {
    return this.madePools.filter((pool) => isPool(pool)).filter(isInTree);
  }

  /** Adds a pool without GPUs. With one that is untainted and never empty, the automatic system pool may be empty. */
  addPool(id: string, options: NodePoolOptions = {}): NodePool {
    return accepted(this, [this.idProblems(id)], () => new NodePool(this, id, { cluster: this, ...options }));
  }

  /** Adds a pool with GPUs. It is made after a pool without GPUs, because GKE sets no taint otherwise, and its own pods have no node. */
  addGpuPool(id: string, options: GpuNodePoolOptions): GpuNodePool {
    return accepted(this, [this.idProblems(id)], () => new GpuNodePool(this, id, { cluster: this, ...options }));
  }

  /**
   * The first steady pool of this stack, or the cluster if there is none. It is looked up when Terraform is written,
   * because the program may add pools until then.
   *
   * @internal
   */
  get steadyPool(): ITerraformDependable {
    const find = () => this.steadyPools.find(isInTree) ?? this;
    return {
      get fqn() {
        return resourceOf(find())?.fqn ?? '';
      },
    };
  }

  poolMade(pool: Construct, facts: INodePool): void {
    this.madePools.push(pool);
    // A pool of another stack is made after all resources of this stack.
    if (TerraformStack.of(pool) !== TerraformStack.of(this) || !isSteady(facts)) return;
    this.steadyPools.push(pool);
    if (!this.automaticPool || !isSteady(this.automaticPool)) return;
    this.node.tryRemoveChild(this.automaticPool.node.id);
    this.automaticPool = this.systemPoolOf(this.systemPool.emptied());
  }

  /**
   * The automatic pool is in the tree from the start, because cdktf, its test helpers, the checks and `pools` read the tree
   * before synthesis. It stays when the program makes a steady pool: Terraform would destroy the old pool first, and GKE's
   * own pods would have no node. The autoscaler empties it when they fit elsewhere.
   */
  private addSystemPool(): void {
    const { kind } = this.systemPool;
    if (kind === 'elsewhere') return;
    const pool = this.systemPoolOf(this.systemPool);
    if (kind === 'automatic') this.automaticPool = pool;
  }

  private systemPoolOf({ machineType, nodes, generations }: SystemPool): NodePool {
    return new NodePool(this, 'system', { cluster: this, machineType, nodes, ...generations });
  }

  private idProblems(id: string): Iterable<Problem> {
    return poolIdProblems(this, id, this.automaticPool);
  }

  /** All clusters of its network. */
  private get neighbours(): TrainingCluster[] {
    const byNetwork = onlyOf(CLUSTERS_OF, this, () => new Map<INetwork, TrainingCluster[]>());
    const known = byNetwork.get(this.network) ?? [];
    byNetwork.set(this.network, known);
    return known;
  }

  /** Clusters can share a network and its addresses. The first of them reports the problems of all. */
  private clustersOfTheNetwork(): ClusterSize[] {
    const isFirst = Object.is(this.neighbours.find(isInTree), this);
    return isFirst ? this.neighbours.filter(isInTree).map(clusterSize) : [];
  }
}
