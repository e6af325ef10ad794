import type { IRunRecords } from '../core/contracts/run-records';
import { EnvValue } from '../pods/containers/env-value';
import type { Mount } from '../pods/mounts/mount';
import { podOf } from './engine-task';
import type { ResolvedTrainingJob } from './training-job';

/** The pod's own name, by which the runs of trials and of steps can be told apart. */
const POD = 'RECORDED_POD';

/** A job whose programs find the place of their runs, with what identifies each run. The user's own variables replace these. */
export function withRecords(job: ResolvedTrainingJob, namespace: string, records: IRunRecords): ResolvedTrainingJob {
  const { base, nameParts, roles, pod, exported } = job;
  const facts = {
    job: [`${namespace}/${base}`],
    revision: [nameParts?.revision],
    pod: [`$(${POD})`],
    image: roles.map((role) => podOf(pod, role).image),
    pool: roles.map(({ pool }) => `${pool.cluster.clusterName}/${pool.poolName}`),
    mounts: (pod.mounts ?? []).map(textOf),
    export: [exported?.text],
  };
  const tags = Object.entries(facts).flatMap(([fact, values]) => {
    const known = [...new Set(values.filter((value) => value !== undefined))];
    return known.length === 0 ? [] : [[`trainyard.${fact}`, known.join(', ')] as const];
  });
  const env = { [POD]: EnvValue.fromField('metadata.name'), ...records.env(Object.fromEntries(tags)) };
  return { ...job, pod: { ...pod, env: { ...env, ...pod.env } } };
}

/** A place of data; `undefined` for memory, config files and other volumes. */
function textOf({ source, path }: Mount): string | undefined {
  if (source.kind === 'claim') return `volume ${source.claimName} at ${path}`;
  return source.kind === 'bucket'
    ? `${[source.bucket.url, source.subfolder].filter(Boolean).join('/')} at ${path}`
    : undefined;
}
