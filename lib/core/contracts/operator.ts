import { mergedValues } from '../operators/helm-values';
import {
  ARGO_WORKFLOWS,
  CERT_MANAGER,
  JOBSET,
  KSERVE,
  KUEUE,
  MPI_OPERATOR,
  RAY,
  TRAINER,
  TRAINING_OPERATOR,
  TRAINING_OPERATOR_1_8,
} from '../operators/known-operators';
import type { OperatorFacts, OperatorRight } from '../operators/operator-facts';
import { operatorFormProblems } from '../operators/operator-form-problems';
import { CUSTOM_METRICS, KEDA } from '../operators/scaling-operators';
import { ROOK } from '../operators/storage-operators';
import {
  filledText,
  HELM_VALUES,
  OPERATOR_INSTALL,
  OperatorInstall,
  type HelmRelease,
  type HelmValues,
} from '../operators/operator-install';
import type { ClusterPods } from './cluster-pods';
import { accepted } from '../problems/errors';
import { problem, type Problem } from '../problems/problem';
import { listOf, object, optional, optionProblems, text, typeProblems, valueOf, type Rules } from '../problems/rules';

export const OPERATOR = valueOf('Operator', 'use Operator.TRAINING, Operator.JOBSET or Operator.of(…)');

/** The facts about an operator. */
export interface OperatorAttributes {
  readonly name: string;
  readonly version: string;
  /** The kinds that it serves, as `plural.group/version`, such as `tfjobs.kubeflow.org/v1`. */
  readonly serves: readonly string[];
  /**
   * APIs without definitions that it answers itself, as `version.group`: those of metrics for autoscalers, such as
   * `v1beta1.custom.metrics.k8s.io`.
   *
   * @default []
   * @see https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/apiserver-aggregation/
   */
  readonly apis?: readonly string[];
  /**
   * Roles in the project of a `TrainingCluster` that its pods need, which the cluster's stack grants. @default []
   *
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/workload-identity
   */
  readonly rights?: readonly OperatorRight[];
  /** Operators that it does not run without. @default [] */
  readonly needs?: readonly Operator[];
  /** How it comes to a cluster. @default - left to the reader of DEPLOY.md, which only waits for its CRDs */
  readonly install?: OperatorInstall;
}

const RIGHT: Rules<OperatorRight> = {
  role: filledText('name the role, such as "roles/monitoring.viewer"'),
  namespace: filledText('name the namespace of the pods'),
  serviceAccountName: filledText('name the Kubernetes service account of the pods'),
};

const OPERATOR_ATTRIBUTES = {
  name: filledText('give the name that its readers know it by'),
  version: filledText('give the version, such as "1.2.0"'),
  serves: listOf(text('list the kinds that it serves as plural.group/version, such as ["tfjobs.kubeflow.org/v1"]')),
  apis: optional(listOf(text('list the APIs as version.group, such as ["v1beta1.custom.metrics.k8s.io"]'))),
  rights: optional(listOf(object(RIGHT, 'give { role, namespace, serviceAccountName }'))),
  needs: optional(listOf(OPERATOR)),
  install: optional(OPERATOR_INSTALL),
} satisfies Rules<OperatorAttributes>;

/**
 * A program in the cluster that serves kinds of objects: it brings their custom resource definitions and acts on them.
 * Versions are pinned: docs/operators.md lists them.
 */
export class Operator {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Operator';

