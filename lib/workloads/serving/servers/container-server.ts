import type { Duration } from 'cdk8s';
import { CONTAINER_IMAGE, imageProblems } from '../../../core/names/image-name';
import { accepted } from '../../../core/problems/errors';
import { oneOf } from '../../../core/problems/one-of';
import { problem, type Problem } from '../../../core/problems/problem';
import {
  choice,
  DURATION,
  FLAG,
  listOf,
  object,
  optional,
  optionProblems,
  recordOf,
  text,
  type Rules,
} from '../../../core/problems/rules';
import { secondsProblems } from '../../../core/problems/seconds-problems';
import { COMMAND, ENV } from '../../pod/container-rules';
import type { EnvValue } from '../../pod/env-value';
import type { ResolvedResources } from '../../pod/resources';
import type { ModelServer, ServedModel, ServerContainer, ServerPort } from '../model-server';
import type { ServerCheck } from '../server-check';
import { newestOf } from '../model/version-policy';
import { serverProblems } from '../server-problems';
import { METRICS, SERVER_CHECK, SERVER_PORT } from '../server-rules';
import { gpuProblems } from './server-options';

/**
 * A server in any image. Its texts may hold `$(MODEL_NAME)`, `$(MODEL_PATH)` (the folder of the versions, or the id at Hugging Face) and
 * `$(MODEL_VERSION)` (the newest that is named). The container has them as environment variables too.
 */
export interface ContainerServerOptions {
  /** For messages: `MLServer`. @default - the image */
  readonly name?: string;
  readonly image: string;
  /** Replaces the image's entry point. @default - the image's */
  readonly command?: readonly string[];
  /** Arguments of the command. @default - the image's */
  readonly args?: readonly string[];
  /** Environment variables. @default {} */
  readonly env?: Readonly<Record<string, string | EnvValue>>;
  /** Where it listens. The port for most clients comes first. */
  readonly ports: readonly [ServerPort, ...ServerPort[]];
  /** Answered when the model is loaded, not before: `ServerCheck.http('/v2/models/$(MODEL_NAME)/ready')`. */
  readonly ready: ServerCheck;
  /** Answered as long as the program runs. @default - not asked */
  readonly alive?: ServerCheck;
  /** The port and the path of its metrics. @default - it has none */
  readonly metrics?: ServerContainer['metrics'];
  /** Small text files by their names, in the folder `/etc/serving`. @default {} */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether it reads `gs://` itself. @default false */
  readonly readsBuckets?: boolean;
  /** Whether it downloads models of Hugging Face itself. @default false */
  readonly readsHuggingFace?: boolean;
  /** Whether it computes on GPUs alone. @default false */
  readonly needsGpus?: boolean;
  /** What it does after SIGTERM. @default 'aborts' */
  readonly afterTerm?: ServerContainer['afterTerm'];
  /** The time from its start to a loaded model, if a serving says nothing else. @default Duration.minutes(10) */
  readonly loadTime?: Duration;
  /**
   * How long a client keeps one connection, if the server closes connections by their age: pods drain for so long, unless it ends
   * its requests itself. Whole seconds.
   *
   * @default - as long as the client likes
   */
  readonly connectionAge?: Duration;
}

const OPTIONS: Rules<ContainerServerOptions> = {
  name: optional(text('name it for messages')),
  image: CONTAINER_IMAGE,
  command: optional(COMMAND),
  args: optional(COMMAND),
  env: optional(ENV),
  ports: listOf(object(SERVER_PORT, "give { name: 'http', port: 8080, protocol: 'http' }")),
  ready: SERVER_CHECK,
  alive: optional(SERVER_CHECK),
  metrics: optional(object(METRICS, "give { port: 'http', path: '/metrics' }")),
  files: optional(recordOf(text('give the contents by their names'))),
  readsBuckets: optional(FLAG),
  readsHuggingFace: optional(FLAG),
  needsGpus: optional(FLAG),
  afterTerm: optional(choice('serves', 'finishes', 'aborts')),
  loadTime: optional(DURATION),
  connectionAge: optional(DURATION),
};

/** What stands for the model in texts. */
const VARIABLES = ['MODEL_NAME', 'MODEL_PATH', 'MODEL_VERSION'];
const VARIABLE = /\$\((\w+)\)/g;

/** A server that the library does not know, with its ports, its checks and its command. */
export class ContainerServer implements ModelServer {
  readonly name: string;
  readonly readsBuckets?: boolean;
  readonly readsHuggingFace?: boolean;

