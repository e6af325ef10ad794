import { shellWord } from '../core/names/shell-word';
import { operatorSteps } from '../core/operators/operator-steps';
import { isObjectOrList } from '../core/problems/rules';
import { TRAIN_JOB } from '../workloads/kinds/trainer';
import { connect, contributed, part, partLater } from './cluster-part';
import { paragraphsOf, sh } from './guide-text';
import { failureParagraphs, waitsFor } from './run-guide';
import { fileOptions, filesIn, pathsIn, type Target } from './target';

// The parts of DEPLOY.md that are about one cluster.

export function credentials(target: Target): string[] {
  return part(target, 'Credentials', connect(target));
}

export function operators(target: Target): string[] {
  const own = operatorSteps(target.cluster?.operators, () => target.releasedBy).flatMap((step) =>
    paragraphsOf(target.cluster, step),
  );
  return part(target, 'Operators', [...own, ...contributed(target, 'operators')]);
}

export function images(target: Target): string[] {
  const found = new Set<string>();
  for (const { objects } of target.files) addImages(objects, found);
  const text = 'The nodes must be able to pull these images, or have them already:';
  const lines = [...found].sort().map((image) => `- \`${image}\``);
  return part(target, 'Images', lines.length === 0 ? [] : [text, lines.join('\n')]);
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
  const own = commands.length === 0 ? [] : [text, sh(target.cluster, ...commands)];
  const checks = contributed(target, 'checks');
  return part(target, 'Standing objects', [...checks, ...own, ...contributed(target, 'standing')]);
}

export function runs(target: Target): string[] {
  const paths = pathsIn(target, 'runs');
  const text = [
    'Each file is one run of a job. A run that is in the cluster already is left alone.',
    'If its file has changed since, the commands say so and fail: give the job a new `revision`, or delete the run first.',
  ].join(' ');
  const which = target.isOnly ? `${shellWord(`${target.folder}/runs`)}/*.yaml` : paths.join(' ');
  const own = paths.length === 0 ? [] : [text, sh(target.cluster, ...applyOnce(which, hasTrainJob(target)))];
  return part(target, 'Runs', [...own, ...contributed(target, 'runs')]);
}

/**
 * A run is applied only once. A queue that admits a job changes fields of the file, and after that the API server
 * refuses the file.
 *
 * @param isRetried whether a second try follows at once
 */
function applyOnce(files: string, isRetried: boolean): string[] {
  const once = 'kubectl apply --server-side -f "$run"';
  const apply = isRetried ? `{ ${once} || { sleep 2; ${once}; }; }` : once;
  return [
    `for run in ${files}; do`,
    `  sum=$(cksum <"$run" | tr ' ' -)`,
    `  kubectl get -f "$run" >/dev/null 2>&1 || { ${apply} && kubectl annotate --overwrite -f "$run" "trainyard/applied=$sum"; }`,
    `  kubectl get -f "$run" -o jsonpath='{..trainyard/applied}' | grep -q "$sum" || { echo "$run is not in the cluster as its file has it" >&2; false; }`,
    'done',
  ];
}

/** Trainer's webhook refuses a TrainJob until it has heard of its runtime, which the same file makes a moment before. */
function hasTrainJob(target: Target): boolean {
  const objects = filesIn(target, 'runs').flatMap((run) => run.objects);
  return objects.some(({ apiVersion, kind }) => apiVersion === TRAIN_JOB.apiVersion && kind === TRAIN_JOB.kind);
}

export function endings(target: Target): string[] {
  const waits = filesIn(target, 'runs').flatMap(waitsFor);
  const text = 'Of the two commands of a job, the first waits for its end, and the second fails if the job failed.';
  const own = waits.length === 0 ? [] : [text, sh(target.cluster, ...waits)];
  return partLater(target, 'Until the jobs are done', [...own, ...contributed(target, 'endings')]);
}

export function failures(target: Target): string[] {
  const own = filesIn(target, 'runs').flatMap((run) => failureParagraphs(run, target));
  return partLater(target, 'If a job fails', [...own, ...contributed(target, 'failures')]);
}

/** Adds the images of a part of a manifest. */
function addImages(part: unknown, images: Set<string>): void {
  if (Array.isArray(part)) for (const each of part) addImages(each, images);
  else if (isObjectOrList(part)) {
    for (const key in part) addImages(part[key], images);
    if (typeof part['image'] === 'string') images.add(part['image']);
  }
}