  /** Kubeflow's Training Operator, version 1: TFJob, PyTorchJob and their kin. */
  static readonly TRAINING = new Operator(TRAINING_OPERATOR);
  /** The last version of it with MXJob, in the place of `TRAINING`: one cluster cannot have both. */
  static readonly TRAINING_1_8 = new Operator(TRAINING_OPERATOR_1_8);
  /** JobSet: sets of Jobs that start, restart and end together. */
  static readonly JOBSET = new Operator(JOBSET);
  /** Kueue: queues for jobs, with quotas. It queues every kind that the other operators here serve. */
  static readonly KUEUE = new Operator(KUEUE);
  /** Argo Workflows: steps of containers, in order. */
  static readonly ARGO_WORKFLOWS = new Operator(ARGO_WORKFLOWS);
  /** cert-manager: certificates for webhooks and servers. */
  static readonly CERT_MANAGER = new Operator(CERT_MANAGER);
  /** KServe in its Standard mode: model servers as Deployments. By Helm. */
  static readonly KSERVE = new Operator({ ...KSERVE, needs: [Operator.CERT_MANAGER] });
  /** KEDA: scales by events and metrics, to zero too. */
  static readonly KEDA = new Operator(KEDA);
  /** Google's adapter, by which a HorizontalPodAutoscaler reads Cloud Monitoring and managed Prometheus. Not beside KEDA. */
  static readonly CUSTOM_METRICS = new Operator(CUSTOM_METRICS);
  /** Kubeflow's MPI Operator: MPIJob v2beta1. It cannot run beside the training operator, whose MPIJob is v1. */
  static readonly MPI = new Operator(MPI_OPERATOR);
  /** Kubeflow Trainer, version 2: TrainJob. By Helm. */
  static readonly TRAINER = new Operator({ ...TRAINER, needs: [Operator.JOBSET] });
  /** Ray's operator, as the add-on of GKE. */
  static readonly RAY = new Operator(RAY);
  /** Rook: clusters of Ceph, and the CSI drivers of their volumes. It makes no cluster: that takes a CephCluster. */
  static readonly ROOK = new Operator(ROOK);

  /**
   * An operator that this library does not know. Refused: no name or version, kinds of another form than `plural.group/version`,
   * rights to what is no role, or for names that Kubernetes does not take.
   */
  static of(attributes: OperatorAttributes): Operator {
    const checks = [optionProblems(attributes, OPERATOR_ATTRIBUTES), operatorFormProblems(attributes)];
    return accepted('Operator.of', checks, () => new Operator(attributes));
  }

  private constructor(private readonly facts: OperatorFacts & OperatorAttributes) {}

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

  /** APIs without definitions that it answers itself, as `version.group`. */
  get apis(): readonly string[] {
    return this.facts.apis ?? [];
  }

  /** The roles in the cluster's project that its pods need. */
  get rights(): readonly OperatorRight[] {
    return this.facts.rights ?? [];
  }

  /** Operators that it does not run without. */
  get needs(): readonly Operator[] {
    return this.facts.needs ?? [];
  }

  /** Its own pods, which take a part of the nodes on which they may lie. */
  get pods(): readonly ClusterPods[] {
    return this.facts.pods ?? [];
  }

  /** The custom resource definitions that it brings, as `plural.group`. A cluster has one operator for each. */
  get crds(): readonly string[] {
    return [...new Set(this.serves.map(crdOf))];
  }

  /** How it comes to a cluster; nothing if that is left to the reader of DEPLOY.md. */
  get install(): OperatorInstall | undefined {
    const { install, charts } = this.facts;
    return install ?? (charts === undefined ? undefined : OperatorInstall.helm(...charts));
  }

  /**
   * The same operator, installed by somebody else.
   *
   * @param who for the readers of DEPLOY.md, such as `the platform team's Helm release`
   */
  installedElsewhere(who: string): Operator {
    return new Operator({ ...this.facts, install: OperatorInstall.elsewhere(who) });
  }

  /**
   * The same operator, installed by Helm. Refused if this library knows no chart of it: give `Operator.of` an
   * `OperatorInstall.helm(…)` then.
   *
   * @param values what differs from our values, for its last chart; objects are merged, lists replaced, as Helm does
   */
  byHelm(values: HelmValues = {}): Operator {
    const wrong = [...typeProblems({ values }, { values: HELM_VALUES }), ...chartProblems(this)];
    return accepted(`${this.name}.byHelm`, [wrong], () => {
      const [first, ...others] = this.charts;
      if (first === undefined) return this;
      return new Operator({ ...this.facts, install: OperatorInstall.helm(...withValues([first, ...others], values)) });
    });
  }

  /** @internal */
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
