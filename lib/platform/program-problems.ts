import { problem, type Problem } from '../core/problems';
import { LONGEST_PREFIX } from '../infrastructure/infrastructure-stack';
import type { Deployment } from './deployment';

const APPLICATION = /^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$/;
const FURTHER_STACK = /^[a-z]([-a-z0-9]{0,18}[a-z0-9])?$/;

interface PlatformFolders {
  readonly manifestFolder?: string;
  readonly stackFolder?: string;
}

export function* folderProblems(folders: PlatformFolders): Generator<Problem> {
  const { manifestFolder, stackFolder } = folders;
  for (const [prop, folder] of Object.entries({ manifestFolder, stackFolder })) {
    if (folder === undefined || (folder.trim() !== '' && !folder.includes('\0'))) continue;
    const message = `${prop} ${JSON.stringify(folder)} cannot be the name of a folder`;
    yield problem('output-folder', prop, message, 'name a folder, such as "dist", or leave it out');
  }
}

/** Problems of an application's name, which is part of the names of stacks and folders. */
export function* applicationProblems(application: string | undefined): Generator<Problem> {
  if (application === undefined || APPLICATION.test(application)) return;
  yield problem(
    'application-name',
    'application',
    `application ${JSON.stringify(application)} cannot be part of the names of stacks and folders`,
    'use up to 40 lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen',
  );
}

/** Problems of a further stack's id, which is part of the names of the stack, its state and its resources. */
export function* furtherStackProblems(id: string, resourcePrefix: string): Generator<Problem> {
  if (!FURTHER_STACK.test(id)) {
    yield problem('stack-id', 'id', `"${id}" cannot be part of the name of a stack`, STACK_ID);
    return;
  }
  const { length } = `${resourcePrefix}-${id}`;
  if (length <= LONGEST_PREFIX) return;
  const room = LONGEST_PREFIX - id.length - 1;
  yield problem(
    'stack-id',
    'id',
    `the names of its resources begin with "${resourcePrefix}-${id}" of ${length} characters, but at most ${LONGEST_PREFIX} are allowed`,
    `use a shorter id, or give platform.stage a resourcePrefix of up to ${room} characters`,
  );
}

export const STACK_ID =
  'use up to 20 lower-case letters, digits and hyphens, beginning with a letter, such as "operators"';

export function* twiceProblems(name: string, names: readonly string[]): Generator<Problem> {
  if (!names.includes(name)) return;
  const fix = 'keep the Deployment of the first call, or name the application';
  yield problem('stage-twice', `"${name}" is asked for twice`, fix);
}

/** Problems of a program without deployments, which would remove all files of earlier syntheses. */
export function* emptyProblems(deployments: readonly Deployment[]): Generator<Problem> {
  if (deployments.length > 0) return;
  yield problem(
    'no-deployment',
    'the program has no deployment, so there is nothing to write',
    'call platform.stage(stage, application) and put constructs below its stack and kubernetes',
  );
}

export function* asyncProblems(result: unknown): Generator<Problem> {
  if (typeof result !== 'object' || result === null || !('then' in result)) return;
  yield problem(
    'async-program',
    'the program is asynchronous, so it would be written before it has finished',
    'read its input first, and give Platform.run a function that is not async',
  );
}
