import type { k8s } from 'cdk8s-plus-27';
import { number, optional, text, typeProblems } from '../../core/problems/rules';
import { accepted } from '../../core/problems/errors';
import { holding } from '../pod/k8s-json';

/** A question to a container that it answers if it is well, in the words of Kubernetes. */
export type ServerCheck = Pick<k8s.Probe, 'httpGet' | 'tcpSocket' | 'grpc' | 'exec'>;

const PORT = text('give the name of the port, such as "http"');
const HTTP = { path: text('give the path, such as "/v2/health/ready"'), port: PORT };
const TCP = { port: PORT };
const GRPC = {
  port: number('give the port, such as 8001'),
  service: optional(text('name the service, or leave it out')),
};

/** Checks of a server by its ports. */
export const ServerCheck = {
  /** A request is answered with a status from 200 to 399. @param port the name of the port */
  http: (path: string, port = 'http'): ServerCheck => {
    return accepted('ServerCheck.http', [typeProblems({ path, port }, HTTP)], () => ({
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
    return accepted('ServerCheck.grpc', [typeProblems({ port, service }, GRPC)], () => ({ grpc: { port, service } }));
  },
};
