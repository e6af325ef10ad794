import { createRequire } from 'node:module';

/** The functions of cdktf and of cdktn that record the creation stack of a value. Other versions may not have them. */
type Recorder = Record<string, (below?: unknown) => string[]>;

/**
 * Runs work without creation stacks. cdktf records one for each value of a resource, to show it if the value is wrong,
 * which takes half of the time of a stack. This library checks the values of its own resources before cdktf does.
 * Values that the program makes elsewhere keep their stacks.
 */
export function withoutCreationStacks<T>(work: () => T): T {
  const recorder = recorderOf();
  const functions = { ...recorder };
  for (const name of Object.keys(functions)) recorder[name] = () => [];
  try {
    return work();
  } finally {
    Object.assign(recorder, functions);
  }
}

let found: Recorder | undefined;

function recorderOf(): Recorder {
  found ??= load();
  return found;
}

function load(): Recorder {
  try {
    // The edge to cdktf: the module is not part of its public surface.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    return createRequire(__filename)('cdktf/lib/tokens/private/stack-trace') as Recorder;
  } catch {
    return {};
  }
}
