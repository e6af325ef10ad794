import { shellWord } from '../core/names/shell-word';
import { operatorSteps } from '../operators/operator-steps';
import { paragraphsOf, sh, connect, contributed, part, partLater } from './guide-text';
import { KEPT_LABEL } from './object-labels';
import { inContext } from './kubectl-context';
import { isObjectOrList } from '../core/object-or-list';
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
  const isRetried = filesIn(target, 'runs').some(({ kind }) => kind?.retriesApply === true);
  const which = target.isOnly ? `${shellWord(`${target.folder}/runs`)}/*.yaml` : paths.join(' ');
  const own = paths.length === 0 ? [] : [text, sh(target.cluster, ...applyOnce(which, isRetried))];
  return part(target, 'Runs', [...own, ...contributed(target, 'runs')]);
}

/**
 * A run is applied only once. A queue that admits a job changes fields of the file, and after that the API server
 * refuses the file.
 *
 * @param isRetried true if a second try follows at once
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

/** The commands that delete the objects of a deployment from one cluster, and sentences about the objects that stay. */
export function removal(target: Target): string[] {
  const remove = (options: string | undefined, selector = '') =>
    options === undefined ? [] : [`kubectl delete --ignore-not-found ${options}${selector}`];
  const commands = [
    ...remove(fileOptions(target, 'runs')),
    ...remove(fileOptions(target, 'standing'), ` -l '!${KEPT_LABEL}'`),
  ];
  return partLater(target, 'Take it down', [
    ...contributed(target, 'removal'),
    ...lostFiles(target),
    ...(commands.length === 0 ? [] : [sh(target.cluster, ...commands)]),
    ...keptObjects(target),
  ]);
}

/** Kinds whose deletion also deletes objects that other programs made. */
const KEPT_KINDS = [
  { kind: 'Namespace', resource: 'namespace', are: 'Namespaces stay, because all objects in them go with them' },
  {
    kind: 'CustomResourceDefinition',
    resource: 'crd',
    are: 'Custom resource definitions stay, because all objects of their kinds go with them',
  },
];

/** The commands that delete kept objects. They are in sentences, so that nobody runs them with the others. */
function keptObjects({ cluster, files }: Target): string[] {
  const objects = files.flatMap((file) => file.objects);
  return KEPT_KINDS.flatMap(({ kind, resource, are }) => {
    const names = objects.filter((each) => each.kind === kind).map(({ metadata }) => metadata.name);
    if (names.length === 0) return [];
    const [command = ''] = inContext(cluster, [`kubectl delete ${resource} ${names.join(' ')}`]);
    return [`${are}. To delete them too: \`${command}\`.`];
  });
}

function lostFiles(target: Target): string[] {
  const made = filesIn(target, 'standing')
    .flatMap(({ objects }) => objects)
    .filter(({ kind, spec }) => kind === 'PersistentVolumeClaim' && spec?.storageClassName !== '')
    .map(({ metadata }) => `\`${metadata.name}\``);
  if (made.length === 0) return [];
  return [`This deletes the files of ${made.join(', ')}, unless their storage class has \`reclaimPolicy: Retain\`.`];
}

/** Adds the images of a part of a manifest. */
function addImages(part: unknown, images: Set<string>): void {
  if (Array.isArray(part)) for (const each of part) addImages(each, images);
  else if (isObjectOrList(part)) {
    for (const key in part) addImages(part[key], images);
    if (typeof part['image'] === 'string') images.add(part['image']);
  }
}
