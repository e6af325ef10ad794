import { problem, type Problem } from '../../core/problems/problem';
import {
  choice,
  DURATION,
  having,
  listOf,
  METHOD,
  object,
  optional,
  recordOf,
  text,
  typeProblems,
  type Rules,
} from '../../core/problems/rules';
import { ENV } from '../pod/container-rules';
import { MOUNT } from '../pod/mount';
import { envNameProblems } from '../pod/pod-option-problems';
import type { LiveConfig, ModelServer, ServedModel, ServerContainer } from './model-server';
import type { ResolvedResources } from '../pod/resources';
import { serverProblems } from './server-problems';
import { METRICS, SERVER_CHECK, SERVER_PORT } from './server-rules';

// Checks of the values that servers return. Users may write their own, and JavaScript checks no contract.

const TEXTS = listOf(text('give texts'));
const FILES = recordOf(text('give texts by the names of files'));

const LIVE: Rules<LiveConfig> = { files: FILES, port: text('name a port of the server'), loadedPath: METHOD };

const CONTAINER: Rules<ServerContainer> = {
  image: text('name the image, with a tag'),
  command: optional(TEXTS),
  args: optional(TEXTS),
  env: optional(ENV),
  ports: listOf(object(SERVER_PORT, "give { name: 'http', port: 8000, protocol: 'http' }")),
  ready: SERVER_CHECK,
  alive: optional(SERVER_CHECK),
  files: optional(FILES),
  live: optional(object(LIVE, 'give { files, port, loadedPath }')),
  mounts: optional(listOf(MOUNT)),
  metrics: optional(object(METRICS, 'give { port, path }')),
  afterTerm: choice('serves', 'finishes', 'aborts'),
  loadTime: optional(DURATION),
  connectionAge: optional(DURATION),
};

const CONTAINERS = { container: object(CONTAINER, 'give { image, ports, ready, afterTerm }') };
const RETURNS = { problems: having(Symbol.iterator, 'yield problems, or return []') };
const ADVICE = { advice: optional(having(Symbol.iterator, 'yield advice, or return []')) };

/** Problems of what a server returns for a model, its container among it, before anything is made of it. */
export function* contractProblems(
  server: ModelServer,
  container: ServerContainer | undefined,
  model: ServedModel,
  resources: ResolvedResources,
): Generator<Problem> {
  const wrong = [...typeProblems({ container }, CONTAINERS, 'server.')];
  yield* wrong;
  if (wrong.length === 0 && container) {
    yield* envNameProblems(Object.keys(container.env ?? {}));
    if ([...container.ports].length > 0) yield* serverProblems(container);
    else
      yield problem('missing', 'server.container.ports', `${server.name} listens at no port`, 'give one port at least');
  }
  yield* typeProblems({ problems: server.problems(model, resources) }, RETURNS, 'server.');
  yield* typeProblems({ advice: server.advice?.(model, resources) }, ADVICE, 'server.');
}
