import { createRequire } from 'node:module';

/** The part of cdktf that records where a value was made. Another version of cdktf may not have it. */
interface Recorder {
  captureStackTrace?: (below?: unknown) => string[];
}

/**
 * Runs work for whose values cdktf records no stacks. It does so for each value of a resource, only to show it if the value
 * turns out to be wrong, and that takes half of the time of a stack. Values of this library's own resources are checked
 * before they get there. Values that the program makes elsewhere keep their stacks.
 */
export function withoutCreationStacks<T>(work: () => T): T {
  const recorder = recorderOf();
  const { captureStackTrace } = recorder;
  if (!captureStackTrace) return work();
  recorder.captureStackTrace = () => [];
  try {
    return work();
  } finally {
    recorder.captureStackTrace = captureStackTrace;
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
