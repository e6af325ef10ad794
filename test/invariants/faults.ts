import { CHART_FAULTS } from './faults/chart-faults';
import { CLUSTER_FAULTS } from './faults/cluster-faults';
import { DATA_FAULTS } from './faults/data-faults';
import type { Fault } from './faults/fault';
import { GIVEN_FAULTS } from './faults/given-faults';
import { JOB_FAULTS } from './faults/job-faults';
import { POOL_FAULTS } from './faults/pool-faults';
import { STAGE_FAULTS } from './faults/stage-faults';
import { TOKEN_FAULTS } from './faults/token-faults';

export const FAULTS: readonly Fault[] = [
  ...STAGE_FAULTS,
  ...CLUSTER_FAULTS,
  ...POOL_FAULTS,
  ...DATA_FAULTS,
  ...GIVEN_FAULTS,
  ...CHART_FAULTS,
  ...JOB_FAULTS,
  ...TOKEN_FAULTS,
];
