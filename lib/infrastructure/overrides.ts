import { TerraformStack, Token, type TerraformElement, type TerraformResource } from 'cdktf';
import { isObjectOrList } from '../core/object-or-list';

/** What addOverride has set on an element. This is the edge to cdktf, where it is protected. */
export function overridesOf(element: TerraformElement | TerraformStack): unknown {
  return Reflect.get(element, 'rawOverrides');
}

/**
 * The value that an override sets, on the resource or by its address on the stack. Advice about an argument reads it, and so does
 * a check that runs at synthesis. Call it then, because programs set overrides after they have made a construct.
 *
 * @param path names of Terraform without the numbers of lists, of which the first entry counts
 * @returns a token if Terraform alone knows the value. @default - none does
 */
export function overridden(resource: TerraformResource | undefined, path: string): unknown {
  if (!resource) return undefined;
  const names = path.split('.');
  const ofStack = valueAt(overridesOf(TerraformStack.of(resource)), ['resource', resource.terraformResourceType]);
  const byAddress = isObjectOrList(ofStack) ? valueAt(ofStack, [resource.friendlyUniqueId, ...names]) : undefined;
  return byAddress ?? valueAt(overridesOf(resource), names);
}

/** The value at a path. A list stands for its first entry, and a token for all that is in it. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || Token.isUnresolved(value)) return value;
  if (!isObjectOrList(value)) return undefined;
  return name in value ? valueAt(value[name], rest) : '0' in value ? valueAt(value['0'], path) : undefined;
}
