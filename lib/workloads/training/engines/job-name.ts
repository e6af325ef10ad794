import type { Problem } from '../../../core/problem';
import type { ResolvedTrainingJob } from '../training-job';

/** The length of host names, and of the label values that hold names of pods. */
const LIMIT = 63;
const FORM = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

/**
 * What is wrong with the name of a job whose pods are named after it.
 *
 * @param longest the longest of what is put after the job's name
 */
export function jobNameProblems(job: ResolvedTrainingJob, engine: string, longest: string): Problem[] {
  const { name } = job;
  const room = LIMIT - longest.length;
  if (!FORM.test(name)) {
    return [
      {
        code: 'job-name',
        property: 'jobName',
        message: `job name "${name}" is not of the form that a ${engine} needs (lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen)`,
        fix: `set jobName, for example to "${suggest(name, room)}"`,
      },
    ];
  }
  if (name.length <= room) return [];
  return [
    {
      code: 'job-name',
      property: 'jobName',
      message: `job name "${name}" has ${String(name.length)} characters, but its ${engine} adds "${longest}" and names of pods have at most ${String(LIMIT)}, which leaves ${String(room)}`,
      fix: `set jobName, for example to "${suggest(name, room)}", or use shorter ids`,
    },
  ];
}

function suggest(name: string, room: number): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, room)
    .replace(/-+$/, '');
  return plain === '' ? 'train' : plain;
}
