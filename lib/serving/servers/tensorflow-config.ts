import type { ServerMetrics } from '../model-server';
import type { ServedModel } from '../../model/served-model';
import type { VersionPolicy } from '../../model/version-policy';

// The config files of TensorFlow Serving, in the text form of protocol buffers.

const METRICS_PATH = '/monitoring/prometheus/metrics';

const REQUESTS = ':tensorflow:serving:request_count';

/** The metrics of the server at that path. Requests that are wrong by themselves are the client's fault. */
export const METRICS: ServerMetrics = {
  port: 'http',
  path: METRICS_PATH,
  requests: [{ name: REQUESTS }],
  failures: { name: REQUESTS, match: 'status!~"OK|CANCELLED|INVALID_ARGUMENT"' },
  latency: { of: { histogram: ':tensorflow:serving:request_latency' }, unit: 'microseconds' },
  failedLoads: { name: ':tensorflow:cc:saved_model:load_attempt_count', match: 'status="fail"' },
};

export const MONITORING_CONFIG = `prometheus_config { enable: true, path: ${quoted(METRICS_PATH)} }\n`;

/** @see https://github.com/tensorflow/serving/blob/master/tensorflow_serving/config/model_server_config.proto */
export function modelConfig({ name, location, policy }: ServedModel): string {
  const lines = [
    `name: ${quoted(name)}`,
    `base_path: ${quoted(location)}`,
    'model_platform: "tensorflow"',
    `model_version_policy { ${policyText(policy)} }`,
    ...labelsOf(policy).map(([label, version]) => `version_labels { key: ${quoted(label)} value: ${version} }`),
  ];
  const config = lines.map((line) => `    ${line}\n`).join('');
  return `model_config_list {\n  config {\n${config}  }\n}\n`;
}

function policyText(policy: VersionPolicy): string {
  if (policy.kind === 'latest') return `latest { num_versions: ${policy.count} }`;
  return `specific { ${policy.versions.map((version) => `versions: ${version}`).join(' ')} }`;
}

function labelsOf(policy: VersionPolicy): [string, number][] {
  return policy.kind === 'pinned' ? Object.entries(policy.labels) : [];
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
