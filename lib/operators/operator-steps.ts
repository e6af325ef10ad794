import type { GuideStep } from '../core/contracts/guide';
import type { IOperator } from '../core/contracts/operator';
import { installByCommand, installByHelm } from './operator-guard';
import { answers } from './operator-problems';

/** The steps of DEPLOY.md that install operators, each after those that it needs. */
export function operatorSteps(
  operators: readonly IOperator[] = [],
  /** The stack whose OperatorReleases installs an operator by Helm. @default - none: the helm command installs it */
  stackOf: (operator: IOperator) => string | undefined = () => undefined,
): GuideStep[] {
  return inOrder(operators).map((operator) => step(operator, stackOf(operator)));
}

/** Operators without duplicates, each after the operators that it needs. */
export function inOrder(operators: readonly IOperator[]): IOperator[] {
  const ordered = new Set<IOperator>();
  const add = (operator: IOperator, waiting: readonly IOperator[]) => {
    if (waiting.includes(operator)) return;
    const needed = operators.filter((other) => operator.needs.some((need) => answers(other, need)));
    for (const other of needed) add(other, [...waiting, operator]);
    ordered.add(operator);
  };
  for (const operator of operators) add(operator, []);
  return [...ordered];
}

function step(operator: IOperator, stack: string | undefined): GuideStep {
  const { name, version, install } = operator;
  const way = install?.way;
  const wait = waitsFor(operator);
  const unlessThere = `${name} ${version}, unless the cluster has it. Another version that these commands installed is replaced, and running jobs go on:`;
  const says = (text: string, ...commands: readonly string[]): GuideStep => ({
    phase: 'operators',
    text,
    commands: [...commands, ...wait],
  });
  switch (way?.kind) {
    case undefined:
      return says(`Install ${name} ${version}, then wait for it:`);
    case 'elsewhere':
      return says(`${name} comes from ${way.who}; wait for it:`);
    case 'addon':
      return says(`${name} is an add-on of GKE; wait for it:`);
    case 'command':
      return says(unlessThere, ...installByCommand(operator, way));
    case 'helm':
      return stack === undefined
        ? says(unlessThere, ...installByHelm(operator, way.releases))
        : says(`${name} ${version} comes with the stack \`${stack}\`; wait for it:`);
  }
}

function waitsFor({ crds, apis }: IOperator): string[] {
  return [
    waitFor(
      'Established',
      crds.map((crd) => `crd/${crd}`),
    ),
    waitFor(
      'Available',
      apis.map((api) => `apiservice/${api}`),
    ),
  ].flat();
}

function waitFor(condition: string, objects: readonly string[]): string[] {
  if (objects.length === 0) return [];
  return [`kubectl wait --for=condition=${condition} --timeout=120s ${objects.join(' ')}`];
}
