import { inContext } from './kubectl-context';
import { KEPT_LABEL } from './kept-objects';
import { contributed, partLater } from './cluster-part';
import { sh } from './guide-text';
import { fileOptions, filesIn, type Target } from './target';

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

/** Deleting an object of these kinds also deletes objects that other programs made. */
const KEPT_KINDS = [
  { kind: 'Namespace', resource: 'namespace', are: 'Namespaces stay, because all objects in them go with them' },
  {
    kind: 'CustomResourceDefinition',
    resource: 'crd',
    are: 'Custom resource definitions stay, because all objects of their kinds go with them',
  },
];

/** The commands stand in sentences, so that nobody runs them with the rest. */
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
