import type { Size } from 'cdk8s';
import { problem, type Problem } from '../../core/problems';
import { isTerraformNumber } from '../../core/names/terraform-value';
import { mebibytes } from '../../core/mebibytes';
import { memoryText } from '../../kubernetes/quantity';
import type { ResolvedResources } from './resources';

/** Container runtimes cannot start a process with less memory. */
const LEAST_MEMORY_MIB = 4;

/** Problems of a pod's resources on any node. @param name the pod, for the message */
export function* amountProblems({
  name,
  resources,
}: {
  readonly name: string;
  readonly resources: Omit<ResolvedResources, 'sidecars'>;
}): Generator<Problem> {
  const { cpuMillis, memory, gpus, ephemeralStorage } = resources;
  if (isTerraformNumber(cpuMillis)) yield* terraformNumberProblems(name, 'cpus', cpuMillis);
  else if (!(cpuMillis >= 1 && Number.isFinite(cpuMillis))) {
    yield amountProblem(name, 'cpus', String(cpuMillis / 1000), 'use 0.001 or more, such as 0.5');
  }
  yield* memoryProblems(name, memory);
  if (isTerraformNumber(gpus)) yield* terraformNumberProblems(name, 'gpus', gpus);
  else if (!(Number.isInteger(gpus) && gpus >= 0)) {
    yield amountProblem(name, 'gpus', String(gpus), 'use a whole number of 0 or more');
  }
  if (!ephemeralStorage) return;
  const fix = 'use Size.gibibytes(1) or more, or leave it out';
  yield* quantityProblems(name, 'ephemeralStorage', ephemeralStorage, fix);
}

function* memoryProblems(name: string, memory: Size): Generator<Problem> {
  const fix = 'use Size.mebibytes(256) or more';
  const amount = mebibytes(memory);
  if (amount > 0 && amount < LEAST_MEMORY_MIB) {
    const least = `as no container starts with less than ${LEAST_MEMORY_MIB}Mi`;
    yield amountProblem(name, 'memory', memoryText(memory), `${fix}, ${least}`);
  } else yield* quantityProblems(name, 'memory', memory, fix);
}

/** Problems of an amount of memory or disk. @param who the pod or container that asks for it, for the message */
export function* quantityProblems(who: string, property: string, size: Size, fix: string): Generator<Problem> {
  const amount = mebibytes(size);
  if (!(amount > 0 && Number.isFinite(amount))) yield amountProblem(who, property, memoryText(size), fix);
}

/** Problems of a number that is a token of Terraform. */
function* terraformNumberProblems(who: string, property: string, given: number): Generator<Problem> {
  if (!isTerraformNumber(given)) return;
  const message = `${property} of ${who} is a value that only Terraform knows`;
  yield problem('token-in-manifest', property, message, 'use a plain number, which the infrastructure can share');
}

function amountProblem(who: string, property: string, given: string, fix: string): Problem {
  return problem('resource-amount', property, `${who} cannot ask for ${property} of ${given}`, fix);
}
