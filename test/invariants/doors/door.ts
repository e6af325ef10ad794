export const MUST = 'must be there';
export const MAY = 'may be left out';

/** Whether each prop must be there. The compiler refuses a table that leaves a prop out, or is wrong about one. */
export type Needs<Props> = {
  readonly [Name in keyof Props]-?: undefined extends Props[Name] ? typeof MAY : typeof MUST;
};

/** A constructor or a factory, called with values of any type, as only JavaScript calls it. */
export interface Door {
  readonly name: string;
  readonly props: readonly string[];
  readonly required: readonly string[];
  /** Calls it with good props, except for these. */
  readonly open: (wrong: Readonly<Record<string, unknown>>) => void;
  /** Calls it with something in place of props. @default - it takes arguments one by one */
  readonly openWith?: (props: unknown) => void;
}

/** A factory that takes its arguments one by one; here they go by their names. */
export function factory<Args extends object>(
  name: string,
  needs: Needs<Args>,
  good: Args,
  call: (args: Args) => unknown,
): Door {
  return {
    name,
    props: Object.keys(needs),
    required: Object.entries(needs).flatMap(([prop, need]) => (need === MUST ? [prop] : [])),
    open: (wrong) => void call({ ...good, ...wrong }),
  };
}

/** A constructor or factory that takes props or options. */
export function door<Props extends object>(
  name: string,
  needs: Needs<Props>,
  good: Props,
  call: (props: Props) => unknown,
): Door {
  return { ...factory(name, needs, good, call), openWith: (props) => void call(props as Props) };
}
