import { textProblems } from '../../../core/problems/given';
import { DNS_LABEL } from '../../../core/names/kubernetes-name';
import type { Problem } from '../../../core/problems/problem';
import type { ResolvedTrainingJob } from '../training-job';

type NameParts = NonNullable<ResolvedTrainingJob['nameParts']>;

/** The length of host names, and of the label values that hold names of pods. */
const LIMIT = 63;
const FORM = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

/** What is wrong with the parts of a name by themselves. */
export function namePartProblems({ jobName, revision }: NameParts): Problem[] {
  return [
    ...textProblems('jobName', jobName, 'give a text, such as "mnist"'),
    ...(revision === undefined ? [] : revisionProblems(revision)),
  ];
}

function revisionProblems(revision: string): Problem[] {
  const noText = textProblems('revision', revision, 'give a text, such as "r2"');
  if (noText.length > 0 || DNS_LABEL.pattern.test(revision)) return noText;
  return [
    {
      code: 'job-name',
      property: 'revision',
      message:
        revision === ''
          ? 'revision is empty'
          : `revision "${revision}" is not of the form that names have (${DNS_LABEL.form})`,
      fix: `set revision, for example to "${suggestRevision(revision, LIMIT)}", or leave it out`,
    },
  ];
}

/**
 * What is wrong with the name of a job whose pods are named after it.
 *
 * @param longest the longest of what is put after the job's name
 */
export function jobNameProblems(job: ResolvedTrainingJob, engine: string, longest: string): Problem[] {
  const { name, nameParts } = job;
  const { jobName, revision } = nameParts ?? { jobName: name };
  const property = nameParts ? 'jobName' : 'name';
  const room = LIMIT - longest.length;
  const fixName = `set ${property}, for example to "${suggestName(jobName, roomBeside(revision, room))}"`;
  if (!FORM.test(name)) {
    return [
      {
        code: 'job-name',
        property,
        message: `job name "${name}" is not of the form that a ${engine} needs (lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen)`,
        fix: fixName,
      },
    ];
  }
  if (name.length <= room) return [];
  const tooLong = {
    code: 'job-name',
    message: `job name "${name}" has ${name.length} characters, but its ${engine} adds "${longest}" and names of pods have at most ${LIMIT}, which leaves ${room}`,
  };
  return revision !== undefined && revision.length > jobName.length
    ? [
        {
          ...tooLong,
          property: 'revision',
          fix: `set revision, for example to "${suggestRevision(revision, roomBeside(jobName, room))}"`,
        },
      ]
    : [{ ...tooLong, property, fix: `${fixName}${nameParts ? ', or use shorter ids' : ''}` }];
}

/** What one part of a name may take. Where the other takes nearly all, half: that one is refused next. */
function roomBeside(other: string | undefined, room: number): number {
  return other === undefined ? room : Math.max(room - other.length - 1, Math.floor((room - 1) / 2));
}

function suggestName(name: string, room: number): string {
  return plainOf(name.replace(/^[^A-Za-z]+/, ''), room) || 'train';
}

function suggestRevision(revision: string, room: number): string {
  return plainOf(revision, room) || 'r2';
}

function plainOf(text: string, room: number): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, room)
    .replace(/-+$/, '');
}
