import { nearestTo } from '../core/problems/nearest';
import { isRecord, wrongType, type RequiredRule, type UnknownName } from '../core/problems/rules';
import { k8sCode, type GeneratedCode } from './k8s';

/** The functions of the generated code that write a type of Kubernetes. */
type Writer = Exclude<keyof GeneratedCode, 'KubeServiceAccount'>;

/** What a function of the generated code made of a value. */
interface Reading {
  readonly unknown: readonly UnknownName[];
  /** The value at which it broke off, and its place. */
  readonly wrong?: { readonly at: string; readonly value: unknown };
}

/** The fix for such a value. */
export const AS_KUBERNETES = 'give it as Kubernetes has it';

/**
 * A value in Kubernetes' own words. The generated code writes the fields that it knows, leaves others out without a word, and
 * breaks off where it finds something else than a list or an object.
 */
export function ofKubernetes(writer: Writer, fix = AS_KUBERNETES): RequiredRule {
  return {
    fix,
    isOptional: false,
    check: (property, value) => {
      if (!isRecord(value)) return [wrongType(property, value, fix)];
      const { wrong } = read(writer, value, property);
      return wrong ? [wrongType(wrong.at, wrong.value, fix)] : [];
    },
    unknown: (value, at) => (isRecord(value) ? read(writer, value, at).unknown : []),
  };
}

function read(writer: Writer, value: object, at: string): Reading {
  const asked = new Map<string, { readonly part: object; readonly names: Set<string> }>();
  let last: Reading['wrong'] = { at, value };
  const watched = (part: unknown, place: string): unknown => {
    last = { at: place, value: part };
    if (part === null) throw new TypeError("nothing is null in Kubernetes' own words");
    if (Array.isArray(part)) return part.map((each, index) => watched(each, `${place}[${index}]`));
    if (!isRecord(part) || part.constructor !== Object) return part;
    const names = new Set<string>();
    return new Proxy(part, {
      get: (_, name) => {
        if (typeof name !== 'string') return undefined;
        asked.set(place, { part, names: names.add(name) });
        return Object.hasOwn(part, name) ? watched(part[name], `${place}.${name}`) : undefined;
      },
    });
  };
  try {
    const write: (value: never) => unknown = k8sCode()[writer];
    // The edge to the generated code: it is to break off at a wrong value.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    write(watched(value, at) as never);
  } catch {
    return { unknown: [], wrong: last };
  }
  return { unknown: [...asked].flatMap(([place, { part, names }]) => unknownIn(part, place, [...names])) };
}

function unknownIn(part: object, place: string, known: readonly string[]): UnknownName[] {
  const unknown = Object.entries(part).filter(([name, value]) => value !== undefined && !known.includes(name));
  return unknown.map(([name]) => {
    const near = nearestTo(name, known);
    return { name: `${place}.${name}`, near: near && `${place}.${near}` };
  });
}
