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
  const { version } = operator;
  const all = [record(sign, 'unfinished'), install, record(sign, version)].join(' && ');
  return unlessOfOthers(operator, sign, '[ -z "$installed" ]', [
    `[ -n "$there" ] && [ "$installed" = ${shellWord(version)} ] || (${all})`,
    ...wait,
  ]);
}

/** The record of Helm's first release. Helm makes the definitions of a chart before it has a record of its own. */
const BEGUN = 'unfinished-helm';

/** By Helm, which does nothing twice and keeps its own record: its releases. */
export function installByHelm(operator: IOperator, releases: readonly HelmRelease[]): string[] {
  const sign = signOf(operator);
  const [first] = releases;
  const commands = releases.flatMap((release) => releaseCommands(release));
  if (sign === undefined || first === undefined) return commands;
  const isNone = `! helm status ${first.name} --namespace ${first.namespace} >/dev/null 2>&1`;
  const all = [record(sign, BEGUN), ...commands, record(sign)].join(' &&\n    ');
  return unlessOfOthers(operator, sign, `[ "$installed" != ${BEGUN} ] && ${isNone}`, [`(${all})`]);
}

/** @param isNotOurs the condition that these commands have not begun to install it */
function unlessOfOthers(
  { name, version }: IOperator,
  sign: Sign,
  isNotOurs: string,
  commands: readonly string[],
): string[] {
  const warning = `${name} was installed by others: it is left as it is, and may not be ${version}. If it is theirs, use installedElsewhere in the program.`;
  const path = `{.metadata.annotations.trainyard/${sign[1].replaceAll('.', String.raw`\.`)}}`;
  return [
    `installed=$(kubectl get namespace kube-system -o jsonpath='${path}')`,
    `there=$(kubectl get ${sign.join(' ')} --ignore-not-found -o name)`,
    `if [ -n "$there" ] && ${isNotOurs}; then`,
    `  echo ${shellWord(warning)} >&2`,
    'else',
    ...commands.map((command) => `  ${command}`),
    'fi',
  ];
}

/** The command that writes the record, or without a value removes it. */
function record([, name]: Sign, value?: string): string {
  const change = value === undefined ? `trainyard/${name}-` : `trainyard/${name}=${value}`;
  return `kubectl annotate --overwrite namespace kube-system ${shellWord(change)}`;
}

type Sign = readonly [resource: string, name: string];

/** An object that a cluster has if it has the operator. */
function signOf({ crds: [crd], apis: [api] }: IOperator): Sign | undefined {
  if (crd !== undefined) return ['crd', crd];
  return api === undefined ? undefined : ['apiservice', api];
}

/**
 * The command that ends what a killed helm has begun. Helm refuses an upgrade until then. It goes back by one revision; the
 * first is applied again.
 *
 * @see https://github.com/helm/helm/issues/8987
 */
function unlock({ name, namespace }: HelmRelease): string {
  const pending = `helm list --pending --filter '^${name}$' --namespace ${namespace} | awk 'NR > 1 { print $3 }'`;
  const back = `helm rollback ${name} $((at > 1 ? at - 1 : 1)) --namespace ${namespace}`;
  return `${pending} | while read -r at; do ${back}; done`;
}

/**
 * The commands that install a chart, after a helm that was killed too. Helm waits until its pods are ready, those of webhooks included.
 *
 * @param file the file that has its values. @default - those of the release
 */
export function releaseCommands(release: HelmRelease, file?: string): string[] {
  const { name, repository, chart, version, namespace, values } = release;
  const from = repository.startsWith('oci://') ? `${repository}/${chart}` : `${chart} --repo ${repository}`;
  const install = `helm upgrade --install ${name} ${from} --version ${version} --namespace ${namespace} --create-namespace --wait --timeout 10m`;
  const own = values === undefined ? install : `echo ${shellWord(JSON.stringify(values))} | ${install} --values -`;
  return [unlock(release), file === undefined ? own : `${install} --values ${file}`];
}
