import { readFileSync } from 'node:fs';
import { lostInPlan, type PlanJson } from './platform/lock/lost-in-plan';
import { LOCK_FILE, readLocks } from './platform/lock/stack-lock';

// `npx trainyard check-plan STACK [FILE] < plan.json`: fails if a plan destroys resources of a protected stage that its program
// does not let go. The file is the lock that synthesis wrote.

const USAGE = `usage: terraform show -json PLAN | npx trainyard check-plan STACK [${LOCK_FILE}]`;

function checkPlan(stack: string, file: string, input: string): number {
  const lock = readLocks(file)[stack];
  if (!lock) {
    console.error(`${file} has no stack "${stack}": run the synthesis, and keep the file in version control`);
    return 1;
  }
  let plan: PlanJson;
  try {
    // The edge to Terraform.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    plan = JSON.parse(input) as PlanJson;
  } catch {
    console.error(`the input is no plan as JSON\n${USAGE}`);
    return 1;
  }
  const lost = lostInPlan(plan, lock);
  if (lost.length === 0) {
    console.log(`the plan of ${stack} destroys nothing that has to stay`);
    return 0;
  }
  console.error(`the plan of ${stack} destroys:\n${lost.map((each) => `  ${each}\n`).join('')}`);
  console.error(
    lock.protected
      ? "the stage is protected: undo the change, or name the constructs in destroys of the program's platform.stage"
      : 'the stage is not protected, so this is no error',
  );
  return lock.protected ? 1 : 0;
}

const [command, stack, file = LOCK_FILE] = process.argv.slice(2);
if (command === 'check-plan' && stack !== undefined) process.exitCode = checkPlan(stack, file, readFileSync(0, 'utf8'));
else {
  console.error(USAGE);
  process.exitCode = 1;
}