  static of(options: ContainerServerOptions): ContainerServer {
    const types = optionProblems(options, OPTIONS);
    return accepted('ModelServer.container', [types, valueProblems(options)], () => new ContainerServer(options));
  }

  private constructor(private readonly options: ContainerServerOptions) {
    this.name = options.name ?? options.image;
    this.readsBuckets = options.readsBuckets;
    this.readsHuggingFace = options.readsHuggingFace;
  }

  *problems(model: ServedModel, resources: ResolvedResources): Generator<Problem> {
    yield* versionProblems(this.name, this.options, model);
    if (this.options.needsGpus === true) yield* gpuProblems(this.name, resources);
  }

  container(model: ServedModel): ServerContainer {
    const { image, command, args, env, ports, ready, alive, metrics, files, loadTime, connectionAge } = this.options;
    const known = variablesOf(model);
    const filled = (texts: Readonly<Record<string, string>> | undefined) =>
      texts && Object.fromEntries(Object.entries(texts).map(([name, each]) => [name, fill(each, known)]));
    return {
      image: model.image ?? image,
      command,
      args,
      env: { ...known, ...hubEnv(model), ...env },
      ports,
      ready: checkOf(ready, known),
      alive: alive && checkOf(alive, known),
      metrics,
      files: filled(files),
      afterTerm: this.options.afterTerm ?? 'aborts',
      loadTime,
      connectionAge,
    };
  }
}

function variablesOf({ name, location, policy, hub }: ServedModel): Record<string, string> {
  const version = hub?.revision ?? newestOf(policy);
  return {
    MODEL_NAME: name,
    MODEL_PATH: hub?.id ?? location,
    ...(version !== undefined && { MODEL_VERSION: String(version) }),
  };
}

/** Where its files of Hugging Face go, and who asks for them. */
function hubEnv({ hub, location }: ServedModel): Record<string, string | EnvValue> {
  return hub ? { HF_HOME: location, ...(hub.token && { HF_TOKEN: hub.token }) } : {};
}

/** Kubernetes puts variables into commands, but not into checks and files. */
function fill(template: string, known: Readonly<Record<string, string>>): string {
  return template.replace(VARIABLE, (given, name: string) => known[name] ?? given);
}

function checkOf(check: ServerCheck, known: Readonly<Record<string, string>>): ServerCheck {
  const { httpGet } = check;
  return httpGet?.path === undefined ? check : { ...check, httpGet: { ...httpGet, path: fill(httpGet.path, known) } };
}

function* valueProblems(options: ContainerServerOptions): Generator<Problem> {
  const { image, ports, ready, alive } = options;
  yield* imageProblems('image', image);
  if (ports.length === 0) {
    yield problem(
      'server-port',
      'ports',
      'no port is given',
      "give one, such as { name: 'http', port: 8080, protocol: 'http' }",
    );
    return;
  }
  yield* serverProblems(options);
  for (const [property, { httpGet }] of Object.entries({ ready, ...(alive && { alive }) })) {
    for (const [variable, name = ''] of (httpGet?.path ?? '').matchAll(VARIABLE)) {
      if (VARIABLES.includes(name)) continue;
      const message = `${property} asks ${JSON.stringify(httpGet?.path)}, but nothing takes the place of ${variable}`;
      const fix = `use ${oneOf(VARIABLES.map((known) => `$(${known})`))}, or write the value`;
      yield problem('server-check', property, message, fix);
    }
  }
  yield* secondsProblems('connectionAge', options.connectionAge, 1);
}

/** Such a server is told one number. */
function* versionProblems(
  server: string,
  { command = [], args = [], env = {}, files = {}, ready, alive }: ContainerServerOptions,
  { policy }: ServedModel,
): Generator<Problem> {
  if (policy.kind === 'pinned') {
    if (Object.keys(policy.labels).length === 0) return;
    const message = `${server} is told no labels of versions`;
    const fix = 'leave labels out: clients name the number of a version, or ask for the newest';
    yield problem('server-versions', 'model', message, fix);
    return;
  }
  const paths = [ready, alive].flatMap((check) => check?.httpGet?.path ?? []);
  const texts = [...command, ...args, ...Object.values(env), ...Object.values(files), ...paths];
  if (!texts.some((each) => typeof each === 'string' && each.includes('$(MODEL_VERSION)'))) return;
  const message = `${server} is told its version by $(MODEL_VERSION), but the newest versions have no number that is known`;
  yield problem('server-versions', 'model', message, 'give the version by its number, such as models.version(2)');
}
