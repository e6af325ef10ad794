import type { GuideStep } from '../contracts/deploy-guide';
import type { Operator } from '../contracts/operator';
import { shellWord } from '../names/shell-word';
import type { HelmRelease } from './operator-install';
import { answers } from './operator-problems';

/** How operators come to a cluster, as DEPLOY.md says it: each after those that it needs. */
export function operatorSteps(
  operators: readonly Operator[] = [],
  /** The stack whose OperatorReleases installs an operator by Helm. @default - none: the helm command does */
  stackOf: (operator: Operator) => string | undefined = () => undefined,
): GuideStep[] {
  return inOrder(operators).map((operator) => step(operator, stackOf(operator)));
}

/** Operators without duplicates, each after the operators that it needs. */
export function inOrder(operators: readonly Operator[]): Operator[] {
  const ordered = new Set<Operator>();
  const add = (operator: Operator, waiting: readonly Operator[]) => {
    if (waiting.includes(operator)) return;
    const needed = operators.filter((other) => operator.needs.some((need) => answers(other, need)));
    for (const other of needed) add(other, [...waiting, operator]);
    ordered.add(operator);
  };
  for (const operator of operators) add(operator, []);
  return [...ordered];
}

function step(operator: Operator, stack: string | undefined): GuideStep {
  const { name, version, crds, install } = operator;
  const way = install?.way;
  const wait = crds.length === 0 ? [] : [waitFor(crds)];
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
      return says(unlessThere, unless(crds, [way.install, ...texts(way.ready)]));
    case 'helm':
      return stack === undefined
        ? says(unlessThere, unless(crds, way.releases.map(helmCommand)))
        : says(`${name} ${version} comes with the stack \`${stack}\`; wait for it:`);
  }
}

function waitFor(crds: readonly string[]): string {
  return `kubectl wait --for=condition=Established --timeout=120s ${crds.map((crd) => `crd/${crd}`).join(' ')}`;
}

/** The first definition shows whether the cluster has the operator. */
function unless([crd]: readonly string[], commands: readonly string[]): string {
  const all = commands.join(' && ');
  return crd === undefined ? all : `kubectl get crd ${crd} >/dev/null 2>&1 || { ${all}; }`;
}

function texts(text: string | undefined): string[] {
  return text === undefined ? [] : [text];
}

/** Helm waits until the pods of a chart are ready, its webhooks' among them. */
function helmCommand({ name, repository, chart, version, namespace, values }: HelmRelease): string {
  const from = repository.startsWith('oci://') ? `${repository}/${chart}` : `${chart} --repo ${repository}`;
  const install = `helm upgrade --install ${name} ${from} --version ${version} --namespace ${namespace} --create-namespace --wait --timeout 10m`;
  return values === undefined ? install : `echo ${shellWord(JSON.stringify(values))} | ${install} --values -`;
}
