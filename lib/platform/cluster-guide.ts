import { isObjectOrList } from '../core/object-or-list';
import { resourceOf } from '../kubernetes/kinds/kind';
import { INSTANCE_LABEL } from '../kubernetes/standard-labels';
import { operatorSteps } from '../operators/operator-steps';
import { paragraphsOf, sh, connect, contributed, part, partLater } from './guide-text';
import { KEPT_LABEL } from './object-labels';
import { inContext } from './kubectl-context';
import { failureParagraphs } from './run-guide';
import { callRunScript, jobsOf, RUN_RECORDS, scriptOf } from './run-script';
import { fileOptions, filesIn, type Target } from './target';

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
  for (const image of target.furtherFiles.flatMap((file) => file.images ?? [])) found.add(image);
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
  const text = [
    `Each run of a job is applied once: the ConfigMap \`${RUN_RECORDS}\` in its namespace has a record of it.`,
    `\`sh ${scriptOf(target)} plan\` shows what this command would do:`,
  ].join(' ');
  const own = hasRuns(target) ? [text, sh(target.cluster, callRunScript('apply', target))] : [];
  return part(target, 'Runs', [...own, ...contributed(target, 'runs')]);
}

export function endings(target: Target): string[] {
  const text = 'This waits for the ends of the jobs, records them, and fails if a job failed:';
  const own = hasRuns(target) ? [text, sh(target.cluster, callRunScript('wait', target))] : [];
  return partLater(target, 'Until the jobs are done', [...own, ...contributed(target, 'endings')]);
}

function hasRuns(target: Target): boolean {
  return filesIn(target, 'runs').length > 0;
}

export function failures(target: Target): string[] {
  const own = filesIn(target, 'runs').flatMap((run) => failureParagraphs(run, target));
  return partLater(target, 'If a job fails', [...own, ...contributed(target, 'failures')]);
}

/** The commands that delete the objects of a deployment from one cluster, and sentences about the objects that stay. */
export function removal(target: Target): string[] {
  const files = fileOptions(target, 'standing');
  const commands = [
    ...(hasRuns(target) ? [callRunScript('delete', target), ...earlierRuns(target)] : []),
    ...(files === undefined ? [] : [`kubectl delete --ignore-not-found ${files} -l '!${KEPT_LABEL}'`]),
  ];
  return partLater(target, 'Take it down', [
    ...contributed(target, 'removal'),
    ...lostFiles(target),
    ...(commands.length === 0 ? [] : [sh(target.cluster, ...commands)]),
    ...keptObjects(target),
  ]);
}

/** The commands that delete jobs of earlier revisions, which keep the volumes that they have, also when they have ended. */
function earlierRuns(target: Target): string[] {
  const commands = filesIn(target, 'runs').flatMap((file) =>
    jobsOf(file).flatMap(({ metadata }) => {
      const instance = metadata.labels?.[INSTANCE_LABEL];
      if (!file.kind || instance === undefined) return [];
      const namespace = metadata.namespace ?? 'default';
      return [`kubectl -n ${namespace} delete ${resourceOf(file.kind)} -l ${INSTANCE_LABEL}=${instance}`];
    }),
  );
  return [...new Set(commands)];
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
