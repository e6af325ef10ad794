import { problem, type Advice } from '../../core/problems';
import type { ServerPort } from '../model-server';
import type { ResolvedServing, Track } from '../serving';
import { exposedPorts } from './exposed-ports';

/** The calls by which vLLM loads and drops adapters of a model while it runs. They are in the folder of the calls of clients. */
const CALLS = ['/v1/load_lora_adapter', '/v1/unload_lora_adapter'];
/**
 * The variable that turns them on.
 *
 * @see https://docs.vllm.ai/en/stable/features/lora/#dynamically-serving-lora-adapters
 */
const VARIABLE = 'VLLM_ALLOW_RUNTIME_LORA_UPDATING';

/** The calls for adapters below paths that clients reach. */
export function adapterCallsIn(paths: readonly string[] = ['/']): string[] {
  return CALLS.filter((call) => paths.some((path) => call === path || call.startsWith(path.replace(/\/?$/, '/'))));
}

/** True if a server takes such calls, as far as the program says it. */
function takesAdapters({ container, pod }: Track): boolean {
  const value = { ...container.env, ...pod.env }[VARIABLE];
  return typeof value === 'string' ? /^\s*(1|true)\s*$/i.test(value) : value !== undefined;
}

/** Advice about clients who can change a server by its calls for adapters. @param paths those that clients reach @param fix a way to keep them out */
export function* adapterAdvice(
  { name, tracks }: Pick<ResolvedServing, 'name' | 'tracks'>,
  [property, where]: readonly [string, string],
  paths: ServerPort['clientPaths'],
  fix: string,
): Generator<Advice> {
  const [call] = adapterCallsIn(paths);
  if (call === undefined || !tracks.some(takesAdapters)) return;
  const message = `${VARIABLE} of "${name}" is set, so all clients of ${where} can load adapters into it, or drop them, by ${call}`;
  const without = `leave ${VARIABLE} out and name the adapters by --lora-modules in extraArgs`;
  yield problem('exposure-adapters', property, message, `${without}, or ${fix}, or acknowledge this if they all may`);
}

/** The same for the load balancer of a server, at ports before which no guard refuses these calls. */
export function* exposedAdapterAdvice(serving: ResolvedServing): Generator<Advice> {
  const { way } = serving.exposure;
  if (way.kind === 'internal' || way.adminCalls === 'open') return;
  for (const { port, guardPort } of exposedPorts(way, serving.tracks[0].container)) {
    if (guardPort !== undefined) continue;
    const fix = 'describe these calls by admin of the port, with clientPaths, so that a proxy refuses them';
    yield* adapterAdvice(serving, ['exposure', 'its load balancer'], port.clientPaths, fix);
  }
}
