import type { ICluster } from '../core/contracts/cluster';
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
    ...keptLogs(jobs, target.cluster),
    'To run a changed program, give the job a new `revision` and synthesize. To run the same again, which deletes this run first:',
    sh(target.cluster, `sh ${scriptOf(target)} again ${runName(run)}`),
  ];
}

/** The search for what the pods of jobs printed, which Cloud Logging keeps when they are gone. */
function keptLogs(jobs: readonly RenderedObject[], cluster: ICluster | undefined): string[] {
  if (cluster?.project === undefined) return [];
  const { project, clusterName } = cluster;
  const queries = jobs.map(({ metadata: { name, namespace = 'default' } }) => {
    const labels = { cluster_name: clusterName, namespace_name: namespace };
    const equal = Object.entries(labels).map(([label, value]) => `resource.labels.${label}="${value}"`);
    const filter = [...equal, `resource.labels.pod_name=~"^${name}-"`].join(' AND ');
    const format = "--format 'value(timestamp, resource.labels.pod_name, textPayload, jsonPayload)'";
    return `gcloud logging read '${filter}' --project '${project}' --freshness 7d --limit 1000 --order asc ${format}`;
  });
  return ['Cloud Logging keeps what their pods printed, also when they are gone:', sh(cluster, ...queries)];
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
