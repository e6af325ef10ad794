import { CORE_DOORS } from './core';
import type { Door } from './door';
import { INFRASTRUCTURE_DOORS } from './infrastructure';
import { SERVER_DOORS } from './servers';
import { SERVING_DOORS } from './serving';
import { WORKLOAD_DOORS } from './workloads';

/** Every constructor and factory of the library that takes props or arguments. */
export const DOORS: readonly Door[] = [
  ...CORE_DOORS,
  ...INFRASTRUCTURE_DOORS,
  ...WORKLOAD_DOORS,
  ...SERVING_DOORS,
  ...SERVER_DOORS,
];
