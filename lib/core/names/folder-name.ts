import { problem, type Problem } from '../problems';

// A comma would end a mount option, and "${" or "%{" would begin a template where state is configured.
const UNSAFE = /[\p{Cc}\\,]|\$\{|%\{/u;
const FORM =
  'use names separated by single slashes, such as "runs/1": no slash at either end, no "." or "..", comma, backslash or control character';

/** Problems of a folder that lies below another. */
export function* folderProblems(property: string, folder: string): Generator<Problem> {
  const isInside = folder.split('/').every((part) => part.trim() !== '' && part !== '.' && part !== '..');
  if (isInside && !UNSAFE.test(folder)) return;
  yield problem('folder-form', property, `${property} ${JSON.stringify(folder)} is not a folder below another`, FORM);
}
