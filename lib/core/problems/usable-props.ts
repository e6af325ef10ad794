import { isObjectOrList, typeProblems, type OptionalRule, type RequiredRule, type Rules } from './rules';
import { standIn } from './stand-in';

/** Props that a run can go on with: without optional ones that are wrong, and with stand-ins for those that a construct needs. */
export function usableProps<Props>(props: Props, rules: Rules<Props>): Props {
  const usable: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries<OptionalRule | RequiredRule>(rules)) {
    const given: unknown = isObjectOrList(props) ? Reflect.get(props, name) : undefined;
    const [wrong] = typeProblems({ [name]: given }, { [name]: rule });
    usable[name] = wrong ? standInFor(rule) : given;
  }
  // The edge to the type of the props: each has a usable value now.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return usable as Props;
}

function standInFor({ isOptional }: OptionalRule | RequiredRule): unknown {
  return isOptional ? undefined : standIn();
}
