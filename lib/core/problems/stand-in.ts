const STAND_IN = Symbol.for('trainyard.standIn');
const TEXT = 'refused-4b1d9';

let made = 0;
let reads = 0;

/** The number of times that stand-ins were read. A problem that a check finds after such a read may follow from a refusal. */
export function standInReads(): number {
  return reads;
}

/**
 * A stand-in for a refused value, while a run looks for further problems. Whatever a program reads from it or calls on it
 * is the same stand-in, so nothing fails because the value is missing. Nothing is written after such a run.
 */
export function standIn(): never {
  made += 1;
  const text = `${TEXT}-${made}`;
  const value: unknown = new Proxy(() => value, { get: (_target, key) => memberOf(value, text, key) });
  // The edge to all types: a value of any class or contract may be refused.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return value as never;
}

function memberOf(value: unknown, text: string, key: string | symbol): unknown {
  if (key === STAND_IN) return true;
  reads += 1;
  if (key === Symbol.iterator) return () => [].values();
  if (key === 'toString' || key === 'toJSON') return () => text;
  // It is neither a promise nor a construct.
  return typeof key === 'symbol' || key === 'then' || key === 'node' ? undefined : value;
}

export function isStandIn(value: unknown): boolean {
  return typeof value === 'function' && Reflect.get(value, STAND_IN) === true;
}

/** True if a text has the value of a stand-in: what it reports follows from a refusal. */
export function saysStandIn(text: string): boolean {
  return text.includes(TEXT);
}

/** A text for readers, without stand-ins. */
export function withoutStandIns(text: string): string {
  return text.replace(STAND_INS, '…');
}

const STAND_INS = new RegExp(`${TEXT}-\\d+`, 'g');
