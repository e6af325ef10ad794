import type { HelmRelease, HelmValues, IOperator, OperatorIdentity, OperatorRight } from '../core/contracts/operator';
import { mergedValues } from './helm-values';
import { ARGO_WORKFLOWS } from './known/argo-workflows';
import { CERT_MANAGER } from './known/cert-manager';
import { CUSTOM_METRICS } from './known/custom-metrics-adapter';
import { INFERENCE_EXTENSION } from './known/inference-extension';
import { ENVOY_GATEWAY } from './known/envoy-gateway';
import { GKE_GATEWAY } from './known/gke-gateway';
import { EMISSARY } from './known/emissary';
import { ISTIO } from './known/istio';
import { JOBSET } from './known/jobset';
import { KATIB } from './known/katib';
import { KEDA } from './known/keda';
import { KSERVE } from './known/kserve';
import { NOTEBOOK_CONTROLLER, PROFILE_CONTROLLER } from './known/kubeflow';
import { KUEUE } from './known/kueue';
import { LWS } from './known/lws';
import { MPI_OPERATOR } from './known/mpi-operator';
import { RAY } from './known/ray-operator';
import { SELDON_CORE, SELDON_CORE_2 } from './known/seldon-core';
import { ROOK } from './known/rook-ceph';
import { TRAINER } from './known/trainer';
import { TRAINING_OPERATOR, TRAINING_OPERATOR_1_8 } from './known/training-operator';
import type { OperatorFacts } from './operator-facts';
import { emptyProblems, OperatorInstall } from './operator-install';
import type { ClusterPods } from '../core/contracts/cluster-pods';
import type { MeshFacts } from '../core/contracts/mesh';
import { accepted, problem, type Problem } from '../core/problems';

export interface OperatorAttributes extends OperatorIdentity {
  /**
   * Roles in the project of a `TrainingCluster` that its pods need, which the cluster's stack grants. @default []
   *
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/workload-identity
   */
  readonly rights?: readonly OperatorRight[];
  /** Operators that it needs to run. @default [] */
  readonly needs?: readonly Operator[];
  /** Its installation. @default - left to the reader of DEPLOY.md, which only waits for its CRDs */
  readonly install?: OperatorInstall;
}

/**
 * A program in the cluster that installs custom resource definitions and acts on their objects. Versions are pinned:
 * docs/operators.md lists them.
 *
 * @example
 * const install = OperatorInstall.command('kubectl apply --server-side -f digits-operator.yaml');
 * const digits = Operator.of({ name: 'digits-operator', version: '2.1.0', serves: ['digits.ml.acme.com/v1'], install });
 * LocalCluster.minikube({ operators: [digits, Operator.TRAINING] });
 */
export class Operator implements IOperator {
  declare readonly '~type': 'Operator';

  /** Kubeflow's Training Operator, version 1: TFJob, PyTorchJob and related kinds. */
  static readonly TRAINING = new Operator(TRAINING_OPERATOR);
  /** The last version of the Training Operator with MXJob. One cluster cannot have both this and `TRAINING`. */
  static readonly TRAINING_1_8 = new Operator(TRAINING_OPERATOR_1_8);
  /** JobSet: sets of Jobs that start, restart and end together. */
  static readonly JOBSET = new Operator(JOBSET);
  /** Kueue: queues for jobs, with quotas. It queues most kinds of jobs that the other operators here serve. */
  static readonly KUEUE = new Operator(KUEUE);
  /** Argo Workflows: steps of containers, in order. */
  static readonly ARGO_WORKFLOWS = new Operator(ARGO_WORKFLOWS);
  /** Katib: experiments that search for good hyperparameters. List it after the operators of its trials. */
  static readonly KATIB = new Operator(KATIB);
  /** cert-manager: certificates for webhooks and servers. */
  static readonly CERT_MANAGER = new Operator(CERT_MANAGER);
  /** Envoy Gateway: proxies for objects of the Gateway API, which its release brings. */
  static readonly ENVOY_GATEWAY = new Operator(ENVOY_GATEWAY);
  /** The gateways of GKE, as its add-on: load balancers of Google Cloud for objects of the Gateway API. */
  static readonly GKE_GATEWAY = new Operator(GKE_GATEWAY);
  /** Emissary-ingress, which was Ambassador: proxies for Hosts and Mappings. By Helm. */
  static readonly EMISSARY = new Operator(EMISSARY);
  /** Istio: a mesh of proxies in pods, and proxies at its edge. By Helm. */
  static readonly ISTIO = new Operator(ISTIO);
  /** KServe in its Standard mode: model servers as Deployments. By Helm. */
  static readonly KSERVE = new Operator(KSERVE);
  /** LeaderWorkerSet: model servers each of whose replicas spans several machines. */
  static readonly LWS = new Operator(LWS);
  /** The definitions of the Gateway API's inference extension: InferencePool. A gateway that knows them acts on them. */
  static readonly INFERENCE_EXTENSION = new Operator(INFERENCE_EXTENSION);
  /** Seldon Core 1: model servers and graphs of them, at its last version under Apache-2.0. By Helm. */
  static readonly SELDON_CORE = new Operator(SELDON_CORE);
  /** Seldon Core 2, which others install: its licence is not open from 2.7.0 on. */
  static readonly SELDON_CORE_2 = new Operator(SELDON_CORE_2);
  /** KEDA: scaling by events and metrics, also to zero. */
  static readonly KEDA = new Operator(KEDA);
  /** Google's adapter, by which a HorizontalPodAutoscaler reads Cloud Monitoring and managed Prometheus. It cannot run beside KEDA. */
  static readonly CUSTOM_METRICS = new Operator(CUSTOM_METRICS);
  /** Kubeflow's MPI Operator: MPIJob v2beta1. It cannot run beside the training operator, whose MPIJob is v1. */
  static readonly MPI = new Operator(MPI_OPERATOR);
  /** Kubeflow Trainer, version 2: TrainJob. By Helm. */
  static readonly TRAINER = new Operator(TRAINER);
  /** Ray's operator, as the add-on of GKE. */
  static readonly RAY = new Operator(RAY);
  /** The controller of Kubeflow's Notebooks. */
  static readonly NOTEBOOKS = new Operator(NOTEBOOK_CONTROLLER);
  /** The controller of Kubeflow's Profiles, which comes with the whole of Kubeflow. */
  static readonly PROFILES = new Operator(PROFILE_CONTROLLER);
  /** Rook: clusters of Ceph, and the CSI drivers of their volumes. A cluster of Ceph needs a CephCluster of yours. */
  static readonly ROOK = new Operator(ROOK);

