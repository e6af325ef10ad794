import { DNS_LABEL } from '../core/names/kubernetes-name';
import { withoutRunTimeText } from '../core/names/run-time-text';
import { problem, withArticle, type Problem } from '../core/problems';
import type { JobName } from './training-job';

type NameParts = NonNullable<JobName['nameParts']>;

/** The length of host names, and of the label values that hold names of pods. */
const LIMIT = 63;
const FORM = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const FORM_WORDS = 'lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen';

export function* namePartProblems({ revision }: NameParts): Generator<Problem> {
  if (revision === undefined || DNS_LABEL.pattern.test(revision)) return;
  const message = `revision ${JSON.stringify(revision)} cannot be a part of names`;
  yield problem('job-name', 'revision', message, `use ${DNS_LABEL.form}, such as "r2", or leave it out`);
}

/**
 * Problems of the name of a job whose pods are named after it.
 *
 * @param engine the engine, for messages: `TFJob`
 * @param suffixes all endings that follow the job's name
 */
export function* jobNameProblems(
  { name: given, base = given, longest, nameParts }: JobName,
  engine: string,
  suffixes: readonly string[],
): Generator<Problem> {
  // Objects beside the job have names of their own, so the job's name may be known only in the cluster.
  const name = longest ?? (base === given ? given : withoutRunTimeText(given));
  const property = nameParts ? 'jobName' : 'name';
  if (!FORM.test(name)) {
    const message = `job name "${name}" is not of the form that ${withArticle(engine)} needs`;
    yield problem('job-name', property, message, `set ${property} to ${FORM_WORDS}`);
    return;
  }
  const ending = suffixes.reduce((most, suffix) => (suffix.length > most.length ? suffix : most), '');
  const room = LIMIT - ending.length;
  if (name.length <= room) return;
  const { jobName, revision = '' } = nameParts ?? { jobName: name };
  const longer = revision.length > jobName.length ? 'revision' : property;
  const message = `job name "${name}" has ${name.length} characters, but its ${engine} adds "${ending}" and names of pods have at most ${LIMIT}, which leaves ${room}`;
  yield problem(
    'job-name',
    longer,
    message,
    `set a ${longer} that is ${name.length - room} or more characters shorter`,
  );
}
