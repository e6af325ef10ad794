import { textProblems } from '../problems/given';
import type { Problem } from '../problems/problem';
import { text } from '../problems/rules';

export const FOLDER = text('give a folder, such as "runs/1"');

// Commas part mount options, and Terraform takes "${" for a value of its own.
const UNSAFE = /[\p{Cc}\\,]|\$\{|%\{/u;

/** What is wrong with a folder that lies below another. */
export function folderProblems(property: string, folder: string): Problem[] {
  const noText = textProblems(property, folder, FOLDER.fix);
  if (noText.length > 0) return noText;
  const parts = folder.split('/');
  const inside = parts.every((part) => part.trim() !== '' && part !== '.' && part !== '..');
  if (inside && !UNSAFE.test(folder)) return [];
  return [
    {
      code: 'folder-form',
      property,
      message: `${property} ${JSON.stringify(folder)} is not a folder below another`,
      fix: 'use names parted by single slashes, such as "runs/1": no slash at either end, no "." or "..", comma, backslash or control character',
    },
  ];
}
