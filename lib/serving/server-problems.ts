import { isLabelKey } from '../core/names/kubernetes-name';
import { oneOf, problem, type Problem } from '../core/problems';
import { envNameProblems } from '../pods/pod-option-problems';
import type { ServerContainer, ServerPort } from './model-server';
import type { ServerCheck } from './server-check';
import { fileAnnotation } from './server-files';
import { portProblems } from './servers/server-options';

/** The parts of a server that nodes and Prometheus ask. */
type Asked = Pick<ServerContainer, 'ports' | 'ready' | 'alive' | 'metrics' | 'files'>;

/** The form of the names of ports. */
const PORT_NAME = /^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/;
/** Kubernetes takes no more annotations of one object, in bytes. */
const MOST_BYTES = 256 * 1024;
/** The kinds of check, of which a check has one. */
const WAYS = ['httpGet', 'tcpSocket', 'grpc', 'exec'] as const;

/** Problems of the container that a server gives for a model. Users may write their own servers. */
export function* containerProblems(server: string, container: ServerContainer): Generator<Problem> {
  yield* envNameProblems(Object.keys(container.env ?? {}));
  if (container.ports.length > 0) yield* serverProblems(container);
  else yield problem('server-port', 'server.container.ports', `${server} listens at no port`, 'give one port at least');
}

/** Problems of ports, checks and files that no pod can have. */
export function* serverProblems({ ports, ready, alive, metrics, files = {} }: Asked): Generator<Problem> {
  const names = ports.map(({ name }) => name);
  yield* portProblems(Object.fromEntries(ports.map(({ name, port }) => [name, port])));
  for (const [index, name] of names.entries()) {
    if (PORT_NAME.test(name) && name.length <= 15 && names.indexOf(name) === index) continue;
    const fix = 'use up to 15 lower-case letters, digits and hyphens, with one letter, and each name once';
    yield problem('server-port', 'ports', `${JSON.stringify(name)} cannot be the name of a port`, fix);
  }
  yield* checkProblems('ready', ready, ports);
  if (alive) yield* checkProblems('alive', alive, ports);
  if (metrics && !names.includes(metrics.port)) {
    const message = `metrics name the port "${metrics.port}", which is not among the ports`;
    yield problem('server-port', 'metrics', message, `use ${oneOf(names.map((name) => `"${name}"`))}`);
  }
  if (metrics?.requests?.length === 0) {
    const fix = 'name one counter at least, or leave requests out';
    yield problem('server-port', 'metrics.requests', 'metrics count requests by no counter', fix);
  }
  yield* fileProblems(files);
}

/** Problems of a check. A node checks in one way, and finds a port by its name only if the container has it. */
function* checkProblems(property: string, check: ServerCheck, ports: readonly ServerPort[]): Generator<Problem> {
  const ways = WAYS.filter((way) => check[way] !== undefined);
  if (ways.length !== 1) {
    const message = ways.length === 0 ? `${property} asks nothing` : `${property} has ${ways.join(' and ')}`;
    yield problem('server-check', property, message, "give one check, such as ServerCheck.http('/v2/health/ready')");
  }
  if (check.exec && (check.exec.command ?? []).length === 0) {
    const fix = "give the program and its arguments, such as ['test', '-e', '/tmp/ready']";
    yield problem('server-check', property, `${property} runs no program`, fix);
  }
  yield* tlsProblems(property, check, ports);
  for (const asked of [check.httpGet, check.tcpSocket]) {
    const port: unknown = asked?.port.value;
    if (typeof port !== 'string' || ports.some(({ name }) => name === port)) continue;
    const known = oneOf(ports.map(({ name }) => `"${name}"`));
    const grpc = ports.find(({ protocol }) => protocol === 'grpc');
    const other = grpc ? `, or ask a health service of gRPC by ServerCheck.grpc(${grpc.port})` : '';
    const message = `${property} asks port "${port}", which is not among the ports`;
    yield problem('server-check', property, message, `name ${known}${other}`);
  }
}

/** Problems of checks at ports with TLS. Nodes use gRPC without TLS, and HTTP unless the check says HTTPS. */
function* tlsProblems(
  property: string,
  { httpGet, grpc }: ServerCheck,
  ports: readonly ServerPort[],
): Generator<Problem> {
  const plain: unknown = grpc?.port ?? (httpGet?.scheme === 'HTTPS' ? undefined : httpGet?.port.value);
  const asked = ports.find(({ name, port, tls = false }) => tls && (name === plain || port === plain));
  if (!asked) return;
  const message = `${property} asks port "${asked.name}" without TLS, which clients speak there`;
  yield problem('server-check', property, message, `ask by ServerCheck.tcp("${asked.name}"), or ask another port`);
}

/** Problems of files, which are annotations of a pod. */
function* fileProblems(files: Readonly<Record<string, string>>): Generator<Problem> {
  for (const name of Object.keys(files)) {
    if (isLabelKey(fileAnnotation(name))) continue;
    const fix = 'use up to 63 letters, digits, "-", "_" and ".", beginning and ending with a letter or digit';
    yield problem('server-files', 'files', `${JSON.stringify(name)} cannot be the name of a file`, fix);
  }
  const bytes = Object.entries(files).reduce((sum, [name, text]) => {
    return sum + Buffer.byteLength(fileAnnotation(name)) + Buffer.byteLength(text);
  }, 0);
  if (bytes <= MOST_BYTES) return;
  const message = `files have ${bytes} bytes, and a pod brings ${MOST_BYTES} at most`;
  yield problem('server-files', 'files', message, 'put them into the image, or mount them by Mount.configFiles');
}
