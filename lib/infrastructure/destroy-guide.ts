import { namesIn } from './unique-names';
import type { InfrastructureStack } from './infrastructure-stack';

/** The sentences of DEPLOY.md about what a destruction of a stack deletes, and what it leaves. */
export function destructionText(stack: InfrastructureStack): string {
  const names = namesIn(stack);
  if (names.length === 0) return 'This deletes all resources of its plan.';
  const guarded = names.filter((name) => name.guarded);
  const deleted = names.filter((name) => !name.guarded);
  const lines = deleted.map(({ kind, name, contents }) => {
    return `- the ${kind} \`${name}\`${contents === undefined ? '' : ` with ${contents}`}`;
  });
  return [
    ...(lines.length === 0 ? [] : [`This deletes all resources of its plan, among them:\n\n${lines.join('\n')}`]),
    ...(guarded.length === 0 ? [] : [guardText(guarded.map(({ name }) => `\`${name}\``).join(', '))]),
    `It leaves the services that it turned on, the disks and shares that storage classes made, and Terraform's state.`,
  ].join('\n\n');
}

function guardText(buckets: string): string {
  return [
    `It stops at a bucket that has objects, and leaves it: ${buckets}.`,
    'To delete the objects too, set `forceDestroy: true` on the bucket and deploy first.',
  ].join(' ');
}
