import { Session } from 'node:inspector';

/** Counts calls in the process, from its making until it is ended. */
export class CallCounter {
  private readonly session = new Session();

  constructor() {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  /**
   * How often each function of the library, and of the package constructs, was called since the run before, by its file,
   * its name and its place there.
   */
  callsOf(run: () => void): ReadonlyMap<string, number> {
    run();
    return taken(this.session);
  }

  end(): void {
    this.session.disconnect();
  }
}

/** The calls since it was last asked. */
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
