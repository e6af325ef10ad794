import { ApiObject } from 'cdk8s';
import { TerraformElement } from 'cdktf';
import { Node } from 'constructs';

/** What a synthesis does to each construct, or for it, again and again if the program is badly built. */
const COUNTED: readonly (readonly [what: string, prototype: object, member: string])[] = [
  ['looks at children', Node.prototype, 'children'],
  ['looks at what is above', Node.prototype, 'scopes'],
  ['paths', Node.prototype, 'path'],
  ['validations', Node.prototype, 'validate'],
  ['renderings of objects', ApiObject.prototype, 'toJson'],
  ['renderings of resources', TerraformElement.prototype, 'toTerraform'],
];

/** How often each of them is called while something runs. */
export function callsOf(run: () => void): Readonly<Record<string, number>> {
  const calls: Record<string, number> = {};
  const restore = COUNTED.map(([what, prototype, member]) => {
    const original = Object.getOwnPropertyDescriptor(prototype, member) ?? {};
    const kind = 'value' in original ? 'value' : 'get';
    const called: unknown = Reflect.get(original, kind);
    calls[what] = 0;
    const counted = function (this: unknown, ...args: unknown[]): unknown {
      calls[what] = (calls[what] ?? 0) + 1;
      return Reflect.apply(called as () => unknown, this, args);
    };
    Object.defineProperty(prototype, member, { ...original, [kind]: counted });
    return () => Object.defineProperty(prototype, member, original);
  });
  try {
    run();
  } finally {
    for (const each of restore) each();
  }
  return calls;
}
