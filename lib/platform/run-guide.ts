import { resourceOf, type Kind } from '../kubernetes/kinds/kind';
import { sh } from './guide-text';
import type { ManifestFile, RenderedObject } from './manifest-files';
import { jobsOf, runName, scriptOf } from './run-script';
import type { Target } from './target';

/** Paragraphs about failed jobs of a run: finding the reason, and running them again. */
export function failureParagraphs(run: ManifestFile, target: Target): string[] {
  const { kind } = run;
  const jobs = jobsOf(run);
  if (!kind || jobs.length === 0) return [];
  const names = jobs.map(({ metadata }) => `\`${metadata.name}\``).join(' and ');
  return [
    `Look at the events of ${names}, at the pods, and at the last lines that each pod printed:`,
    sh(target.cluster, ...jobs.flatMap((job) => looksAt(job, kind))),
    'To run a changed program, give the job a new `revision` and synthesize. To run the same again, which deletes this run first:',
    sh(target.cluster, `sh ${scriptOf(target)} again ${runName(run)}`),
  ];
}

function looksAt({ metadata: { name, namespace = 'default' } }: RenderedObject, kind: Kind): string[] {
  const kubectl = `kubectl -n ${namespace}`;
  const pods = `-l ${kind.podLabel ?? ''}=${name}`;
  return [
    `${kubectl} describe ${resourceOf(kind)}/${name}`,
    ...(kind.podLabel === undefined
      ? []
      : [
          `${kubectl} get pods ${pods} -o wide`,
          `${kubectl} describe pods ${pods}`,
          `${kubectl} logs ${pods} --all-containers --prefix --tail=20`,
        ]),
  ];
}
