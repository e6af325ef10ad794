/** Codes whose fix no program can follow, each with the reason. */
export const NOT_FOLLOWED: Readonly<Record<string, string>> = {
  'async-program':
    'Platform.run prints it and sets the exit code of the process; test/platform/program-problems.test.ts runs both programs',
};

/**
 * Codes whose fix no program follows yet, in the sections of docs/problems.md. A code leaves this list with its first entry in a `wrong-*.ts`
 * file.
 */
export const NOT_YET: readonly string[] = [
  // Serving
  'batching',
  'canary-replicas',
  'drain-connections',
  'export-mount',
  'export-twice',
  'export-version',
  'exposure-address',
  'exposure-admin',
  'exposure-cluster',
  'exposure-drain',
  'exposure-key',
  'exposure-plain',
  'exposure-port',
  'exposure-ranges',
  'exposure-tls',
  'gpu-memory-fraction',
  'grpc-connections',
  'model-branch',
  'model-copy',
  'model-folder',
  'model-hub',
  'model-label',
  'model-length',
  'model-name',
  'model-unreadable',
  'no-exports',
  'poll-cost',
  'poll-interval',
  'pool-standing',
  'request-log',
  'rollout-canary',
  'rollout-label',
  'rollout-labels',
  'rollout-outage',
  'rollout-scaler',
  'rollout-server',
  'server-arg-unknown',
  'server-check',
  'server-count',
  'server-files',
  'server-gpu-use',
  'server-gpus',
  'scaling-by',
  'scaling-metric',
  'scaling-metrics-server',
  'scaling-prometheus',
  'scaling-target',
  'scaling-telemetry',
  'scaling-window',
  'scaling-zero',
  'server-labels',
  'server-port',
  'server-threads',
  'server-version',
  'triton-config',
  'telemetry-nothing',
  'telemetry-feature',
  'telemetry-metrics',
  // Monitoring
  // Gateways
  'gateway-cluster',
  'gateway-exposure',
  'gateway-limit',
  'gateway-percent',
  'gateway-service',
  'gateway-timeout',
  // Platform and stages
  // Workflows
];
