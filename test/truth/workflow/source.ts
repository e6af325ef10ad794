import { poolLines as servingPoolLines, requests } from '../serving/source';
import type { PoolFacts } from '../source';
import { afterOf, stepName, type StepPlan, type WorkflowPlan } from './plan';

// A plan as the lines of a program: the same text is run and, where it differs, printed.

/** The lines that make the cluster and its pools in `stack`. */
export function poolLines({ pools }: WorkflowPlan): string[] {
  const lines = servingPoolLines({ pools, servers: [], jobs: [] });
  return lines.map((line) => line.replace('[Operator.JOBSET]', '[Operator.JOBSET, Operator.ARGO_WORKFLOWS]'));
}

/** The lines that make the workflow in `kubernetes`. */
export function workflowLines({ steps, reversed }: WorkflowPlan, facts: readonly PoolFacts[]): string[] {
  const names = steps.map((_, index) => stepName(index));
  return [
    "const chart = new ClusterChart(kubernetes, 'flows', { cluster, namespace: 'truth' });",
    ...steps.map((step, index) => stepLine(step, index, facts)),
    `new Workflow(chart, 'flow', { steps: [${(reversed ? names.reverse() : names).join(', ')}] });`,
  ];
}

function stepLine(step: StepPlan, index: number, facts: readonly PoolFacts[]): string {
  const { kind, pods, atMost, engine } = step;
  const pool = step.pool % facts.length;
  const given = requests(step.asks, facts[pool]);
  const name = stepName(index);
  const items = Array.from({ length: pods }, (_, item) => `'${item}'`).join(', ');
  const parts = [
    ...["image: 'trainer:1'", "command: ['train']", `pool: p${pool}`],
    ...(given === '' ? [] : [`resources: ${given}`]),
    `after: [${afterOf(step, index).map(stepName).join(', ')}]`,
    ...(kind === 'fanOut' ? [`forEach: { items: [${items}], atMost: ${atMost} }`] : []),
    ...(kind === 'training'
      ? [`workers: ${pods}`, 'strategy: PyTorch.torchrun()', `engine: TrainingEngine.${engine}()`]
      : []),
  ];
  return `const ${name} = Step.${kind === 'training' ? 'training' : 'task'}('${name}', { ${parts.join(', ')} });`;
}
