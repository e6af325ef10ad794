import { Session } from 'node:inspector';

/** How often each function of the library, and of the package constructs, is called in each of several runs, by its file, its name and its place there. */
export function callsOf(runs: readonly (() => void)[]): ReadonlyMap<string, number>[] {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  try {
    return runs.map((run) => {
      run();
      return taken(session);
    });
  } finally {
    session.disconnect();
  }
}

/** The calls since the last time. */
function taken(session: Session): Map<string, number> {
  const calls = new Map<string, number>();
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    for (const { url, functions } of result) {
      const [, file] = /\/(node_modules\/.*|lib\/.*)$/.exec(url) ?? [];
      if (file === undefined || /^node_modules\/(?!constructs\/)/.test(file)) continue;
      for (const { functionName, ranges } of functions) {
        for (const { count, startOffset } of ranges) calls.set(`${file} ${functionName} ${startOffset}`, count);
      }
    }
  });
  return calls;
}
