import type { PodSet } from '../pods/pod-set';
import { moments, withAllBefore } from './order';
import type { ResolvedStep, ResolvedWorkflow } from './resolved-workflow';

/** The pods of all steps. Steps that may run at the same time have a turn in common. */
export function podSetsOf({ steps, onExit }: ResolvedWorkflow): PodSet[] {
  const graph = new Map(steps.map(({ name, after }) => [name, new Set(after.map(({ step }) => step))]));
  const running = steps.filter(({ work }) => work.kind === 'task' || work.kind === 'training').map(({ name }) => name);
  const atOnce = moments(running, withAllBefore(graph));
  const turnsOf = (name: string) => atOnce.flatMap((moment, turn) => (moment.includes(name) ? [String(turn)] : []));
  return [
    ...steps.flatMap((step) => podsOf(step).map((set) => ({ ...set, gang: step.name, turns: turnsOf(step.name) }))),
    ...(onExit ? podsOf(onExit).map((set) => ({ ...set, gang: onExit.name, turns: ['exit'] })) : []),
  ];
}

function podsOf({ name, base, work }: ResolvedStep): PodSet[] {
  if (work.kind === 'training') {
    return work.run.workload.pods.map((set) => ({ ...set, name: `${name}'s ${set.name}`, configMapPrefix: base }));
  }
  if (work.kind !== 'task') return [];
  const { forEach } = work.options;
  const { items = [''], atMost = 1 } = forEach ?? {};
  const replicas = Math.min(atMost, typeof items === 'string' ? atMost : items.length);
  // A fan-out goes on with fewer at once.
  const atLeast = replicas > 1 ? 1 : undefined;
  return [{ ...work.task, name, replicas, atLeast, lowered: 'atMost', containerName: 'main', configMapPrefix: base }];
}
