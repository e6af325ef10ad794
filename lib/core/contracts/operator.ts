import { requiredProblems, textListProblems, textProblems } from '../problems/given';
import { refuse } from '../problems/errors';
import type { Problem } from '../problems/problem';
import { valueOf } from '../problems/rules';

export const OPERATOR = valueOf('Operator', 'use Operator.TRAINING, Operator.JOBSET or Operator.of(…)');

/**
 * A program in the cluster that runs a kind of workload: it brings its custom resources.
 */
export class Operator {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Operator';

  /** Kubeflow's Training Operator, version 1: TFJob and its kin. */
  static readonly TRAINING = new Operator({
    name: 'training-operator',
    version: '1.9.4',
    crds: ['tfjobs.kubeflow.org', 'pytorchjobs.kubeflow.org'],
    install:
      'kubectl apply --server-side -k "github.com/kubeflow/trainer.git/manifests/overlays/standalone?ref=v1.9.4"',
    ready: 'kubectl -n kubeflow rollout status deployment/training-operator --timeout=300s',
  });
  /** JobSet: sets of Jobs that start, restart and end together. */
  static readonly JOBSET = new Operator({
    name: 'jobset',
    version: '0.12.0',
    crds: ['jobsets.jobset.x-k8s.io'],
    install:
      'kubectl apply --server-side -f https://github.com/kubernetes-sigs/jobset/releases/download/v0.12.0/manifests.yaml',
    ready: 'kubectl -n jobset-system rollout status deployment/jobset-controller-manager --timeout=300s',
  });

  /** An operator that this library does not know. Refused: no name or version, CRDs of another form than `plural.group`. */
  static of(attributes: OperatorAttributes): Operator {
    refuse('Operator.of', operatorProblems(attributes));
    return new Operator(attributes);
  }

  private constructor(private readonly attributes: OperatorAttributes) {}

  get name(): string {
    return this.attributes.name;
  }

  get version(): string {
    return this.attributes.version;
  }

  /** The custom resource definitions that tell that the operator is there, as `plural.group`. */
  get crds(): readonly string[] {
    return this.attributes.crds;
  }

  /** The command that installs it, for DEPLOY.md. */
  get install(): string | undefined {
    return this.attributes.install;
  }

  /** The command that waits for it, after `install`. */
  get ready(): string | undefined {
    return this.attributes.ready;
  }

  /** Who installs it, when it is not left to the reader of DEPLOY.md. */
  get installedBy(): string | undefined {
    return this.attributes.installedBy;
  }

  /**
   * The same operator, put into the cluster by somebody else.
   *
   * @param who for the readers of DEPLOY.md, such as `the platform team's Helm release`
   */
  installedElsewhere(who: string): Operator {
    return new Operator({ ...this.attributes, installedBy: who });
  }
}

/** What an operator is. */
export interface OperatorAttributes {
  readonly name: string;
  readonly version: string;
  /** The custom resource definitions that tell that the operator is there, as `plural.group`. */
  readonly crds: readonly string[];
  /** The command that installs it. @default - DEPLOY.md only waits for the CRDs */
  readonly install?: string;
  /** The command that waits until it serves. @default - DEPLOY.md only waits for the CRDs */
  readonly ready?: string;
  /** Who installs it. @default - the reader of DEPLOY.md */
  readonly installedBy?: string;
}

/** The group of a custom resource is a domain of two parts or more, so that there are three. */
const CRD = /^[a-z]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?){2,}$/;

const CRDS = 'name its CRDs as plural.group, such as ["tfjobs.kubeflow.org"]';

function operatorProblems(attributes: OperatorAttributes): Problem[] {
  const given = { ...attributes };
  const noTexts = [
    ...textProblems('name', given.name, 'give the name that its readers know it by'),
    ...textProblems('version', given.version, 'give the version, such as "1.2.0"'),
    ...requiredProblems(given, { crds: { fix: CRDS } }),
    ...textListProblems('crds', given.crds, CRDS),
  ];
  if (noTexts.length > 0) return noTexts;
  const { name, version, crds } = attributes;
  const formProblem = (property: string, message: string, fix: string): Problem => ({
    code: 'operator-form',
    property,
    message,
    fix,
  });
  return [
    ...(name.trim() === ''
      ? [
          formProblem(
            'name',
            `operator name ${JSON.stringify(name)} is empty`,
            'give the name that its readers know it by',
          ),
        ]
      : []),
    ...(version.trim() === ''
      ? [
          formProblem(
            'version',
            `operator version ${JSON.stringify(version)} is empty`,
            'give the version, such as "1.2.0"',
          ),
        ]
      : []),
    ...crds
      .filter((crd) => !CRD.test(crd))
      .map((crd) =>
        formProblem(
          'crds',
          `${JSON.stringify(crd)} cannot be the name of a custom resource definition`,
          'use plural.group, such as "tfjobs.kubeflow.org"',
        ),
      ),
  ];
}
