/** The seed of the random programs of a test. Another one makes others: SEED=1. */
export const SEED = Number(process.env.SEED ?? 2026);
