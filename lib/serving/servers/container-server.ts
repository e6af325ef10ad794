import { accepted, oneOf, problem, secondsProblems, type Problem } from '../../core/problems';
import type { Duration } from 'cdk8s';
import { imageProblems } from '../../core/names/image-name';
import type { EnvValue } from '../../pods/containers/env-value';
import type { ResolvedResources } from '../../pods/containers/resources';
import type { ModelServer, ServerContainer } from '../model-server';
import type { ModelReader, ServedModel } from '../../model/served-model';
import type { ServerCheck } from '../server-check';
import { newestOf } from '../../model/version-policy';
import { serverProblems } from '../server-problems';
import { gpuProblems, STREAM_TIME } from './server-options';

/**
 * A server in any image. Its texts may hold `$(MODEL_NAME)`, `$(MODEL_PATH)` (the folder of the versions, or the id at Hugging Face) and
 * `$(MODEL_VERSION)` (the newest that is named). The container has them as environment variables too.
 */
export interface ContainerServerOptions
  extends
    Pick<
      ServerContainer,
      'image' | 'command' | 'args' | 'env' | 'ports' | 'alive' | 'metrics' | 'predict' | 'startupTimeout'
    >,
    Pick<ModelReader, 'readsBuckets' | 'readsHuggingFace'> {
  /** For messages: `MLServer`. @default - the image */
  readonly name?: string;
  /** Answered when the model is loaded, not before: `ServerCheck.http('/v2/models/$(MODEL_NAME)/ready')`. */
  readonly ready: ServerCheck;
  /** Small text files by their names, in the folder `/etc/serving`. @default {} */
  readonly files?: Readonly<Record<string, string>>;
  /** True if it runs on GPUs only. @default false */
  readonly needsGpus?: boolean;
  /** The reaction to SIGTERM. @default 'aborts' - a pod that ends waits for the whole `requestTimeout`, with its GPUs */
  readonly afterTerm?: ServerContainer['afterTerm'];
  /**
   * The age at which the server closes a connection, if it does. Pods keep serving for so long before SIGTERM, unless
   * the server ends its requests itself. Whole seconds.
   *
   * @default - no limit
   */
  readonly connectionAge?: Duration;
}

/** The variables of the model in texts. */
const VARIABLES = ['MODEL_NAME', 'MODEL_PATH', 'MODEL_VERSION'];
const VARIABLE = /\$\((\w+)\)/g;

/** A server that the library does not know, with its ports, its checks and its command. */
export class ContainerServer implements ModelServer {
  readonly name: string;
  readonly readsBuckets?: boolean;
  readonly readsHuggingFace?: boolean;
  readonly requestTimeout?: Duration;

  static of(options: ContainerServerOptions): ContainerServer {
    return accepted('ModelServer.container', [valueProblems(options)], () => new ContainerServer(options));
  }

  private constructor(private readonly options: ContainerServerOptions) {
    this.name = options.name ?? options.image;
    this.readsBuckets = options.readsBuckets;
    this.readsHuggingFace = options.readsHuggingFace;
    // Most models there are of language, and answer by streams.
    this.requestTimeout = options.readsHuggingFace === true ? STREAM_TIME : undefined;
  }

  *problems(model: ServedModel, resources: ResolvedResources): Generator<Problem> {
    yield* versionProblems(this.name, this.options, model);
    if (this.options.needsGpus === true) yield* gpuProblems(this.name, resources);
  }

  container(model: ServedModel): ServerContainer {
    const { image, command, args, env, ports, ready, alive, metrics, files } = this.options;
    const { predict, startupTimeout, connectionAge } = this.options;
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
      predict: predict && { ...predict, path: fill(predict.path, known) },
      files: filled(files),
      afterTerm: this.options.afterTerm ?? 'aborts',
      startupTimeout,
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

/** The folder of the files of Hugging Face, and the token. */
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
  yield* secondsProblems({ connectionAge: options.connectionAge }, { least: 1 });
}

/** Problems of the versions of a model. Such a server gets one number. */
function* versionProblems(
  server: string,
  { command = [], args = [], env = {}, files = {}, ready, alive }: ContainerServerOptions,
  { policy }: ServedModel,
): Generator<Problem> {
  if (policy.kind === 'pinned') {
    if (Object.keys(policy.labels).length === 0) return;
    const message = `${server} takes no labels of versions`;
    const fix = 'leave labels out: clients name the number of a version, or ask for the newest';
    yield problem('server-versions', 'model', message, fix);
    return;
  }
  const paths = [ready, alive].flatMap((check) => check?.httpGet?.path ?? []);
  const texts = [...command, ...args, ...Object.values(env), ...Object.values(files), ...paths];
  if (!texts.some((each) => typeof each === 'string' && each.includes('$(MODEL_VERSION)'))) return;
  const message = `${server} gets its version by $(MODEL_VERSION), but the numbers of the newest versions are not known`;
  yield problem('server-versions', 'model', message, 'give the version by its number, such as models.version(2)');
}
