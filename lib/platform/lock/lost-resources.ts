import { isAt } from '../../core/names/construct-path';
import type { InfrastructureStack } from '../../infrastructure/infrastructure-stack';
import { hasLaterGeneration } from '../../infrastructure/pool/generations';
import { problem, type ProblemAt } from '../../core/problems';
import { isDeployed } from './local-states';
import { renderedStack } from './rendered-stack';
import { isKept, typeOf, type StackLock } from './stack-lock';

/** The new lock of a stack, and what the program has lost since the last one. */
export interface LockChange {
  readonly lock: StackLock;
  readonly lost: readonly ProblemAt[];
}

/** Compares the rendered JSON of a stack with its lock. @param program the folder of the program */
export function lockChange(
  stack: InfrastructureStack,
  program: string,
  json: string,
  before: StackLock | undefined,
): LockChange {
  const { resources, moved } = renderedStack(stack.node.id, json);
  const known = before?.resources ?? {};
  const paths = Object.values(resources);
  const mayGo = (address: string, path: string) =>
    stack.destroys.some((construct) => isAt(path, construct)) ||
    (!(address in resources) && hasLaterGeneration(path, paths));
  const all = Object.entries({ ...before?.destroyed, ...known, ...resources });
  const destroyed = all.filter(([address, path]) => isKept(address) && mayGo(address, path));
  const lost = Object.entries(known).filter(
    ([address, path]) => isKept(address) && !(address in resources) && !moved.has(address) && !mayGo(address, path),
  );
  return {
    lock: {
      protected: stack.stage.protected,
      ...(isDeployed(stack, program, before) && { deployed: true }),
      resources,
      ...(moved.size > 0 && { moved: Object.fromEntries(moved) }),
      ...(destroyed.length > 0 && { destroyed: Object.fromEntries(destroyed) }),
    },
    lost: groupsOf(lost, resources).map((group) => lostResources(stack, group, known, resources)),
  };
}

/** Lost resources below the outermost construct that the program has no more. */
interface Group {
  readonly construct: string;
  readonly addresses: readonly string[];
}

function groupsOf(lost: readonly (readonly [string, string])[], resources: StackLock['resources']): Group[] {
  const paths = Object.values(resources);
  const groups = new Map<string, string[]>();
  for (const [address, path] of lost) {
    const ids = path.split('/');
    const ancestors = ids.map((_, index) => ids.slice(0, index + 1).join('/'));
    const construct = ancestors.find((ancestor) => !paths.some((each) => isAt(each, ancestor))) ?? path;
    groups.set(construct, [...(groups.get(construct) ?? []), address]);
  }
  return [...groups].map(([construct, addresses]) => ({ construct: constructOf(construct), addresses }));
}

/** The construct that a user made, not the resource in it. */
function constructOf(path: string): string {
  return path.replace(/\/Resource$/, '');
}

function lostResources(
  stack: InfrastructureStack,
  { construct, addresses }: Group,
  known: StackLock['resources'],
  resources: StackLock['resources'],
): ProblemAt {
  const { name, protected: isProtected } = stack.stage;
  // The lock tells of the last synthesis, which may not have been deployed.
  const stage = isProtected ? `; stage "${name}" is protected` : ', if they are deployed';
  const moved = movedTo(construct, addresses, known, resources);
  const message = `"${construct}" is no longer in the program, so the next deployment destroys ${addresses.join(', ')}${stage}`;
  const move =
    moved === undefined
      ? `keep the construct; if it has another id, give platform.stage moved: { '${construct}': '<its new path>' }`
      : `give platform.stage moved: { '${construct}': '${moved}' } if it is "${moved}" now`;
  const fix = `${move}; to have it destroyed, give destroys: ['${construct}']`;
  return { path: stack.node.id, ...problem('resource-lost', message, fix) };
}

/**
 * The path of the new construct that has resources of the same types at the same places below it: the outermost one, because others may
 * hold such a resource further inside. If there are several, the one with the same id; otherwise nothing is known.
 */
function movedTo(
  construct: string,
  [first = '', ...others]: readonly string[],
  known: StackLock['resources'],
  resources: StackLock['resources'],
): string | undefined {
  const below = (address: string) => (known[address] ?? '').slice(construct.length);
  const fresh = Object.entries(resources).filter(([address]) => !(address in known));
  const has = (type: string, path: string) => fresh.some(([address, at]) => typeOf(address) === type && at === path);
  const candidates = fresh
    .filter(([address, path]) => typeOf(address) === typeOf(first) && path.endsWith(below(first)))
    .map(([, path]) => path.slice(0, path.length - below(first).length))
    .filter((candidate) => others.every((address) => has(typeOf(address), `${candidate}${below(address)}`)));
  const depth = (path: string) => path.split('/').length;
  const least = Math.min(...candidates.map(depth));
  const outermost = candidates.filter((candidate) => depth(candidate) === least);
  if (outermost.length === 1) return outermost[0];
  return outermost.find((candidate) => candidate.split('/').at(-1) === construct.split('/').at(-1));
}
