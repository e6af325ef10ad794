import { problem, type Problem } from '../problems';
import { holdsTerraformValue, KNOWN_TEXT } from './terraform-value';

const NAME = /^[a-z0-9][-_.a-z0-9]*[a-z0-9]$/;
const ADDRESS = /^\d+\.\d+\.\d+\.\d+$/;
/** Names that Google keeps for itself: its own name, and names like it. */
const RESERVED = /^goog|g[o0][o0]g[l1]e/;

/**
 * Problems of a bucket's name.
 *
 * @see https://cloud.google.com/storage/docs/buckets#naming
 */
export function* bucketNameProblems(name: string): Generator<Problem> {
  if (holdsTerraformValue(name)) {
    yield problem(
      'bucket-name',
      'bucketName',
      `bucket name "${name}" holds a value that only Terraform knows`,
      KNOWN_TEXT,
    );
    return;
  }
  const wrong = [...faults(name)];
  if (wrong.length === 0) return;
  const fix = 'set bucketName to a name without "gs://" that no other bucket in the world has';
  yield problem('bucket-name', 'bucketName', `bucket name "${name}" ${wrong.join(' and ')}`, fix);
}

function* faults(name: string): Generator<string> {
  const most = name.includes('.') ? 222 : 63;
  const hasWrongPart = name !== '' && name.split('.').some((part) => part === '' || part.length > 63);
  if (name.length < 3 || name.length > most || hasWrongPart) {
    yield `has ${name.length} characters or parts that are too short or too long (3 to 63, with dots 222 in parts of 1 to 63)`;
  }
  if (!NAME.test(name) && name.length > 1) {
    yield 'is not of lower-case letters, digits, "-", "_" and ".", beginning and ending with a letter or digit';
  }
  if (ADDRESS.test(name)) yield 'is an IP address';
  if (RESERVED.test(name)) yield 'contains "google" or something near it, or begins with "goog"';
}
