import type { ICluster } from '../core/contracts/cluster';
import type { IOperator, OperatorIdentity } from '../core/contracts/operator';
import { Operator } from './operator';
import { problem, type Problem } from '../core/problems';

export function* operatorsProblems(operators: readonly IOperator[] = []): Generator<Problem> {
  const all = [...new Set(operators)];
  for (const [index, operator] of all.entries()) {
    for (const other of all.slice(index + 1)) yield* sharedProblems(operator, other);
    for (const need of operator.needs) {
      if (all.some((other) => answers(other, need))) continue;
      const message = `operator "${operator.name}" does not run without operator "${need.name}", which operators does not list`;
      yield problem('operator-need', 'operators', message, `add ${expressionOf(need)} to operators`);
    }
  }
}

/** Problems of operators with the same kind. A cluster has one definition of a kind, which the second would overwrite. */
function* sharedProblems(operator: IOperator, other: IOperator): Generator<Problem> {
  const shared = [...operator.crds, ...operator.apis].filter((name) => [...other.crds, ...other.apis].includes(name));
  if (shared.length === 0) return;
  const isVersion = operator.name === other.name && operator.version !== other.version;
  const [one, two] = [operator, other].map(({ name, version }) => (isVersion ? `"${name}" ${version}` : `"${name}"`));
  const message = `operators ${one} and ${two} both bring ${shared.join(', ')}, and a cluster has one of each`;
  const fix = `leave one of the two out of operators, or give ${two} a cluster of its own`;
  yield problem('operator-kind-shared', 'operators', message, fix);
}

/** Problems of operators that are add-ons of GKE, in another cluster. */
export function* addOnProblems(operators: readonly IOperator[] = []): Generator<Problem> {
  for (const operator of operators) {
    if (operator.install?.way.kind !== 'addon') continue;
    const message = `operator "${operator.name}" comes as an add-on of GKE, which a local cluster does not have`;
    const fix = `say who installs it here: ${expressionOf(operator)}.installedElsewhere("my own helm command")`;
    yield problem('operator-addon', 'operators', message, fix);
  }
}

/** True if an operator meets another's need: it is the same one, or serves the same kinds. */
export function answers({ name, serves, apis = [] }: OperatorIdentity, need: OperatorIdentity): boolean {
  const all = [...serves, ...apis];
  const needed = [...need.serves, ...(need.apis ?? [])];
  return name === need.name || (needed.length > 0 && needed.every((kind) => all.includes(kind)));
}

/** The operators of a cluster, for messages: `cluster "main" declares no operators`. */
export function declaredOperators({ clusterName, operators = [] }: ICluster): string {
  const names = operators.map(({ name }) => `"${name}"`).join(', ');
  return `cluster "${clusterName}" declares ${names === '' ? 'no operators' : names}`;
}

/** The expression of an operator in a program. */
export function expressionOf({ name, version }: OperatorIdentity): string {
  const known = Object.entries(Operator).filter(([, value]) => value instanceof Operator && value.name === name);
  const [constant] =
    known.find(([, value]) => value instanceof Operator && value.version === version) ?? known[0] ?? [];
  return constant === undefined ? `the operator "${name}"` : `Operator.${constant}`;
}
