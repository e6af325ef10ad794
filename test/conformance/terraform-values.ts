import { isRecord, type TerraformType } from './schema-files';

/** A string in which Terraform evaluates something: its value is not known here. */
export function isTemplate(value: unknown): value is string {
  return typeof value === 'string' && /(^|[^$%])[$%]\{/.test(value);
}

export function typeName(type: TerraformType): string {
  if (typeof type === 'string') return type;
  return type[0] === 'object' ? 'object' : `${type[0]} of ${typeName(type[1])}`;
}

/**
 * Where a literal is not of the type. No conversion is allowed (Terraform would take "3" for a number): whoever
 * writes JSON from typed values has no use for one.
 */
export function typeProblems(path: string, type: TerraformType, value: unknown): string[] {
  if (isTemplate(value) || type === 'dynamic') return [];
  const wrong = [`${path} is ${JSON.stringify(value)}, must be ${typeName(type)}`];
  if (typeof type === 'string') return typeof value === (type === 'bool' ? 'boolean' : type) ? [] : wrong;
  if (type[0] === 'object') return isRecord(value) ? objectProblems(path, type[1], value) : wrong;
  const of = type[1];
  if (type[0] === 'map') {
    if (!isRecord(value)) return wrong;
    return Object.entries(value).flatMap(([key, entry]) => typeProblems(`${path}["${key}"]`, of, entry));
  }
  if (!Array.isArray(value)) return wrong;
  return value.flatMap((entry, index) => typeProblems(`${path}[${index}]`, of, entry));
}

function objectProblems(
  path: string,
  attributes: Readonly<Record<string, TerraformType>>,
  value: Readonly<Record<string, unknown>>,
): string[] {
  return [
    ...Object.keys(value)
      .filter((key) => attributes[key] === undefined)
      .map((key) => `${path}.${key} is not an attribute of the object`),
    ...Object.entries(attributes).flatMap(([key, type]) => typeProblems(`${path}.${key}`, type, value[key])),
  ];
}

/** Whether Terraform turns a value of one type into the other. */
export function converts(from: TerraformType, to: TerraformType): boolean {
  if (from === 'dynamic' || to === 'dynamic') return true;
  if (typeof from === 'string' || typeof to === 'string') {
    return from === to || to === 'string' ? typeof from === 'string' : from === 'string' && typeof to === 'string';
  }
  if (from[0] === 'object' || to[0] === 'object') return from[0] === to[0] || from[0] === 'map' || to[0] === 'map';
  return (from[0] === 'map') === (to[0] === 'map') && converts(from[1], to[1]);
}
