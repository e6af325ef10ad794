import type { ICluster } from '../contracts/cluster';
import type { Operator } from '../contracts/operator';
import { problem, type Problem } from '../problems/problem';

/** Problems of the operators of a cluster together. */
export function* operatorsProblems(operators: readonly Operator[] = []): Generator<Problem> {
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

/** A cluster has one definition of a kind: each of two operators would overwrite the other's. */
function* sharedProblems(operator: Operator, other: Operator): Generator<Problem> {
  const shared = [...operator.crds, ...operator.apis].filter((name) => [...other.crds, ...other.apis].includes(name));
  if (shared.length === 0) return;
  const isVersion = operator.name === other.name && operator.version !== other.version;
  const [one, two] = [operator, other].map(({ name, version }) => (isVersion ? `"${name}" ${version}` : `"${name}"`));
  const message = `operators ${one} and ${two} both bring ${shared.join(', ')}, and a cluster has one of each`;
  const fix = `leave one of the two out of operators, or give ${two} a cluster of its own`;
  yield problem('operator-kind-shared', 'operators', message, fix);
}

/** Problems of operators that only GKE provides, in a cluster without GKE. */
export function* addOnProblems(operators: readonly Operator[] = []): Generator<Problem> {
  for (const operator of operators) {
    if (operator.install?.way.kind !== 'addon') continue;
    const message = `operator "${operator.name}" comes as an add-on of GKE, which a local cluster does not have`;
    const fix = `say who installs it here: ${expressionOf(operator)}.installedElsewhere("my own helm command")`;
    yield problem('operator-addon', 'operators', message, fix);
  }
}

/** Whether an operator is what another needs: the same one, or one that serves the same kinds. */
export function answers({ name, serves, apis }: Operator, need: Operator): boolean {
  const all = [...serves, ...apis];
  const needed = [...need.serves, ...need.apis];
  return name === need.name || (needed.length > 0 && needed.every((kind) => all.includes(kind)));
}

/** What a cluster says of its operators, for messages: `cluster "main" declares no operators`. */
export function declaredOperators({ clusterName, operators = [] }: ICluster): string {
  const names = operators.map(({ name }) => `"${name}"`).join(', ');
  return `cluster "${clusterName}" declares ${names === '' ? 'no operators' : names}`;
}

/** As the user writes an operator in a program. */
export function expressionOf({ name, version }: Operator): string {
  const constant = CONSTANTS[`${name} ${version}`] ?? CONSTANTS[name];
  return constant === undefined ? `the operator "${name}"` : `Operator.${constant}`;
}

const CONSTANTS: Readonly<Record<string, string>> = {
  'training-operator': 'TRAINING',
  'training-operator 1.8.1': 'TRAINING_1_8',
  jobset: 'JOBSET',
  kueue: 'KUEUE',
  'argo-workflows': 'ARGO_WORKFLOWS',
  'cert-manager': 'CERT_MANAGER',
  kserve: 'KSERVE',
  keda: 'KEDA',
  'custom-metrics-adapter': 'CUSTOM_METRICS',
  'mpi-operator': 'MPI',
  trainer: 'TRAINER',
  'ray-operator': 'RAY',
  'rook-ceph': 'ROOK',
};
