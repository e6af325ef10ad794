import {
  ClusterChart,
  LocalCluster,
  Operator,
  OperatorReleases,
  TrainingCluster,
  type TrainingClusterProps,
} from '../../../lib/index';
import { OperatorInstall } from '../../../lib/operators/index';
import type { Fix } from './fix';
import type { Either, World, WrongProgram } from './program';

// Mistakes with the operators of a cluster.

type Operators = NonNullable<TrainingClusterProps['operators']>;

/** A program with a further cluster of operators, which are wrong, or right. */
function cluster(
  name: string,
  code: string,
  says: string,
  operators: (either: Either, fix: Fix) => Operators,
): WrongProgram {
  const build: WrongProgram['build'] = (world, either, fix) => {
    clusterIn(world, operators(either, fix));
  };
  return { name, code, says, build };
}

/** A cluster with a chart, and a stack that releases its operators. */
function clusterIn({ stack, deployment }: World, operators: Operators, isReleased = true): void {
  const made = new TrainingCluster(stack, 'second', { location: 'us-central1-a', operators });
  const isByHelm = operators.some(({ install }) => install?.way.kind === 'helm');
  if (isByHelm && isReleased) {
    new OperatorReleases(deployment.addStack('operators'), 'operators', { cluster: made });
  }
  new ClusterChart(deployment.kubernetes, 'second', { cluster: made, namespace: 'second' });
}

const ours = (attributes: Partial<Parameters<typeof Operator.of>[0]> = {}) =>
  Operator.of({
    ...{ name: 'digits-operator', version: '2.1.0', serves: ['digits.ml.acme.com/v1'] },
    install: OperatorInstall.command('kubectl apply --server-side -f digits-operator.yaml'),
    ...attributes,
  });
const RELEASE = {
  ...{ name: 'digits', repository: 'oci://registry.acme.com/charts', chart: 'digits-operator' },
  ...{ version: '2.1.0', namespace: 'digits-system' },
};

const FORMS: readonly WrongProgram[] = [
  cluster('an operator without a name', 'operator-form', 'give the name that its readers know it by', (either) => [
    ours({ name: either('', 'digits-operator') }),
  ]),
  cluster('an operator without a version', 'operator-form', 'give the version, such as "1.2.0"', (either, fix) => [
    ours({ version: either(' ', fix.quoted()) }),
  ]),
  cluster('an empty command', 'operator-form', 'write the command that installs the operator', (either, fix) => [
    ours({ install: OperatorInstall.command(either('', fix.quoted())) }),
  ]),
  cluster(
    'nobody who installs it',
    'operator-form',
    'say who installs it, such as "the platform team"',
    (either, fix) => [ours({ install: OperatorInstall.elsewhere(either('', fix.quoted())) })],
  ),
  ...(['name', 'repository', 'chart', 'version', 'namespace'] as const).map((property) =>
    cluster(`a release without its ${property}`, 'operator-form', `${property} is empty`, (either, fix) => [
      ours({ install: OperatorInstall.helm({ ...RELEASE, [property]: either('', fix.quoted()) }) }),
    ]),
  ),
  ...(['byHelm', 'install'] as const).map((way) =>
    cluster(
      `a chart that is not known: ${way}`,
      'operator-chart',
      'leave byHelm() out, or make the operator by Operator.of with install: OperatorInstall.helm(…)',
      (either) => {
        const known = ours();
        if (either(true, false)) return [known.byHelm()];
        return [way === 'byHelm' ? known : ours({ install: OperatorInstall.helm(RELEASE) })];
      },
    ),
  ),
];

const TOGETHER: readonly WrongProgram[] = [
  cluster('Trainer alone', 'operator-need', 'add Operator.JOBSET to operators', (either) => [
    Operator.TRAINER.byHelm(),
    ...either([], [Operator.JOBSET.byHelm()]),
  ]),
  cluster(
    'an operator without another of the user',
    'operator-need',
    'add the operator "base" to operators',
    (either) => {
      const base = ours({ name: 'base', serves: ['bases.ml.acme.com/v1'] });
      return [ours({ needs: [base] }), ...either([], [base])];
    },
  ),
  cluster(
    'two operators with MPIJob',
    'operator-kind-shared',
    'both bring mpijobs.kubeflow.org, and a cluster has one of each: leave one of the two out of operators',
    (either) => [Operator.TRAINING, ...either([Operator.MPI], [])],
  ),
  {
    name: 'two versions of the training operator',
    code: 'operator-kind-shared',
    says: 'or give "training-operator" 1.8.1 a cluster of its own',
    build: (world, either) => {
      clusterIn(world, [Operator.TRAINING, ...either([Operator.TRAINING_1_8], [])]);
      if (either(true, false)) return;
      const { stack } = world;
      new TrainingCluster(stack, 'third', { location: 'us-central1-a', operators: [Operator.TRAINING_1_8] });
    },
  },
];

const INSTALLS: readonly WrongProgram[] = [
  {
    name: 'an add-on of GKE on a laptop',
    code: 'operator-addon',
    says: 'Operator.RAY.installedElsewhere("my own helm command")',
    build: ({ deployment }, either, fix) => {
      const operator = either(false, true) ? Operator.RAY.installedElsewhere(fix.quoted()) : Operator.RAY;
      const made = LocalCluster.kind({ operators: [operator] });
      new ClusterChart(deployment.kubernetes, 'laptop', { cluster: made, namespace: 'laptop' });
    },
  },
  ...(['command', 'elsewhere'] as const).map((way) =>
    cluster(
      `an operator that nothing installs: ${way}`,
      'operator-install',
      way === 'command' ? 'OperatorInstall.command' : 'installedElsewhere',
      (either, fix) => {
        const operator = ours(way === 'command' ? either({ install: undefined }, {}) : { install: undefined });
        return [way === 'elsewhere' && either(false, true) ? operator.installedElsewhere(fix.quoted()) : operator];
      },
    ),
  ),
  {
    name: 'operators by Helm that no stack releases',
    code: 'operator-release',
    says: "add new OperatorReleases(deployment.addStack('operators'), 'operators', { cluster })",
    build: (world, either) => {
      clusterIn(world, [Operator.KUEUE.byHelm()], either(false, true));
    },
  },
];

export const WRONG_OPERATORS: readonly WrongProgram[] = [...FORMS, ...TOGETHER, ...INSTALLS];
