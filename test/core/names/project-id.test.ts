import { expect, test } from 'vitest';
import { projectProblems } from '../../../lib/core/names/project-id';

test.each(['acme-ml', 'acme-ml-dev1', 'example.com:acme-ml', 'my-acme.com:acme-ml'])(
  '%s can be the id of a project',
  (project) => {
    expect([...projectProblems(project)]).toEqual([]);
  },
);

test.each(['', 'acme', 'Acme-ML', '1-acme-ml', 'acme-ml-', '123456789', 'x'.repeat(31)])(
  'fails: %j cannot (project-id)',
  (project) => {
    expect([...projectProblems(project)]).toEqual([
      {
        code: 'project-id',
        property: 'project',
        message: `${JSON.stringify(project)} cannot be the id of a project`,
        fix: 'use the project id: 6 to 30 lower-case letters, digits and hyphens',
      },
    ]);
  },
);
