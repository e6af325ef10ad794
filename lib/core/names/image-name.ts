import { problem, type Problem } from '../problems';

const PART = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const PATH = `${PART}(?:/${PART})*`;
const HOST_PART = '[A-Za-z0-9](?:[-A-Za-z0-9]*[A-Za-z0-9])?';
const HOST = `(?:${HOST_PART}(?:\\.${HOST_PART})*|\\[[0-9A-Fa-f:]+\\])(?::[0-9]+)?`;
const TAG = '[A-Za-z0-9_][-A-Za-z0-9_.]{0,127}';
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';
const IMAGE = new RegExp(`^((?:${HOST}/)?${PATH})(?::(${TAG}))?(?:@${DIGEST})?$`);
/** The tag of an image; `undefined` if it has none. */
export function tagOf(image: string): string | undefined {
  return IMAGE.exec(image)?.[2];
}

/** The most characters of a name with its registry, without tag and digest. */
const MOST_CHARACTERS = 255;

/**
 * Problems of the name of a container image, by the grammar that container engines share.
 *
 * @see https://github.com/distribution/reference
 */
export function* imageProblems(property: string, image: string): Generator<Problem> {
  const name = IMAGE.exec(image)?.[1];
  if (name !== undefined && name.length <= MOST_CHARACTERS) return;
  const tooLong =
    name === undefined ? '' : `: it has ${name.length} characters before its tag, more than ${MOST_CHARACTERS}`;
  const message = `${JSON.stringify(image)} is not the name of an image${tooLong}`;
  yield problem(
    'image-form',
    property,
    message,
    'use a name and a tag, such as "us-docker.pkg.dev/acme/train/mnist:1"',
  );
}
