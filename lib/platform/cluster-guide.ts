import { LocalCluster } from '../core/contracts/local-cluster';
import type { GuidePhase } from '../core/contracts/deploy-guide';
import { operatorSteps } from '../core/operators/operator-steps';
import { NAMESPACE_LABEL } from '../workloads/namespace';
import { paragraphsOf, section, sh } from './guide-text';
import { failureParagraphs, waitsFor } from './run-guide';
import { fileOptions, filesIn, pathsIn, stepsOf, type Target } from './target';

// The parts of DEPLOY.md that are about one cluster.

export function credentials(target: Target): string[] {
  return part(target, 'Credentials', connect(target));
}

export function operators(target: Target): string[] {
  const own = operatorSteps(target.cluster?.operators, () => target.releasedBy).flatMap(paragraphsOf);
  return part(target, 'Operators', [...own, ...contributed(target, 'operators')]);
}

export function images(target: Target): string[] {
  const found = [...new Set(imagesIn(target.files.map(({ objects }) => objects)))]
    .sort()
    .map((image) => `- \`${image}\``);
  const text = 'The nodes must be able to pull these images, or have them already:';
  return part(target, 'Images', found.length === 0 ? [] : [text, found.join('\n')]);
}

export function standing(target: Target): string[] {
  const [crds, files] = [fileOptions(target, 'crds'), fileOptions(target, 'standing')];
  const commands = [
    ...(crds === undefined
      ? []
      : [`kubectl apply --server-side ${crds}`, `kubectl wait --for=condition=Established --timeout=120s ${crds}`]),
    ...(files === undefined ? [] : [`kubectl apply --server-side ${files}`]),
  ];
  const text = 'These objects stay in the cluster. A GitOps tool can sync them instead:';
  const own = commands.length === 0 ? [] : [text, sh(...commands)];
  return part(target, 'Standing objects', [...own, ...contributed(target, 'standing')]);
}

export function runs(target: Target): string[] {
  const paths = pathsIn(target, 'runs');
  const text = [
    'Each file is one run of a job. A run that is in the cluster already is left alone.',
    'If its file has changed since, the commands say so and fail: give the job a new `revision`, or delete the run first.',
  ].join(' ');
  const which = target.isOnly ? `${target.folder}/runs/*.yaml` : paths.join(' ');
  const own = paths.length === 0 ? [] : [text, sh(...applyOnce(which))];
  return part(target, 'Runs', [...own, ...contributed(target, 'runs')]);
}

/**
 * A run is applied only once. A queue that admits a job changes fields of the file, and after that the API server
 * refuses the file.
 */
function applyOnce(files: string): string[] {
  return [
    `for run in ${files}; do`,
    `  sum=$(cksum <"$run" | tr ' ' -)`,
    `  kubectl get -f "$run" >/dev/null 2>&1 || { kubectl apply --server-side -f "$run" && kubectl annotate --overwrite -f "$run" "trainyard/applied=$sum"; }`,
    `  kubectl get -f "$run" -o jsonpath='{..trainyard/applied}' | grep -q "$sum" || { echo "$run is not in the cluster as its file has it" >&2; false; }`,
    'done',
  ];
}

export function endings(target: Target): string[] {
  const waits = filesIn(target, 'runs').flatMap(waitsFor);
  const text = 'Of the two commands of a job, the first waits for its end, and the second fails if the job failed.';
  const own = waits.length === 0 ? [] : [text, sh(...waits)];
  return partLater(target, 'Until the jobs are done', [...own, ...contributed(target, 'endings')]);
}

export function removal(target: Target): string[] {
  const remove = (options: string | undefined, selector = '') =>
    options === undefined ? [] : [`kubectl delete --ignore-not-found ${options}${selector}`];
  const commands = [
    ...remove(fileOptions(target, 'runs')),
    ...remove(fileOptions(target, 'standing'), target.isOwn ? '' : ` -l '!${NAMESPACE_LABEL}'`),
    ...(target.isOwn ? remove(fileOptions(target, 'crds')) : []),
  ];
  const shared = 'Others use the cluster too, so namespaces and custom resource definitions stay:';
  return partLater(target, 'Take it down', [
    ...contributed(target, 'removal'),
    ...lostFiles(target),
    ...(commands.length === 0 ? [] : [...(target.isOwn ? [] : [shared]), sh(...commands)]),
  ]);
}

function lostFiles(target: Target): string[] {
  const made = filesIn(target, 'standing')
    .flatMap(({ objects }) => objects)
    .filter(({ kind, spec }) => kind === 'PersistentVolumeClaim' && spec?.storageClassName !== '')
    .map(({ metadata }) => `\`${metadata.name}\``);
  if (made.length === 0) return [];
  return [`This deletes the files of ${made.join(', ')}, unless their storage class has \`reclaimPolicy: Retain\`.`];
}

export function failures(target: Target): string[] {
  const own = filesIn(target, 'runs').flatMap((run) => failureParagraphs(run, target));
  return partLater(target, 'If a job fails', [...own, ...contributed(target, 'failures')]);
}

/** The command that points kubectl at the cluster, or the advice to do so. */
function connect({ cluster }: Target): string[] {
  if (cluster?.getCredentialsCommand !== undefined) return [sh(cluster.getCredentialsCommand)];
  const words =
    cluster === undefined
      ? 'the cluster of these manifests'
      : LocalCluster.isLocalCluster(cluster)
        ? 'your local cluster'
        : `the cluster \`${cluster.clusterName}\``;
  return [`Point kubectl at ${words}; this shows where it points:`, sh('kubectl cluster-info')];
}

function contributed(target: Target, phase: GuidePhase): string[] {
  return stepsOf(target, phase).flatMap(paragraphsOf);
}

function part({ cluster, isOnly }: Target, heading: string, paragraphs: readonly string[]): string[] {
  const whose = cluster ? `cluster \`${cluster.clusterName}\`` : 'other manifests';
  return section(isOnly ? heading : `${heading}: ${whose}`, paragraphs);
}

/** A later part of one of several clusters, which begins by pointing kubectl at its cluster again. */
function partLater(target: Target, heading: string, paragraphs: readonly string[]): string[] {
  if (paragraphs.length === 0) return [];
  return part(target, heading, [...(target.isOnly ? [] : connect(target)), ...paragraphs]);
}

function imagesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(imagesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) =>
    key === 'image' && typeof child === 'string' ? [child] : imagesIn(child),
  );
}
