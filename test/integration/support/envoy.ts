import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import { createConnection, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import type { Judge } from './judges';
import { temporaryFolder } from './program';
import { attempt, run, within } from './run';

export const ENVOY: Judge = {
  what: 'envoy',
  missing: async () => {
    const version = await attempt('envoy', ['--version']).catch(() => undefined);
    return version?.status === 0 ? undefined : 'no envoy on PATH';
  },
};

/** The part of a guard's config that names ports. */
interface Config {
  readonly static_resources: {
    readonly listeners: readonly { address: Address }[];
    readonly clusters: readonly {
      load_assignment: { endpoints: [{ lb_endpoints: [{ endpoint: { address: Address } }] }] };
    }[];
  };
}
interface Address {
  readonly socket_address: { address: string; port_value: number };
}

/** An answer of the guard, and the path that the server behind it got. */
export interface Answer {
  readonly status: number;
  readonly passed?: string;
}

/** A guard that runs, before a server that answers every call. */
export interface RunningGuard {
  readonly ask: (path: string) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

/** Starts Envoy with the config of a guard of one port. Only the numbers of ports are changed, to such as are free. */
export async function startGuard(text: string, protocol: 'grpc' | 'http'): Promise<RunningGuard> {
  const paths: string[] = [];
  const server = protocol === 'grpc' ? grpcServer(paths) : httpServer(paths);
  await listening(server);
  const config = JSON.parse(text) as Config;
  const { listeners, clusters } = config.static_resources;
  const port = await freePort();
  for (const { address } of listeners) {
    Object.assign(address.socket_address, { address: '127.0.0.1', port_value: port });
  }
  for (const { load_assignment } of clusters) {
    load_assignment.endpoints[0].lb_endpoints[0].endpoint.address.socket_address.port_value = portOf(server);
  }
  const file = join(temporaryFolder(), 'guard.json');
  writeFileSync(file, JSON.stringify(config));
  await run('envoy', ['--mode', 'validate', '--config-path', file]);
  const envoy = spawn('envoy', [
    '--config-path',
    file,
    '--concurrency',
    '1',
    '--disable-hot-restart',
    '--log-level',
    'error',
  ]);
  const ended = once(envoy, 'exit');
  await within(30, 'envoy listens', () => connects(port));
  return {
    ask: async (path) => {
      const before = paths.length;
      const status = await (protocol === 'grpc' ? askGrpc(port, path) : askHttp(port, path));
      return { status, ...(paths.length > before && { passed: paths.at(-1) }) };
    },
    stop: async () => {
      envoy.kill('SIGKILL');
      await ended;
      server.close();
    },
  };
}

function httpServer(paths: string[]): Server {
  return createServer(({ url = '' }, response) => {
    paths.push(url);
    response.end();
  });
}

function grpcServer(paths: string[]): Server {
  return createHttp2Server().on('stream', (stream: ServerHttp2Stream, headers) => {
    paths.push(String(headers[':path']));
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '0' }, { endStream: true });
  });
}

/** By a plain socket, because Node's client does not send every path. */
async function askHttp(port: number, path: string): Promise<number> {
  const socket = createConnection({ host: '127.0.0.1', port });
  socket.write(`POST ${path} HTTP/1.1\r\nHost: server\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(head.toString())?.[1]);
}

/** As gRPC has it: Envoy tells a refusal by the status of gRPC, in an answer whose own status is 200, or by a reset. */
async function askGrpc(port: number, path: string): Promise<number> {
  const session = connect(`http://127.0.0.1:${port}`);
  const headers = { ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers' };
  const stream = session.request(headers).on('error', () => undefined);
  stream.end();
  const answer = await new Promise<Record<string, unknown>>((resolve) => {
    stream.on('response', resolve).on('close', () => {
      resolve({ ':status': 400 });
    });
  });
  session.destroy();
  const refused: Readonly<Record<string, number>> = { '13': 400, '7': 403 };
  return refused[String(answer['grpc-status'])] ?? Number(answer[':status']);
}

async function listening(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await listening(server);
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

async function connects(port: number): Promise<boolean> {
  const socket = createConnection({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  socket.destroy();
  return true;
}