  /** An operator of your own. An empty name or version is refused. */
  static of(attributes: OperatorAttributes): Operator {
    return accepted('Operator.of', [attributeProblems(attributes)], () => new Operator(attributes));
  }

  private constructor(private readonly facts: OperatorFacts) {}

  get name(): string {
    return this.facts.name;
  }

  get version(): string {
    return this.facts.version;
  }

  /** The kinds that it serves, as `plural.group/version`. */
  get serves(): readonly string[] {
    return this.facts.serves;
  }

  /** APIs without definitions that it serves itself, as `version.group`. */
  get apis(): readonly string[] {
    return this.facts.apis ?? [];
  }

  /** The roles in the cluster's project that its pods need. */
  get rights(): readonly OperatorRight[] {
    return this.facts.rights ?? [];
  }

  /** Operators that it needs to run. */
  get needs(): readonly OperatorIdentity[] {
    return this.facts.needs ?? [];
  }

  /** Its own pods, which take resources of the nodes. */
  get pods(): readonly ClusterPods[] {
    return this.facts.pods ?? [];
  }

  /** The mesh that it makes of the cluster. */
  get mesh(): MeshFacts | undefined {
    return this.facts.mesh;
  }

  /** The custom resource definitions that it installs, as `plural.group`. A cluster has one operator for each. */
  get crds(): readonly string[] {
    return [...new Set(this.serves.map(crdOf))];
  }

  /** Its installation; `undefined` if it is left to the reader of DEPLOY.md. */
  get install(): OperatorInstall | undefined {
    const { install, charts } = this.facts;
    return install ?? (charts === undefined ? undefined : OperatorInstall.helm(...charts));
  }

  /**
   * The same operator, installed by others.
   *
   * @param who their name for the readers of DEPLOY.md, such as `the platform team's Helm release`
   */
  installedElsewhere(who: string): Operator {
    return new Operator({ ...this.facts, install: OperatorInstall.elsewhere(who) });
  }

  /** The same operator, whose mesh the servers of the cluster are in. `Mesh.istio` and `Mesh.google` call it. */
  withMesh(mesh: MeshFacts): Operator {
    return new Operator({ ...this.facts, mesh });
  }

  /**
   * The same operator, installed by Helm. Refused if this library knows no chart of it: use `Operator.of` with
   * `OperatorInstall.helm(…)` then.
   *
   * @param values changed values for its last chart; objects are merged, lists replaced, as Helm does
   */
  byHelm(values: HelmValues = {}): Operator {
    return accepted(`${this.name}.byHelm`, [[...chartProblems(this)]], () => {
      const [first, ...others] = this.charts;
      if (first === undefined) return this;
      return new Operator({ ...this.facts, install: OperatorInstall.helm(...withValues([first, ...others], values)) });
    });
  }

  get charts(): readonly HelmRelease[] {
    const { install, charts = [] } = this.facts;
    return install?.way.kind === 'helm' ? install.way.releases : charts;
  }
}

type Releases = readonly [HelmRelease, ...HelmRelease[]];

function withValues([first, ...others]: Releases, values: HelmValues): Releases {
  const last = others.pop();
  const change = (release: HelmRelease) => {
    const merged = mergedValues(release.values ?? {}, values);
    return Object.keys(merged).length === 0 ? release : { ...release, values: merged };
  };
  return last === undefined ? [change(first)] : [first, ...others, change(last)];
}

function crdOf(kind: string): string {
  return kind.split('/')[0] ?? kind;
}

function* chartProblems({ name, charts }: Operator): Generator<Problem> {
  if (charts.length > 0) return;
  const fix = 'leave byHelm() out, or make the operator by Operator.of with install: OperatorInstall.helm(…)';
  yield problem('operator-chart', `this library knows no chart of operator "${name}"`, fix);
}

function* attributeProblems({ name, version, rights = [] }: OperatorAttributes): Generator<Problem> {
  yield* emptyProblems('name', name, 'give the name that its readers know it by');
  yield* emptyProblems('version', version, 'give the version, such as "1.2.0"');
  for (const { role, namespace, serviceAccountName } of rights) {
    yield* emptyProblems('role', role, 'name the role, such as "roles/monitoring.viewer"');
    yield* emptyProblems('namespace', namespace, 'name the namespace of the pods');
    yield* emptyProblems('serviceAccountName', serviceAccountName, 'name the Kubernetes service account of the pods');
  }
}
