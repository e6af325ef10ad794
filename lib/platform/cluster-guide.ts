import { LocalCluster } from '../core/contracts/local-cluster';
import type { ICluster } from '../core/contracts/cluster';
import type { Operator } from '../core/contracts/operator';
import { TrainingCluster } from '../infrastructure/training-cluster';
import { ClusterAddons } from '../workloads/cluster-addons';
import { NAMESPACE_LABEL } from '../workloads/cluster-chart';
import { resourceOf } from '../workloads/kinds/kind';
import { endingKindOf } from '../workloads/kinds/kinds';
import type { RenderedChart, RenderedObject } from './rendered-chart';

/** A cluster that manifests of a deployment are applied to. */
export interface Target {
  /** @default - the charts do not say */
  readonly cluster: ICluster | undefined;
  readonly charts: readonly RenderedChart[];
  /** Where the files of the charts are. */
  readonly folder: string;
  /** Whether all manifests of the deployment go there. */
  readonly isOnly: boolean;
  /** Whether nobody else uses it. */
  readonly isOwn: boolean;
}

export function credentials(target: Target): string[] {
  return [heading(target, 'Credentials'), ...connect(target)];
}

/** What points kubectl at the cluster. */
function connect({ cluster }: Target): string[] {
  if (TrainingCluster.isTrainingCluster(cluster)) return [sh(cluster.getCredentialsCommand)];
  const words =
    cluster === undefined
      ? 'the cluster of these manifests'
      : LocalCluster.isLocalCluster(cluster)
        ? 'your local cluster'
        : `the cluster \`${cluster.clusterName}\``;
  return [`Point kubectl at ${words}; this shows where it points:`, sh('kubectl cluster-info')];
}

/** Where there are several clusters, kubectl has been pointed at another in between. */
function again(target: Target): string[] {
  return target.isOnly ? [] : connect(target);
}

export function operators(target: Target): string[] {
  const declared = new Map((target.cluster?.operators ?? []).map((each) => [each.name, each]));
  if (declared.size === 0) return [];
  return [heading(target, 'Operators'), ...[...declared.values()].flatMap(operator)];
}

function operator({ name, version, crds, install, ready, installedBy }: Operator): string[] {
  const wait = `kubectl wait --for=condition=Established --timeout=120s ${crds.map((crd) => `crd/${crd}`).join(' ')}`;
  if (installedBy !== undefined) return [`${name} comes from ${installedBy}; wait for it:`, sh(wait)];
  const [first] = crds;
  if (install === undefined || first === undefined) return [`Install ${name} ${version}, then wait for it:`, sh(wait)];
  const steps = [install, ...(ready === undefined ? [] : [ready])].join(' && ');
  return [
    `${name} ${version}, unless the cluster has it:`,
    sh(`kubectl get crd ${first} >/dev/null 2>&1 || { ${steps}; }`, wait),
  ];
}

export function images(target: Target): string[] {
  const found = new Set(target.charts.flatMap(({ objects }) => imagesIn(objects)));
  if (found.size === 0) return [];
  const list = [...found].sort().map((image) => `- \`${image}\``);
  return [
    heading(target, 'Images'),
    'The nodes must be able to pull these images, or have them already:',
    list.join('\n'),
  ];
}

function imagesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(imagesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) =>
    key === 'image' && typeof child === 'string' ? [child] : imagesIn(child),
  );
}

export function addons(target: Target): string[] {
  const { charts, folder } = target;
  const files = charts.filter(({ chart }) =>
    chart.node.findAll().some((construct) => ClusterAddons.isClusterAddons(construct)),
  );
  if (files.length === 0) return [];
  const daemonSets = files.flatMap(({ objects }) => objects).filter(({ kind }) => kind === 'DaemonSet');
  return [
    heading(target, 'Add-ons'),
    sh(
      ...files.map(({ file }) => `kubectl apply --server-side -f ${folder}/${file}`),
      ...daemonSets.map((set) => `${inNamespaceOf(set)} rollout status daemonset/${set.metadata.name} --timeout=600s`),
    ),
  ];
}

export function workloads(target: Target): string[] {
  return [
    heading(target, 'Workloads'),
    'As long as a job is in the cluster, a second apply does not run it again, and a changed one is refused or runs half changed: delete it first, or give it a new `revision`.',
    sh(`kubectl apply --server-side ${filesOf(target)}`),
  ];
}

export function ends(target: Target): string[] {
  const waits = target.charts.flatMap(({ objects }) => objects).flatMap(waitsFor);
  return waits.length === 0
    ? []
    : [
        heading(target, 'Until the jobs are done'),
        ...again(target),
        'Where a job has two commands, the first waits for its end; the second says that it timed out if that was no good one.',
        sh(...waits),
      ];
}

/** Until a job has ended, and then whether that was well: a wait for a good end alone would go on after a bad one. */
function waitsFor(object: RenderedObject): string[] {
  const kind = endingKindOf(object);
  if (kind?.ending === undefined) return [];
  const { ended, good } = kind.ending;
  const wait = (what: string, timeout: string) =>
    `${inNamespaceOf(object)} wait --for=${what} --timeout=${timeout} ${resourceOf(kind)}/${object.metadata.name}`;
  return ended === undefined
    ? [wait(`condition=${good}`, '24h')]
    : [wait(`jsonpath='{${ended}}'`, '24h'), wait(`condition=${good}`, '1s')];
}

export function removal(target: Target): string[] {
  const remove = `kubectl delete --ignore-not-found ${filesOf(target)}`;
  const made = target.charts
    .flatMap(({ objects }) => objects)
    .filter(({ kind, spec }) => kind === 'PersistentVolumeClaim' && spec?.storageClassName !== '')
    .map(({ metadata }) => `\`${metadata.name}\``);
  return [
    heading(target, 'Take it down'),
    ...again(target),
    ...(made.length === 0
      ? []
      : [`This deletes the files of ${made.join(', ')}, unless their storage class has \`reclaimPolicy: Retain\`.`]),
    ...(target.isOwn
      ? [sh(remove)]
      : ['Others use the cluster too, so the namespaces stay:', sh(`${remove} -l '!${NAMESPACE_LABEL}'`)]),
  ];
}

function filesOf({ charts, folder, isOnly }: Target): string {
  return isOnly ? `-R -f ${folder}` : charts.map(({ file }) => `-f ${folder}/${file}`).join(' ');
}

function heading({ cluster, isOnly }: Target, text: string): string {
  return isOnly ? `## ${text}` : `## ${text}: ${cluster ? `cluster \`${cluster.clusterName}\`` : 'other manifests'}`;
}

function inNamespaceOf({ metadata }: RenderedObject): string {
  return `kubectl -n ${metadata.namespace ?? 'default'}`;
}

export function sh(...commands: string[]): string {
  return ['```sh', ...commands, '```'].join('\n');
}
