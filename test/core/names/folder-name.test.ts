import { expect, test } from 'vitest';
import { folderProblems } from '../../../lib/core/names/folder-name';
import { formatProblem } from '../../../lib/core/problems/problem';

test.each(['state', 'runs/1', 'Größe/a b', '.hidden', 'a..b', '$HOME'])('%s is a folder below another', (folder) => {
  expect([...folderProblems('folder', folder)]).toEqual([]);
});

test.each(['', ' ', '/a', 'a/', 'a//b', '.', './a', '../x', 'a/../b', 'a,rw', 'a\nb', 'a\\b', '${a}', '%{a}'])(
  'fails: %j is none (folder-form)',
  (folder) => {
    expect([...folderProblems('folder', folder)].map(formatProblem)).toEqual([
      `folder ${JSON.stringify(folder)} is not a folder below another: use names separated by single slashes, such as "runs/1": no slash at either end, no "." or "..", comma, backslash or control character (folder-form)`,
    ]);
  },
);
