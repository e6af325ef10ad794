import { Duration } from 'cdk8s';
import { boundsProblems, PORTS, problem, type Problem } from '../../core/problems';
import type { ResolvedResources } from '../../pods/containers/resources';
import type { ServedModel } from '../../model/served-model';

// Options that several servers have.

/**
 * The longest time of a request whose answer is a stream, such as the tokens of a language model: that of OpenAI's own clients.
 *
 * @see https://github.com/openai/openai-python#timeouts
 */
export const STREAM_TIME = Duration.minutes(10);

/** Problems of ports by the options that name them. If two are the same, the later one has the problem. */
export function* portProblems(ports: Readonly<Record<string, number>>): Generator<Problem> {
  yield* boundsProblems('server-port', ports, PORTS);
  const all = Object.entries(ports);
  for (const [index, [property, port]] of all.entries()) {
    const [other] = all.slice(0, index).filter(([, taken]) => taken === port);
    if (!other) continue;
    const fix = `set ${property} to another port, such as ${Math.max(...Object.values(ports)) + 1}`;
    yield problem('server-port', property, `${other[0]} and ${property} cannot share port ${port}`, fix);
  }
}

export function* memoryFractionProblems(gpuMemoryFraction: number | undefined): Generator<Problem> {
  if (gpuMemoryFraction === undefined || (gpuMemoryFraction > 0 && gpuMemoryFraction <= 1)) return;
  const message = `${gpuMemoryFraction} is not a share of a GPU's memory`;
  yield problem('gpu-memory-fraction', 'gpuMemoryFraction', message, 'use a number above 0 and up to 1, such as 0.5');
}

export function* gpuProblems(server: string, { gpus }: ResolvedResources): Generator<Problem> {
  if (gpus > 0) return;
  const message = `${server} computes on GPUs, but each replica asks for none`;
  yield problem(
    'server-gpus',
    'pool',
    message,
    'use a pool with GPUs, and leave resources.gpus out or set it to 1 or more',
  );
}

/** Problems of versions for a server that takes them by their numbers. @param most how many it takes */
export function* numberProblems(server: string, { policy, hub }: ServedModel, most = Infinity): Generator<Problem> {
  const says = (message: string, fix: string) => problem('server-versions', 'model', message, fix);
  if (hub) return;
  if (policy.kind === 'latest') {
    yield says(`${server} does not look for new versions`, 'give the version by its number, such as models.version(2)');
    return;
  }
  const { versions, labels } = policy;
  if (versions.length > most) {
    const message = `${server} serves one version, but versions ${versions.join(', ')} are given`;
    yield says(message, `give one of them, such as models.version(${Math.max(...versions)})`);
  }
  if (Object.keys(labels).length === 0) return;
  yield says(`${server} knows no labels of versions`, 'leave labels out: clients name the number of a version');
}

/** Problems of the name of a model that is part of an address. */
export function* modelNameProblems(server: string, { name }: ServedModel): Generator<Problem> {
  if (/^[A-Za-z0-9][-\w.]*$/.test(name)) return;
  const message = `${JSON.stringify(name)} cannot be the name of a model of ${server}`;
  yield problem('model-name', 'modelName', message, 'use letters, digits, "-", "_" and ".", such as "mnist"');
}

/**
 * Problems of flags that options set as well: a program takes the one or the other.
 *
 * @param owned the options by the flags that they set, or `undefined` where the library decides
 */
export function* ownedArgProblems(
  extraArgs: readonly string[],
  owned: Readonly<Record<string, string | undefined>>,
): Generator<Problem> {
  for (const arg of extraArgs) {
    const flag = flagOf(arg);
    if (flag === undefined) {
      const fix = 'write each as --name=value in a text of its own';
      yield problem('server-arg', 'extraArgs', `${JSON.stringify(arg)} is not a flag with its value`, fix);
      continue;
    }
    if (!Object.hasOwn(owned, flag)) continue;
    const option = owned[flag];
    const fix = option === undefined ? 'leave it out' : `use ${option}`;
    yield problem('server-arg', 'extraArgs', `--${flag} is a flag that the library sets itself`, fix);
  }
}

/** The name of a flag; `undefined` if the text is no flag. */
export function flagOf(arg: string): string | undefined {
  return /^--([A-Za-z][-\w]*)(=|$)/s.exec(arg)?.[1];
}
