import { ContainerCluster } from '@cdktf/provider-google/lib/container-cluster';
import { dependable, TerraformResource, TerraformStack, type ITerraformDependable } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { adviseAtSynth, checkAtSynth } from '../core/problems/check';
import type { ClusterFeature } from '../core/contracts/cluster';
import { textProblems } from '../core/problems/given';
import type { INodePool } from '../core/contracts/node-pool';
import type { Operator } from '../core/contracts/operator';
import { refuse } from '../core/problems/errors';
import type { Problem } from '../core/problems/problem';
import { locationAdvice, regionOf } from '../core/hardware/zones';
import { addressProblems, poolSize, type PoolSize } from './cluster/address-problems';
import { addOnBlocks, featuresOf } from './cluster/add-ons';
import { clusterFromAttributes, type ClusterAttributes, type IGkeCluster } from './cluster/gke-cluster';
import { ControlPlaneAccess } from './cluster/control-plane-access';
import { credentialsCommand } from './cluster/credentials-command';
import { zonesOf } from './cluster/location-problems';
import { MaintenanceWindow } from './cluster/maintenance-window';
import { networkingBlocks } from './cluster/networking';
import { defaultAccountId, NodeServiceAccount } from './cluster/node-service-account';
import { addOutputs } from './cluster/outputs';
import { clusterProblems } from './cluster/cluster-problems';
import { firstPoolBlocks, securityBlocks } from './cluster/security';
import { isSteady, SystemPool, systemPoolId } from './cluster/system-pool';
import { takeName } from './unique-names';
import { contextOf, nameOf, placeOf, placeProblems, workloadPoolOf } from './stack-context';
import { GpuNodePool } from './gpu-node-pool';
import { Network, type INetwork } from './network';
import { NodePool } from './node-pool';
import type { GpuNodePoolOptions, NodePoolOptions } from './pool/pool-options';
import { requireServices } from './project-services';

/** Where a cluster is, who reaches it, and what it comes with. */
export interface TrainingClusterProps {
  /** A zone (`us-east1-c`: one control plane) or a region (`us-east1`: one in each of three zones). */
  readonly location: string;
  /** The zones of the nodes of a regional cluster; pools of a fixed size need them. @default - three that GKE chooses */
  readonly nodeLocations?: readonly string[];
  /** Up to 40 characters. @default - the stack's prefix and the ids below it */
  readonly clusterName?: string;
  /** @default - the stack's */
  readonly project?: string;
  /** A Network, or one of others from `Network.fromAttributes`. @default - a network of its own */
  readonly network?: INetwork;
  /** What runs in the cluster, or will before workloads do. @default [] */
  readonly operators?: readonly Operator[];
  /** How new GKE's versions are. @default 'REGULAR' */
  readonly releaseChannel?: 'RAPID' | 'REGULAR' | 'STABLE' | 'EXTENDED';
  /** The oldest version the control plane may have, such as `1.33`. @default - the release channel's */
  readonly minimumKubernetesVersion?: string;
  /** When GKE may upgrade. @default MaintenanceWindow.daily('03:00') */
  readonly maintenance?: MaintenanceWindow;
  /** @default ControlPlaneAccess.dnsEndpoint() */
  readonly controlPlaneAccess?: ControlPlaneAccess;
  /** A change replaces all pools. @default NodeServiceAccount.named('<clusterName>-nodes') - with the first 24 characters of the name */
  readonly nodeServiceAccount?: NodeServiceAccount;
  /** Where the cluster's own pods run. @default SystemPool.AUTOMATIC */
  readonly systemPool?: SystemPool;
  /** 8 to 256; decides how many pod addresses a node takes. A change replaces the cluster. @default 110 */
  readonly maxPodsPerNode?: number;
  /** Whether pods can mount buckets. @default true */
  readonly gcsFuse?: boolean;
  /** Whether pods can claim Filestore shares. @default true */
  readonly filestore?: boolean;
  /** Whether destroying the cluster is refused until this is turned off and deployed. @default - the stage's `protected` */
  readonly deletionProtection?: boolean;
}

const TRAINING_CLUSTER = Symbol.for('trainyard.TrainingCluster');

/**
 * A GKE cluster for training and serving: private nodes, Workload Identity, Dataplane V2, shielded
 * nodes, metrics of GPUs. Pools are added by `addPool` and `addGpuPool`. `cluster.node.defaultChild` is the
 * google_container_cluster, with all its overrides.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/cluster-architecture
 */
