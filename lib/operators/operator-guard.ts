import type { HelmRelease, InstallWay, IOperator } from '../core/contracts/operator';
import { shellWord } from '../core/names/shell-word';

// Commands that install an operator or replace another version of it, and leave alone what others have installed.
// `( … )` ends a script with -e where one of its commands fails, which `{ … }` does not.

/**
 * By a command, unless this version is recorded. The namespace kube-system has the record, as an annotation. It is written
 * before the first command too, so that a next run repairs what a broken one left.
 */
export function installByCommand(
  operator: IOperator,
  { install, ready }: Extract<InstallWay, { readonly kind: 'command' }>,
): string[] {
  const sign = signOf(operator);
  const wait = ready === undefined ? [] : [ready];
  if (sign === undefined) return [install, ...wait];
  const [, name] = sign;
  const { version } = operator;
  const path = `{.metadata.annotations.trainyard/${name.replaceAll('.', String.raw`\.`)}}`;
  const record = (value: string) =>
    `kubectl annotate --overwrite namespace kube-system ${shellWord(`trainyard/${name}=${value}`)}`;
  return [
    `installed=$(kubectl get namespace kube-system -o jsonpath='${path}')`,
    ...unlessOfOthers(operator, sign, '[ -z "$installed" ]', [
      `[ -n "$there" ] && [ "$installed" = ${shellWord(version)} ] || (${[record('unfinished'), install, record(version)].join(' && ')})`,
      ...wait,
    ]),
  ];
}

/** By Helm, which does nothing twice and keeps its own record: its releases. */
export function installByHelm(operator: IOperator, releases: readonly HelmRelease[]): string[] {
  const sign = signOf(operator);
  const [first] = releases;
  const commands = releases.map(helmCommand);
  if (sign === undefined || first === undefined) return commands;
  const isNone = `! helm status ${first.name} --namespace ${first.namespace} >/dev/null 2>&1`;
  return unlessOfOthers(operator, sign, isNone, [`(${commands.join(' && ')})`]);
}

/** @param isNotOurs the condition that these commands have not begun to install it */
function unlessOfOthers(
  { name, version }: IOperator,
  sign: Sign,
  isNotOurs: string,
  commands: readonly string[],
): string[] {
  const warning = `${name} was installed by others: it is left as it is, and may not be ${version}. If it is theirs, use installedElsewhere in the program.`;
  return [
    `there=$(kubectl get ${sign.join(' ')} --ignore-not-found -o name)`,
    `if [ -n "$there" ] && ${isNotOurs}; then`,
    `  echo ${shellWord(warning)} >&2`,
    'else',
    ...commands.map((command) => `  ${command}`),
    'fi',
  ];
}

type Sign = readonly [resource: string, name: string];

/** An object that a cluster has if it has the operator. */
function signOf({ crds: [crd], apis: [api] }: IOperator): Sign | undefined {
  if (crd !== undefined) return ['crd', crd];
  return api === undefined ? undefined : ['apiservice', api];
}

/** The command that installs a chart. Helm waits until its pods are ready, those of webhooks included. */
function helmCommand({ name, repository, chart, version, namespace, values }: HelmRelease): string {
  const from = repository.startsWith('oci://') ? `${repository}/${chart}` : `${chart} --repo ${repository}`;
  const install = `helm upgrade --install ${name} ${from} --version ${version} --namespace ${namespace} --create-namespace --wait --timeout 10m`;
  return values === undefined ? install : `echo ${shellWord(JSON.stringify(values))} | ${install} --values -`;
}
