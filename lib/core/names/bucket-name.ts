import { textProblems } from '../problems/given';
import type { Problem } from '../problems/problem';
import { text } from '../problems/rules';

export const BUCKET_NAME = text('give the name of the bucket, without "gs://"');

const NAME = /^[a-z0-9][-_.a-z0-9]*[a-z0-9]$/;
const ADDRESS = /^\d+\.\d+\.\d+\.\d+$/;
/** Google keeps its own name and near forms of it for itself. */
const RESERVED = /^goog|g[o0][o0]g[l1]e/;

/**
 * What is wrong with a bucket's name.
 *
 * @see https://cloud.google.com/storage/docs/buckets#naming
 */
export function bucketNameProblems(name: string): Problem[] {
  const noText = textProblems('bucketName', name, BUCKET_NAME.fix);
  if (noText.length > 0) return noText;
  const wrong = rules(name)
    .filter(({ broken }) => broken)
    .map(({ message }) => message);
  if (wrong.length === 0) return [];
  const plain = name
    .toLowerCase()
    .replace(/[^-_a-z0-9]+/g, '-')
    .replace(/g[o0][o0]g[l1]e|^goog/g, 'g')
    .slice(0, 63)
    .replace(/^[-_]+|[-_]+$/g, '');
  const usable = rules(plain).every(({ broken }) => !broken);
  return [
    {
      code: 'bucket-name',
      property: 'bucketName',
      message: `bucket name "${name}" ${wrong.join(' and ')}`,
      fix: `set bucketName${usable ? `, for example to "${plain}"` : ' to a name that no other bucket in the world has'}`,
    },
  ];
}

function rules(name: string): { broken: boolean; message: string }[] {
  const most = name.includes('.') ? 222 : 63;
  return [
    {
      broken:
        name.length < 3 ||
        name.length > most ||
        name.split('.').some((part) => part.length > 63 || (part === '' && name !== '')),
      message: `has ${name.length} characters or parts that are too short or too long (3 to 63, with dots 222 in parts of 1 to 63)`,
    },
    {
      broken: !NAME.test(name) && name.length > 1,
      message: 'is not of lower-case letters, digits, "-", "_" and ".", beginning and ending with a letter or digit',
    },
    { broken: ADDRESS.test(name), message: 'is an IP address' },
    { broken: RESERVED.test(name), message: 'contains "google" or something near it, or begins with "goog"' },
  ];
}
