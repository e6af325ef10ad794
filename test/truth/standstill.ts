/** How long nothing may change in a trial that is not decided, in milliseconds. */
const LIMIT = 180_000;
const TRIES = 3;

/** A cluster under load can lose an event. A pod of a trial then waits without end, and nothing says why. */
class StandstillError extends Error {}

/** Sees the states of one trial, and ends the trial if they stay the same for too long. */
export class Standstill {
  private last = '';
  private since = Date.now();

  constructor(private readonly limit = LIMIT) {}

  see(state: string): void {
    if (state !== this.last) {
      this.last = state;
      this.since = Date.now();
    } else if (Date.now() - this.since > this.limit) {
      throw new StandstillError(`nothing has changed for ${this.limit / 1000} s: ${state}`);
    }
  }
}

/** Does a trial. One that stood still has decided nothing, so it is made anew. */
export async function untilDecided<T>(trial: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await trial();
    } catch (error) {
      if (!(error instanceof StandstillError) || tries === TRIES) throw error;
      console.warn(`a trial is made anew: ${error.message}`);
    }
  }
}
