import type { k8s } from 'cdk8s-plus-27';
import { number, optional, text, typeProblems, type Rules } from '../../core/problems/rules';
import { isPort, PORT_FIX } from '../../core/network/port';
import { accepted } from '../../core/problems/errors';
import { problem, type Problem } from '../../core/problems/problem';
import { holding } from '../pod/k8s-json';

/** A question to a container that it answers if it is well, in the words of Kubernetes. */
export type ServerCheck = Pick<k8s.Probe, 'httpGet' | 'tcpSocket' | 'grpc' | 'exec'>;

const PORT = text('give the name of the port, such as "http"');
const HTTP = { path: text('give the path, such as "/v2/health/ready"'), port: PORT };
const TCP = { port: PORT };
/** Rules of a question by gRPC. */
export const GRPC = {
  port: number('give the port, such as 8001'),
  service: optional(text('name the service')),
} satisfies Rules<k8s.GrpcAction>;

/** Checks of a server by its ports. */
export const ServerCheck = {
  /** A request is answered with a status from 200 to 399. @param port the name of the port */
  http: (path: string, port = 'http'): ServerCheck => {
    return accepted('ServerCheck.http', [typeProblems({ path, port }, HTTP), pathProblems(path)], () => ({
      httpGet: { path, port: holding(port) },
    }));
  },
  /** A connection is taken. @param port the name of the port */
  tcp: (port: string): ServerCheck => {
    return accepted('ServerCheck.tcp', [typeProblems({ port }, TCP)], () => ({
      tcpSocket: { port: holding(port) },
    }));
  },
  /**
   * The health service of gRPC says that it serves. Not for ports with TLS.
   *
   * @param service whose health. @default - the server's
   * @see https://github.com/grpc/grpc/blob/master/doc/health-checking.md
   */
  grpc: (port: number, service?: string): ServerCheck => {
    const checks = [typeProblems({ port, service }, GRPC), grpcProblems(port)];
    return accepted('ServerCheck.grpc', checks, () => ({ grpc: { port, service } }));
  },
};

function* pathProblems(path: string): Generator<Problem> {
  if (path !== '') return;
  yield problem('server-check', 'path', 'the path of a check is empty', 'give one, such as "/v2/health/ready" or "/"');
}

function* grpcProblems(port: number): Generator<Problem> {
  if (!isPort(port)) yield problem('server-port', 'port', `${port} is not a port`, PORT_FIX);
}
