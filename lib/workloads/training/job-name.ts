import { DNS_LABEL } from '../../core/names/kubernetes-name';
import { problem, type Problem } from '../../core/problems/problem';
import { withArticle } from '../../core/problems/with-article';
import type { JobName } from './training-job';

type NameParts = NonNullable<JobName['nameParts']>;

/** The length of host names, and of the label values that hold names of pods. */
const LIMIT = 63;
const FORM = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

/** Problems of the parts of a name. */
export function* namePartProblems({ revision }: NameParts): Generator<Problem> {
  if (revision === undefined || DNS_LABEL.pattern.test(revision)) return;
  yield problem(
    'job-name',
    'revision',
    revision === ''
      ? 'revision is empty'
      : `revision "${revision}" is not of the form that names have (${DNS_LABEL.form})`,
    `set revision, for example to "${suggestRevision(revision, LIMIT)}", or leave it out`,
  );
}

/**
 * Problems of the name of a job whose pods are named after it.
 *
 * @param engine who runs it, for messages: `TFJob`
 * @param suffixes all that is put after the job's name
 */
export function* jobNameProblems(
  { name, nameParts }: JobName,
  engine: string,
  suffixes: readonly string[],
): Generator<Problem> {
  const longest = suffixes.reduce((most, suffix) => (suffix.length > most.length ? suffix : most), '');
  const { jobName, revision } = nameParts ?? { jobName: name };
  const property = nameParts ? 'jobName' : 'name';
  const room = LIMIT - longest.length;
  const fixName = `set ${property}, for example to "${suggestName(jobName, roomBeside(revision, room))}"`;
  if (!FORM.test(name)) {
    yield problem(
      'job-name',
      property,
      `job name "${name}" is not of the form that ${withArticle(engine)} needs (lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen)`,
      fixName,
    );
    return;
  }
  if (name.length <= room) return;
  const message = `job name "${name}" has ${name.length} characters, but its ${engine} adds "${longest}" and names of pods have at most ${LIMIT}, which leaves ${room}`;
  if (revision !== undefined && revision.length > jobName.length) {
    const shorter = suggestRevision(revision, roomBeside(jobName, room));
    yield problem('job-name', 'revision', message, `set revision, for example to "${shorter}"`);
  } else {
    yield problem('job-name', property, message, `${fixName}${nameParts ? ', or use shorter ids' : ''}`);
  }
}

/** The most characters of one part of a name. It is at least half, and then the other part is refused too. */
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
