import type { GuideStep } from '../core/contracts/guide';
import type { HelmRelease, IOperator } from '../core/contracts/operator';
import { shellWord } from '../core/names/shell-word';
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
  const unlessThere = `${name} ${version}, unless the cluster has it:`;
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
      return says(unlessThere, unless(operator, [way.install, ...texts(way.ready)]));
    case 'helm':
      return stack === undefined
        ? says(unlessThere, unless(operator, way.releases.map(helmCommand), notBegun(way.releases)))
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

/** Commands that run only in a cluster without the operator. @param condition a further condition */
function unless({ crds: [crd], apis: [api] }: IOperator, commands: readonly string[], condition = ''): string {
  const all = commands.join(' && ');
  const sign = crd === undefined ? api && `apiservice ${api}` : `crd ${crd}`;
  return sign === undefined ? all : `kubectl get ${sign} >/dev/null 2>&1${condition} || { ${all}; }`;
}

/** The condition that no install has begun: the first of several charts may bring the definitions before a run stops. */
function notBegun([first, ...others]: readonly HelmRelease[]): string {
  if (first === undefined || others.length === 0) return '';
  return ` && ! helm status ${first.name} --namespace ${first.namespace} >/dev/null 2>&1`;
}

function texts(text: string | undefined): string[] {
  return text === undefined ? [] : [text];
}

/** The command that installs a chart. Helm waits until its pods are ready, those of webhooks included. */
function helmCommand({ name, repository, chart, version, namespace, values }: HelmRelease): string {
  const from = repository.startsWith('oci://') ? `${repository}/${chart}` : `${chart} --repo ${repository}`;
  const install = `helm upgrade --install ${name} ${from} --version ${version} --namespace ${namespace} --create-namespace --wait --timeout 10m`;
  return values === undefined ? install : `echo ${shellWord(JSON.stringify(values))} | ${install} --values -`;
}
