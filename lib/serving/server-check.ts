import { accepted, boundsProblems, PORTS, problem, type Problem } from '../core/problems';
import type { k8s } from 'cdk8s-plus-27';
import { holding } from '../kubernetes/k8s-json';

/** A health check of a container, in the words of Kubernetes. */
export type ServerCheck = Pick<k8s.Probe, 'httpGet' | 'tcpSocket' | 'grpc' | 'exec'>;

/** Checks of a server by its ports. */
export const ServerCheck = {
  /** An HTTP request with a status from 200 to 399. @param port the name of the port */
  http: (path: string, port = 'http'): ServerCheck => {
    return accepted('ServerCheck.http', [pathProblems(path)], () => ({
      httpGet: { path, port: holding(port) },
    }));
  },
  /** A TCP connection. @param port the name of the port */
  tcp: (port: string): ServerCheck => {
    return {
      tcpSocket: { port: holding(port) },
    };
  },
  /**
   * The health service of gRPC. Not for ports with TLS.
   *
   * @param service the service that is checked. @default - the whole server
   * @see https://github.com/grpc/grpc/blob/master/doc/health-checking.md
   */
  grpc: (port: number, service?: string): ServerCheck => {
    return accepted('ServerCheck.grpc', [boundsProblems('server-port', { port }, PORTS)], () => ({
      grpc: { port, service },
    }));
  },
};

function* pathProblems(path: string): Generator<Problem> {
  if (path !== '') return;
  yield problem('server-check', 'path', 'the path of a check is empty', 'give one, such as "/v2/health/ready" or "/"');
}
