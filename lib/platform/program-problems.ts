import type { Chart } from 'cdk8s';
import { textProblems } from '../core/problems/given';
import { problem, type Problem } from '../core/problems/problem';
import { text, typeProblems } from '../core/problems/rules';
import type { Deployment } from './deployment';

const APPLICATION = /^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$/;
const FURTHER_STACK = /^[a-z]([-a-z0-9]{0,18}[a-z0-9])?$/;
/** Chart paths become names of files, which stand in commands. */
const CHART_PATH = /^[A-Za-z0-9][-\w./]{0,199}$/;

/** The application enters the names of stacks and folders. */
export function applicationProblems(application: string | undefined): Problem[] {
  if (application === undefined) return [];
  const noText = textProblems('application', application, 'give its name, or leave it out');
  if (noText.length > 0 || APPLICATION.test(application)) return noText;
  return [
    {
      code: 'application-name',
      property: 'application',
      message: `application ${JSON.stringify(application)} cannot stand in the names of stacks and folders`,
      fix: 'use up to 40 lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen',
    },
  ];
}

/** The id of a further stack enters its name, and those of its state and resources. */
export function* furtherStackProblems(id: string, name: string, isTaken: boolean): Generator<Problem> {
  const fix = 'use up to 20 lower-case letters, digits and hyphens, beginning with a letter, such as "operators"';
  const noText = [...typeProblems({ id }, { id: text(fix) })];
  yield* noText;
  if (noText.length > 0) return;
  if (!FURTHER_STACK.test(id)) yield problem('stack-id', 'id', `"${id}" cannot stand in the name of a stack`, fix);
  if (isTaken) yield problem('stack-id', 'id', `"${name}" is the name of another stack already`, 'use another id');
}

export function twiceProblems(name: string, deployments: readonly Deployment[]): Problem[] {
  if (!deployments.some((other) => other.name === name)) return [];
  return [
    {
      code: 'stage-twice',
      message: `"${name}" is asked for twice`,
      fix: 'keep the Deployment of the first call, or name the application',
    },
  ];
}

/** What is not in the program goes from the output: a program of nothing is a mistake. */
export function emptyProblems(deployments: readonly Deployment[]): Problem[] {
  if (deployments.length > 0) return [];
  return [
    {
      code: 'no-deployment',
      message: 'the program has no deployment, so there is nothing to write',
      fix: 'call platform.stage(stage, application) and put constructs below its stack and kubernetes',
    },
  ];
}

export function asyncProblems(result: unknown): Problem[] {
  if (typeof result !== 'object' || result === null || !('then' in result)) return [];
  return [
    {
      code: 'async-program',
      message: 'the program is asynchronous, and would be written before it is finished',
      fix: 'read what it needs before, and give Platform.run a function that is not async',
    },
  ];
}

export function chartNameProblems(chart: Chart): Problem[] {
  const { path } = chart.node;
  if (CHART_PATH.test(path)) return [];
  return [
    {
      code: 'chart-name',
      message: `chart ${JSON.stringify(path)} cannot be the name of a file that commands take`,
      fix: 'use ids of letters, digits, "-", "_" and ".", beginning with a letter or digit, 200 characters together',
    },
  ];
}
