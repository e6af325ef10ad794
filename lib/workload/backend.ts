import type { ICluster } from '../core/contracts/cluster';
import type { GuideStep } from '../core/contracts/guide';
import type { IOperator, OperatorIdentity } from '../core/contracts/operator';
import { problem, withArticle, type Advice, type Problem } from '../core/problems';
import { servedAs, type Kind } from '../kubernetes/kinds/kind';
import type { Operator } from '../operators/operator';
import { declaredOperators, expressionOf } from '../operators/operator-problems';
import type { Rendered } from './rendered';

/** A way to run a workload in the cluster, such as an engine of training jobs. Pure: from a resolved workload to manifests. */
export interface Backend<In> {
  /** The name in messages: `TFJob`. */
  readonly name: string;
  /** The kind of the main object. */
  readonly kind: Kind;
  /** The operator that the cluster must have. @default - none: Kubernetes itself runs the object */
  readonly operator?: Operator;
  /** The name of the main container, if the operator needs one. @default - the framework of a training job; `server` */
  readonly containerName?: string;
  /** Problems of a workload for this backend, such as names too long for its objects. */
  problems(workload: In): Iterable<Problem>;
  /** Advice about a workload for this backend. @default - none */
  advice?(workload: In): Iterable<Advice>;
  /** Steps of DEPLOY.md. @param rendered the objects of the workload @default - none */
  guide?(workload: In, rendered: Rendered): readonly GuideStep[];
  render(workload: In): Rendered;
}

/** A backend as far as its operator goes. */
type Operated = Pick<Backend<never>, 'name' | 'operator'> & { readonly kind?: Kind };

/** True if an operator of the cluster serves a kind, or if nothing is known of its operators. */
export function isServed({ operators }: ICluster, kind: Kind): boolean {
  return operators?.some(({ serves }) => serves.includes(servedAs(kind))) ?? true;
}

/** True if the cluster can run a backend's objects, as far as its operators are known. */
export function runsIn(cluster: ICluster, { kind, operator }: Operated): boolean {
  return operator === undefined || kind === undefined || isServed(cluster, kind);
}

/**
 * Problems of a cluster without the operator of a backend.
 *
 * @param property the prop that names the backend
 * @param other a further fix
 */
export function* operatorProblems(
  property: string,
  backend: Operated,
  cluster: ICluster,
  other = '',
): Generator<Problem> {
  const { name, kind, operator } = backend;
  if (operator === undefined || kind === undefined || runsIn(cluster, backend)) return;
  const missing = (message: string, fix: string) =>
    problem('operator-missing', property, `${withArticle(name)} needs ${message}`, `${fix}${other}`);
  if (!operator.serves.includes(servedAs(kind))) {
    const message = `${withArticle(name)} has the kind ${servedAs(kind)}, but its operator "${operator.name}" serves ${operator.serves.join(', ')}`;
    yield problem('operator-missing', property, message, `let the ${property}'s kind and the operator's serves agree`);
    return;
  }
  const declared = otherVersionOf(operator, cluster);
  yield declared
    ? missing(
        `operator "${operator.name}" ${operator.version}, but cluster "${cluster.clusterName}" declares version ${declared.version}, which does not serve ${servedAs(kind)}`,
        `list ${expressionOf(operator)} in operators of the cluster in the place of ${expressionOf(declared)}`,
      )
    : missing(
        `operator "${operator.name}", but ${declaredOperators(cluster)}`,
        `add ${expressionOf(operator)} to operators of the cluster`,
      );
}

/** The same operator in another version, if the cluster declares that one. */
export function otherVersionOf(
  { name, version }: OperatorIdentity,
  { operators = [] }: ICluster,
): IOperator | undefined {
  return operators.find((other) => other.name === name && other.version !== version);
}
