import type { PodSet } from '../pods/pod-set';
import { moments, withAllBefore } from './order';
import type { ResolvedStep, ResolvedWorkflow } from './resolved-workflow';
import type { WorkflowBackend } from './workflow-backend';

/** The pods of all steps. Steps that may run at the same time have a turn in common. */
export function podSetsOf({ steps, onExit }: ResolvedWorkflow, backend: WorkflowBackend): PodSet[] {
  const graph = new Map(steps.map(({ name, after }) => [name, new Set(after.map(({ step }) => step))]));
  const running = steps.filter(({ work }) => work.kind === 'task' || work.kind === 'training').map(({ name }) => name);
  const atOnce = moments(running, withAllBefore(graph));
  const turnsOf = (name: string) => atOnce.flatMap((moment, turn) => (moment.includes(name) ? [String(turn)] : []));
  return [
    ...steps.flatMap((step) =>
      podsOf(step, backend).map((set) => ({ ...set, gang: step.name, turns: turnsOf(step.name) })),
    ),
    ...(onExit ? podsOf(onExit, backend).map((set) => ({ ...set, gang: onExit.name, turns: ['exit'] })) : []),
  ];
}

function podsOf({ name, base, work }: ResolvedStep, backend: WorkflowBackend): PodSet[] {
  if (work.kind === 'training') {
    return work.run.workload.pods.map((set) => ({ ...set, name: `${name}'s ${set.name}`, configMapPrefix: base }));
  }
  if (work.kind !== 'task') return [];
  const { forEach } = work.options;
  const { items = [''], atMost = 1 } = forEach ?? {};
  const replicas = backend.pods?.(name) ?? Math.min(atMost, typeof items === 'string' ? atMost : items.length);
  const lowered = backend.pods ? 'workers' : 'atMost';
  // A fan-out goes on with fewer at once.
  const atLeast = replicas > 1 ? 1 : undefined;
  return [{ ...work.task, name, replicas, atLeast, lowered, containerName: 'main', configMapPrefix: base }];
}
