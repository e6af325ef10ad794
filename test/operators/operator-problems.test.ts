import { describe, expect, test } from 'vitest';
import { LocalCluster } from '../../lib/local/local-cluster';
import { Operator } from '../../lib/operators/operator';
import { addOnProblems, answers, expressionOf, operatorsProblems } from '../../lib/operators/operator-problems';
import { formatProblem } from '../../lib/core/problems/problem';

const messages = (...operators: readonly Operator[]) => [...operatorsProblems(operators)].map(formatProblem);

test('operators that serve different kinds, each with what it needs, have no problems', () => {
  expect(messages(Operator.KSERVE, Operator.CERT_MANAGER, Operator.TRAINER, Operator.JOBSET.byHelm())).toEqual([]);
  expect(messages(Operator.KUEUE, Operator.KUEUE)).toEqual([]);
});

test('what an operator needs may come from another that serves the same kinds', () => {
  const theirs = Operator.of({ name: 'their-jobset', version: '9', serves: Operator.JOBSET.serves });
  expect(messages(Operator.TRAINER, theirs)).toEqual([]);
});

test('fails: two operators that bring one kind are a problem (operator-kind-shared)', () => {
  expect(messages(Operator.TRAINING, Operator.JOBSET, Operator.MPI)).toEqual([
    'operators "training-operator" and "mpi-operator" both bring mpijobs.kubeflow.org, and a cluster has one of each: leave one of the two out of operators, or give "mpi-operator" a cluster of its own (operator-kind-shared)',
  ]);
  expect(messages(Operator.JOBSET, Operator.JOBSET.byHelm())).toHaveLength(1);
  const [versions] = messages(Operator.TRAINING_1_8, Operator.TRAINING);
  expect(versions).toContain('operators "training-operator" 1.8.1 and "training-operator" 1.9.4 both bring tfjobs');
  expect(versions).toContain('or give "training-operator" 1.9.4 a cluster of its own');
});

test('fails: an operator without what it needs is a problem (operator-need)', () => {
  const mine = Operator.of({ name: 'mine', version: '1', serves: [], needs: [Operator.TRAINER] });
  expect(messages(Operator.TRAINER, mine)).toEqual([
    'operator "trainer" does not run without operator "jobset", which operators does not list: add Operator.JOBSET to operators (operator-need)',
  ]);
});

describe('a cluster refuses', () => {
  test('fails: an add-on of GKE where there is no GKE (operator-addon)', () => {
    expect([...addOnProblems([Operator.RAY, Operator.JOBSET])].map(formatProblem)).toEqual([
      'operator "ray-operator" comes as an add-on of GKE, which a local cluster does not have: say who installs it here: Operator.RAY.installedElsewhere("my own helm command") (operator-addon)',
    ]);
    expect(() => LocalCluster.kind({ operators: [Operator.RAY] })).toThrow('(operator-addon)');
    expect(() => LocalCluster.kind({ operators: [Operator.RAY.installedElsewhere('me')] })).not.toThrow();
  });

  test('fails: operators that do not go together (operator-kind-shared, operator-need)', () => {
    expect(() => LocalCluster.kind({ operators: [Operator.TRAINING, Operator.MPI] })).toThrow('(operator-kind-shared)');
    expect(() => LocalCluster.kind({ operators: [Operator.KSERVE] })).toThrow('add Operator.CERT_MANAGER to operators');
  });
});

test('every operator of the library is named as it is written', () => {
  for (const [constant, operator] of Object.entries(Operator)) {
    if (operator instanceof Operator) expect(expressionOf(operator)).toBe(`Operator.${constant}`);
  }
  expect(expressionOf(Operator.of({ name: 'mine', version: '1', serves: [] }))).toBe('the operator "mine"');
});

test('fails: operators that answer the same API (operator-kind-shared)', () => {
  expect(messages(Operator.KEDA, Operator.CUSTOM_METRICS)).toEqual([
    'operators "keda" and "custom-metrics-adapter" both bring v1beta1.external.metrics.k8s.io, and a cluster has one of each: leave one of the two out of operators, or give "custom-metrics-adapter" a cluster of its own (operator-kind-shared)',
  ]);
});

test('fails: problems of operators name the prop', () => {
  const propertyOf = (...operators: Operator[]) => [...operatorsProblems(operators)].map(({ property }) => property);
  expect(propertyOf(Operator.KSERVE)).toEqual(['operators']);
  expect(propertyOf(Operator.TRAINING, Operator.MPI)).toEqual(['operators']);
  expect([...addOnProblems([Operator.JOBSET, Operator.RAY])].map(({ property }) => property)).toEqual(['operators']);
  expect([...addOnProblems([Operator.of({ name: 'mine', version: '1', serves: ['jobs.acme.com/v1'] })])]).toEqual([]);
});

test('an operator answers a need by its name, or by all kinds that the need serves', () => {
  const serving = (name: string, ...serves: string[]) => Operator.of({ name, version: '1', serves });
  const need = serving('need', 'jobs.acme.com/v1', 'runs.acme.com/v1');
  expect(answers(serving('need', 'other.acme.com/v1'), need)).toBe(true);
  expect(answers(serving('fork', 'runs.acme.com/v1', 'jobs.acme.com/v1'), need)).toBe(true);
  expect(answers(serving('half', 'jobs.acme.com/v1'), need)).toBe(false);
  expect(answers(serving('other', 'jobs.acme.com/v1'), serving('without kinds'))).toBe(false);
});
