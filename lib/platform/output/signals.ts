const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does something that a signal does not interrupt. The signal ends the program right after it. */
export function uninterrupted<T>(act: () => T): T {
  // A program with handlers of its own is not ended by the signal.
  const signals = SIGNALS.filter((signal) => process.listenerCount(signal) === 0);
  for (const signal of signals) process.once(signal, end);
  try {
    return act();
  } finally {
    // A signal that came meanwhile is delivered before the next immediate.
    setImmediate(() => {
      for (const signal of signals) process.off(signal, end);
    });
  }
}

function end(signal: NodeJS.Signals): void {
  process.kill(process.pid, signal);
}