export class TrainingCluster extends Construct implements IGkeCluster {
  static isTrainingCluster(x: unknown): x is TrainingCluster {
    return typeof x === 'object' && x !== null && TRAINING_CLUSTER in x;
  }

  readonly [TRAINING_CLUSTER] = true;
  /** A cluster that is there already. Facts that are left out are not checked. */
  static fromAttributes(attributes: ClusterAttributes): IGkeCluster {
    return clusterFromAttributes(attributes);
  }

  readonly clusterName: string;
  readonly location: string;
  readonly project: string;
  readonly nodeLocations?: readonly string[];
  readonly network: INetwork;
  readonly operators: readonly Operator[];
  readonly features: ReadonlySet<ClusterFeature>;
  readonly minimumKubernetesVersion?: string;
  readonly maxPodsPerNode: number;
  readonly workloadPool: string;
  readonly nodeServiceAccountEmail: string;
  /** What must be there before a pool: the cluster, and the rights of its nodes. */
  readonly poolDependencies: readonly ITerraformDependable[];
  /** The command that lets kubectl work with this cluster. */
  readonly getCredentialsCommand: string;
  private readonly steadyPools: Construct[] = [];
  private automaticPool?: NodePool;

  constructor(scope: Construct, id: string, props: TrainingClusterProps) {
    super(scope, id);
    const context = contextOf(this);
    const given = { ...props };
    this.clusterName = given.clusterName ?? nameOf(this);
    refuse(this, [
      ...clusterProblems(given, this.clusterName, `${nameOf(this)}-network`),
      ...placeProblems(this, 'project', given.project),
    ]);
    const { location, operators = [], maxPodsPerNode = 110, systemPool = SystemPool.AUTOMATIC } = props;
    const { gcsFuse = true, filestore = true, controlPlaneAccess = ControlPlaneAccess.dnsEndpoint() } = props;
    const { maintenance = MaintenanceWindow.daily('03:00') } = props;
    const protection = props.deletionProtection ?? context.protected;
    this.location = location;
    this.project = placeOf(this, 'project', props.project);
    takeName(this, {
      kind: 'cluster',
      name: this.clusterName,
      property: 'clusterName',
      within: [this.project, location],
    });
    this.nodeLocations = zonesOf(location, props.nodeLocations);
    this.operators = operators;
    this.maxPodsPerNode = maxPodsPerNode;
    this.features = featuresOf({ gcsFuse, filestore });
    this.minimumKubernetesVersion = props.minimumKubernetesVersion;
    this.workloadPool = workloadPoolOf(this.project);
    this.getCredentialsCommand = credentialsCommand(this, controlPlaneAccess.kind === 'dnsEndpoint');
    this.network = props.network ?? new Network(this, 'network', { project: this.project, region: regionOf(location) });
    const account = props.nodeServiceAccount ?? NodeServiceAccount.named(defaultAccountId(this.clusterName));
    const nodes = account.bind(this, this.project);
    this.nodeServiceAccountEmail = nodes.email;

    const services = [
      'compute',
      'container',
      'logging',
      'monitoring',
      ...(filestore ? ['file' as const] : []),
    ] as const;
    const resource = new ContainerCluster(this, 'Resource', {
      project: this.project,
      name: this.clusterName,
      location,
      ...(props.nodeLocations ? { nodeLocations: [...props.nodeLocations] } : {}),
      resourceLabels: { 'managed-by': 'trainyard', ...context.labels },
      ...networkingBlocks(this.network),
      ...controlPlaneAccess.toTerraform(),
      ...securityBlocks(this.workloadPool),
      ...addOnBlocks({ gcsFuse, filestore }),
      ...firstPoolBlocks(this.nodeServiceAccountEmail),
      defaultMaxPodsPerNode: maxPodsPerNode,
      releaseChannel: { channel: props.releaseChannel ?? 'REGULAR' },
      ...(props.minimumKubernetesVersion === undefined ? {} : { minMasterVersion: props.minimumKubernetesVersion }),
      maintenancePolicy: maintenance.toTerraform(),
      deletionProtection: protection,
      timeouts: { create: '60m', update: '60m', delete: '60m' },
      // GKE tells of the first pool's nodes what is then another pool's: left in, every plan would replace the cluster.
      lifecycle: { ignoreChanges: ['node_config'], ...(protection ? { preventDestroy: true } : {}) },
      dependsOn: [...requireServices(this, this.project, services), ...nodes.dependencies],
    });
    this.poolDependencies = [resource, ...nodes.dependencies];
    addOutputs(this, {
      name: { value: this.clusterName, description: 'Name of the cluster' },
      location: { value: location, description: 'Zone or region of the cluster' },
      endpoint: { value: resource.endpoint, description: 'Address of the control plane' },
      credentials: { value: this.getCredentialsCommand, description: 'Lets kubectl work with the cluster' },
    });
    adviseAtSynth(this, () => [...locationAdvice([location]), ...maintenance.advice]);
    checkAtSynth(this, () => addressProblems(this.network, this.poolsOfTheNetwork()));
    if (systemPool.kind !== 'elsewhere') {
      const { machineType, nodes: count } = systemPool;
      const pool = new NodePool(this, 'system', { cluster: this, machineType, nodes: count });
      if (systemPool.kind === 'automatic') this.automaticPool = pool;
    }
  }

