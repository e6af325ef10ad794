import { Duration, Size } from 'cdk8s';
import type { JsonObject } from '../../kubernetes/manifest';
import { holding } from '../../kubernetes/k8s-json';
import type { Sidecar } from '../../pods/containers/sidecar';
import { adapterCallsIn } from './adapter-calls';
import { exposedPorts, type ExposedPort } from './exposed-ports';
import { UNANSWERED, type Exposure } from './exposure';
import { CONFIG_FOLDER, type ServerContainer } from '../model-server';

/** A proxy in the pod of a server that passes on the calls of clients and refuses all others. */
export interface Guard {
  readonly sidecar: Sidecar;
  /** Its config file in `CONFIG_FOLDER`. */
  readonly files: Readonly<Record<string, string>>;
}

const IMAGE = 'envoyproxy/envoy:distroless-v1.39.6';
const CONFIG = 'guard.json';
const NAME = 'guard';
/** The age at which clients connect anew, if the server sets none. */
const CONNECTION_AGE = Duration.minutes(5);
/** Servers may read `..;` and `%2e%2e` as `..`, so no such path is passed on. */
const UNCLEAR_PATH = '.*[;%].*';
/** The most bytes of one connection in memory. */
const BUFFER_BYTES = 1_048_576;
const TYPES = 'type.googleapis.com/envoy.extensions';

/** The guard of a server's exposed ports; `undefined` if none needs it. */
export function guardFor(
  exposure: Exposure | undefined,
  container: ServerContainer,
  requestTimeout: Duration,
): Guard | undefined {
  if (exposure?.way.kind !== 'loadBalancer') return undefined;
  const guarded = exposedPorts(exposure.way, container).flatMap(({ port, guardPort }) =>
    guardPort === undefined ? [] : [{ port, guardPort }],
  );
  const [first] = guarded;
  if (!first) return undefined;
  const config: JsonObject = {
    static_resources: {
      listeners: guarded.map((each) => listenerOf(each, container.connectionAge ?? CONNECTION_AGE, requestTimeout)),
      clusters: guarded.map(clusterOf),
    },
  };
  return {
    files: { [CONFIG]: `${JSON.stringify(config, undefined, 2)}\n` },
    sidecar: {
      name: NAME,
      image: IMAGE,
      command: ['/usr/local/bin/envoy'],
      // One thread: it only copies bytes. Restarts without a gap would share memory with processes of other containers.
      args: ['--config-path', `${CONFIG_FOLDER}/${CONFIG}`, '--concurrency', '1', '--disable-hot-restart'],
      resources: { cpus: 0.05, memory: Size.mebibytes(256) },
      readinessProbe: {
        tcpSocket: { port: holding(first.guardPort) },
        periodSeconds: 5,
      },
    },
  };
}

/** The container of a server whose pod has a guard. */
export function withGuard(container: ServerContainer, guard: Guard | undefined): ServerContainer {
  return guard ? { ...container, files: { ...container.files, ...guard.files } } : container;
}

type Guarded = Required<ExposedPort>;

function listenerOf({ port, guardPort }: Guarded, age: Duration, requestTimeout: Duration): JsonObject {
  const { name, protocol, clientPaths = [] } = port;
  const passed = clientPaths.map((prefix) => ({
    match: { prefix },
    // The server closes connections by their age, so a request may meet one that is closing.
    route: { cluster: name, timeout: '0s', retry_policy: { retry_on: UNANSWERED.join() } },
  }));
  const closed = adapterCallsIn(clientPaths).map((prefix) => refused({ prefix }));
  const manager = {
    '@type': `${TYPES}.filters.network.http_connection_manager.v3.HttpConnectionManager`,
    stat_prefix: name,
    codec_type: protocol === 'grpc' ? 'HTTP2' : 'AUTO',
    // Data that a client sends faster than the server takes it is kept in memory.
    http2_protocol_options: {
      max_concurrent_streams: 100,
      initial_stream_window_size: 262_144,
      initial_connection_window_size: BUFFER_BYTES,
    },
    // Paths are compared in the form in which they are passed on.
    normalize_path: true,
    merge_slashes: true,
    path_with_escaped_slashes_action: 'REJECT_REQUEST',
    // Envoy's own is five minutes, in which a model may say nothing.
    stream_idle_timeout: `${requestTimeout.toSeconds()}s`,
    common_http_protocol_options: { max_connection_duration: `${age.toSeconds()}s` },
    route_config: {
      virtual_hosts: [
        {
          name,
          domains: ['*'],
          routes: [refused({ safe_regex: { regex: UNCLEAR_PATH } }), ...closed, ...passed, refused({ prefix: '/' })],
        },
      ],
    },
    http_filters: [
      { name: 'envoy.filters.http.router', typed_config: { '@type': `${TYPES}.filters.http.router.v3.Router` } },
    ],
  };
  return {
    name,
    per_connection_buffer_limit_bytes: BUFFER_BYTES,
    address: { socket_address: { address: '0.0.0.0', port_value: guardPort } },
    filter_chains: [{ filters: [{ name: 'envoy.filters.network.http_connection_manager', typed_config: manager }] }],
  };
}

function refused(match: JsonObject): JsonObject {
  return { match, direct_response: { status: 403 } };
}

/** The server in the same pod. */
function clusterOf({ port: { name, port, protocol } }: Guarded): JsonObject {
  const address = { socket_address: { address: '127.0.0.1', port_value: port } };
  const http = 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions';
  const options = {
    '@type': `${TYPES}.upstreams.http.v3.HttpProtocolOptions`,
    explicit_http_config: protocol === 'grpc' ? { http2_protocol_options: {} } : { http_protocol_options: {} },
  };
  return {
    name,
    type: 'STATIC',
    connect_timeout: '5s',
    load_assignment: { cluster_name: name, endpoints: [{ lb_endpoints: [{ endpoint: { address } }] }] },
    typed_extension_protocol_options: { [http]: options },
  };
}
