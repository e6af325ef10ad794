import type { StackLock } from './stack-lock';

/** The parts of a stack's JSON that tell which resources it has. */
interface StackJson {
  readonly resource?: Readonly<Record<string, Readonly<Record<string, ResourceJson>>>>;
  readonly moved?: readonly { readonly from: string; readonly to: string }[];
}

interface ResourceJson {
  readonly '//'?: { readonly metadata?: { readonly path?: string } };
}

/** The resources of a stack's JSON, and its moves. */
export function renderedStack(
  name: string,
  json: string,
): Pick<StackLock, 'resources'> & { moved: Map<string, string> } {
  // The edge to cdktf, which has no type for its output.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  const { resource = {}, moved = [] } = JSON.parse(json) as StackJson;
  const resources = Object.entries(resource).flatMap(([type, byId]) =>
    Object.entries(byId).map(([id, of]) => {
      const path = of['//']?.metadata?.path ?? id;
      return [`${type}.${id}`, path.startsWith(`${name}/`) ? path.slice(name.length + 1) : path] as const;
    }),
  );
  return {
    resources: Object.fromEntries(resources.sort(([a], [b]) => (a < b ? -1 : 1))),
    moved: new Map(moved.map(({ from, to }) => [from, to])),
  };
}