  /** All pools of this cluster in the program, the system pool among them. */
  get pools(): readonly (NodePool | GpuNodePool)[] {
    return poolsBelow(this.node.root).filter((pool) => Object.is(pool.cluster, this));
  }

  /** Adds a pool without GPUs. The first that is untainted and never empty makes an automatic system pool unneeded. */
  addPool(id: string, options: NodePoolOptions = {}): NodePool {
    this.refusePoolId(id);
    return new NodePool(this, id, { cluster: this, ...options });
  }

  /** Adds a pool with GPUs. It is made after a pool without: else GKE leaves out its taint, and its own pods have no place. */
  addGpuPool(id: string, options: GpuNodePoolOptions): GpuNodePool {
    this.refusePoolId(id);
    return new GpuNodePool(this, id, { cluster: this, ...options });
  }

  /** @internal */
  poolMade(pool: Construct, facts: INodePool): void {
    // A pool of another stack comes later than all of this one.
    if (TerraformStack.of(pool) !== TerraformStack.of(this)) return;
    const resource = pool.node.defaultChild;
    if (isResource(resource) && facts.accelerator) {
      resource.dependsOn = [...(resource.dependsOn ?? []), dependable(this.firstSteadyPool())];
    }
    if (!isSteady(facts)) return;
    this.steadyPools.push(pool);
    if (!this.automaticPool) return;
    this.node.tryRemoveChild(this.automaticPool.node.id);
    this.steadyPools.shift();
    this.automaticPool = undefined;
  }

  private refusePoolId(id: string): void {
    refuse(this, poolIdProblems(id));
    if (!this.node.tryFindChild(id)) return;
    refuse(this, [this.automaticPool?.node.id === id ? systemPoolId(id) : idTaken(this.clusterName, id)]);
  }

  /** Clusters can share a network: their nodes then share its addresses. */
  private poolsOfTheNetwork(): PoolSize[] {
    return poolsBelow(this.node.root).flatMap((pool) => {
      const { cluster } = pool;
      if (!TrainingCluster.isTrainingCluster(cluster) || cluster.network !== this.network) return [];
      return [poolSize(pool, cluster.maxPodsPerNode)];
    });
  }

  /** Found out when Terraform is written: the pools may still change until then. */
  private firstSteadyPool(): ITerraformDependable {
    const resourceOf = () =>
      [...this.steadyPools.map((pool) => pool.node.defaultChild), this.node.defaultChild].find(isResource);
    return {
      get fqn() {
        return resourceOf()?.fqn ?? '';
      },
    };
  }
}

function poolsBelow(root: IConstruct): (NodePool | GpuNodePool)[] {
  return root.node.findAll().filter((construct) => isPool(construct));
}

function isPool(construct: IConstruct): construct is NodePool | GpuNodePool {
  const resource = construct.node.tryFindChild('Resource');
  return (
    'poolName' in construct && isResource(resource) && resource.terraformResourceType === 'google_container_node_pool'
  );
}

function poolIdProblems(id: string): Problem[] {
  const fix = 'give the pool an id, such as "workers", which names it too';
  const noText = textProblems('id', id, fix);
  if (noText.length > 0 || id !== '') return noText;
  return [{ code: 'missing', property: 'id', message: 'the id of the pool is ""', fix }];
}

function idTaken(clusterName: string, id: string): Problem {
  return {
    code: 'id-taken',
    message: `cluster "${clusterName}" has something with the id "${id}" already`,
    fix: `give this pool another id, such as "${id}-2"`,
  };
}

function isResource(construct: IConstruct | undefined): construct is TerraformResource {
  return TerraformResource.isTerraformResource(construct);
}
