import { ApiObject } from 'cdk8s';
import { fileAtSynth } from '../../../lib/extend';
import type { World, WrongProgram } from './program';

// Mistakes with files beside the manifests.

/** A queue with a file of a name. */
function queueIn({ chart }: World, id: string, name: string): void {
  const queue = new ApiObject(chart, id, { apiVersion: 'acme.com/v1', kind: 'Queue' });
  fileAtSynth(queue, { name, content: { jobs: [] } });
}

export const WRONG_FILES: readonly WrongProgram[] = [
  {
    name: 'two files of one name, capitals aside',
    code: 'duplicate-file',
    says: 'file "Jobs.json" is also written by',
    build: (world, either) => {
      queueIn(world, 'first', 'jobs.json');
      queueIn(world, 'second', either('Jobs.json', 'more.json'));
    },
  },
  {
    name: 'a file in a folder',
    code: 'file-name',
    says: 'use up to 100 letters, digits, "-", "_" and "."',
    build: (world, either) => {
      queueIn(world, 'first', either('queues/jobs.json', 'queues-jobs.json'));
    },
  },
];
