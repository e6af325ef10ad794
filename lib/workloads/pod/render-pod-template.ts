import { POOL } from '../../core/contracts/node-pool';
import { accepted } from '../../core/problems/errors';
import {
  anyObject,
  choice,
  DURATION,
  having,
  listOf,
  object,
  optional,
  recordOf,
  text,
  typeProblems,
  type Rules,
} from '../../core/problems/rules';
import { AS_KUBERNETES } from '../k8s-rule';
import type { JsonObject } from '../manifest';
import { COMMAND } from './container-rules';
import { POD_OPTIONS } from './pod-option-problems';
import { partsOf, templateOf, type PodParts, type PodTask } from './pod-template';

// The functions of the pod template for workloads outside the library, whose arguments are checked.

const TEXT = optional(text('give a text'));
const TEXTS = optional(recordOf(text('give texts by their names')));
const PROBE = optional(anyObject(AS_KUBERNETES));
const RESOLVED = 'give what resolveTask(…) returns';

const POD_TASK: Rules<PodTask> = {
  workloadName: text('name the workload, such as "nightly"'),
  pod: object(POD_OPTIONS, RESOLVED),
  pool: POOL,
  resources: having('cpuMillis', RESOLVED),
  containerName: text('name the container, such as "main"'),
  ports: optional(listOf(having('containerPort', 'give { containerPort: 8080 }'))),
  env: optional(listOf(having('name', "give { name: 'SEED', value: '1' }"))),
  launcher: optional(COMMAND),
  command: optional(COMMAND),
  extraArgs: optional(COMMAND),
  startupProbe: PROBE,
  readinessProbe: PROBE,
  livenessProbe: PROBE,
  lifecycle: PROBE,
  restartPolicy: optional(choice('Always', 'OnFailure', 'Never')),
  timeLimit: optional(DURATION),
  labels: TEXTS,
  annotations: TEXTS,
  subdomain: TEXT,
  mesh: optional(choice('in', 'out', 'any')),
};
const TASK = { task: object(POD_TASK, RESOLVED) };

/** The pod template of a task, as plain JSON. Arguments that are missing or of another type are refused. */
export function renderPodTemplate(task: PodTask): JsonObject {
  return accepted('renderPodTemplate', [typeProblems({ task }, TASK)], () => templateOf(task));
}

/** The same in parts. */
export function podPartsOf(task: PodTask): PodParts {
  return accepted('podPartsOf', [typeProblems({ task }, TASK)], () => partsOf(task));
}
