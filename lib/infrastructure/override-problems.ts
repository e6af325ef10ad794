import { TerraformProvider, TerraformResource, Token, type TerraformStack } from 'cdktf';
import { lazily } from '../core/lazily';
import { isObjectOrList } from '../core/object-or-list';
import { nearestTo, oneOf, pathOf, problem, type Advice, type Problem } from '../core/problems';
import { overridesOf, valueAt } from './overrides';

/** The names that a block takes, each with the version that alone has it, or 0. A block has its own at `//`. */
interface Names {
  readonly [name: string]: Names | number;
}

const namesOfTypes = lazily(
  // An import would read the names with the package.
  // eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/no-unsafe-return
  (): Readonly<Record<string, Names>> => require('./google-keys.json'),
);

/** The versions whose names are known. */
const VERSIONS = { 6: '6.50.0', 7: '7.45.0' };
type Version = keyof typeof VERSIONS;
/** What every resource has. */
const OF_ALL = 'connection count depends_on for_each lifecycle provider provisioner timeouts //'.split(' ');
const REQUIREMENT = ['terraform', 'required_providers', 'google'];

/**
 * Overrides that set what the stack's version of the provider does not have. Terraform refuses them.
 *
 * @see https://registry.terraform.io/providers/hashicorp/google/6.50.0/docs
 */
export function* overrideProblems(stack: TerraformStack): Generator<Problem> {
  const version = versionOf(stack);
  if (version === undefined) return;
  for (const { place, type, path, names } of unknownIn(stack, version)) {
    const isNew = version === 6 && names[path.at(-1) ?? ''] !== undefined;
    yield problem(
      'override-argument',
      `an override of ${place} sets ${path.join('.')}, which ${type} does not have in version ${VERSIONS[version]} of the provider, so Terraform refuses the stack`,
      isNew
        ? `use the newer version, by stack.addOverride('${REQUIREMENT.join('.')}.version', '${VERSIONS[7]}'), or leave it out`
        : fixOf({ type, path, names }, version),
    );
  }
}

/** The same where the version of the provider may be newer than those that are known. */
export function* overrideAdvice(stack: TerraformStack): Generator<Advice> {
  if (versionOf(stack) !== undefined) return;
  for (const { place, ...unknown } of unknownIn(stack)) {
    yield problem(
      'override-argument-unknown',
      `an override of ${place} sets ${unknown.path.join('.')}, which ${unknown.type} has neither in version ${VERSIONS[6]} of the provider nor in ${VERSIONS[7]}`,
      `${fixOf(unknown)}, or acknowledge this if your version has it`,
    );
  }
}

/** The known version that the stack asks for. A range may become a newer one. */
function versionOf(stack: TerraformStack): Version | undefined {
  const { terraformGeneratorMetadata: made } = stack.node.findAll().find(isGoogle) ?? {};
  const asked = valueAt(overridesOf(stack), [...REQUIREMENT, 'version']) ?? made?.providerVersion;
  if (typeof asked !== 'string') return undefined;
  const [, major, minor] = /^(?:=|~>)?\s*([67])\.(\d+)\.\d+$/.exec(asked) ?? [];
  if (major === '6' && Number(minor) <= 50) return 6;
  return major === '7' && Number(minor) <= 45 ? 7 : undefined;
}

function isGoogle(construct: unknown): construct is TerraformProvider {
  return TerraformProvider.isTerraformProvider(construct) && construct.terraformResourceType === 'google';
}

interface UnknownName {
  readonly path: readonly string[];
  /** The names in its place. */
  readonly names: Names;
}

interface UnknownArgument extends UnknownName {
  readonly type: string;
}

/** Unknown names with the path or the address of their resource. Those of other providers, such as google-beta, are left out. */
function unknownIn(stack: TerraformStack, version?: Version): (UnknownArgument & { readonly place: string })[] {
  const ofStack = overridesOf(stack);
  if (valueAt(ofStack, [...REQUIREMENT, 'source']) !== undefined) return [];
  const resources = stack.node
    .findAll()
    .filter((each) => TerraformResource.isTerraformResource(each))
    .filter(({ cdktfStack, provider }) => cdktfStack === stack && (provider === undefined || isGoogle(provider)))
    .map((each) => ({ place: pathOf(each), type: each.terraformResourceType, body: overridesOf(each) }));
  const byAddress = membersOf(valueAt(ofStack, ['resource'])).flatMap(([type, bodies]) =>
    membersOf(bodies).map(([id, body]) => ({ place: `${type}.${id}`, type, body })),
  );
  return [...resources, ...byAddress]
    .filter(({ body }) => membersOf(body).length > 0 && valueAt(body, ['provider']) === undefined)
    .flatMap(({ place, type, body }) =>
      unknownBelow(body, namesOfTypes()[type], version, OF_ALL).map((unknown) => ({ place, type, ...unknown })),
    );
}

/** The members of an object or a list. A value that only Terraform knows has none. */
function membersOf(value: unknown): [name: string, value: unknown][] {
  return isObjectOrList(value) && !Token.isUnresolved(value) ? Object.entries(value) : [];
}

/** @param names `undefined` or a number if all names are taken, as in a map and in a type that is not known */
function unknownBelow(
  body: unknown,
  names: Names | number | undefined,
  version: Version | undefined,
  more: readonly string[] = [],
): UnknownName[] {
  if (typeof names !== 'object') return [];
  const member = (name: string, inner: unknown, before: readonly string[] = [], after: readonly string[] = []) => {
    const known = names[name];
    const path = [...before, name];
    return has(known, version) ? under([...path, ...after], unknownBelow(inner, known, version)) : [{ path, names }];
  };
  return membersOf(body).flatMap(([name, value]) => {
    if (value === undefined || more.includes(name)) return [];
    if (/^\d+$/.test(name)) return under([name], unknownBelow(value, names, version, more));
    if (name !== 'dynamic') return member(name, value);
    return membersOf(value).flatMap(([block, dynamic]) =>
      member(block, valueAt(dynamic, ['content']), [name], ['content']),
    );
  });
}

function under(path: readonly string[], unknown: readonly UnknownName[]): UnknownName[] {
  return unknown.map((each) => ({ ...each, path: [...path, ...each.path] }));
}

function has(known: Names | number | undefined, version: Version | undefined): boolean {
  const only = typeof known === 'object' ? (known['//'] ?? 0) : known;
  return only === 0 || (only !== undefined && (version === undefined || only === version));
}

/** The same name elsewhere in the type, or the nearest one in its place. */
function fixOf({ type, path, names }: UnknownArgument, version?: Version): string {
  const name = path.at(-1) ?? '';
  const elsewhere = placesOf(name, namesOfTypes()[type] ?? {}, version);
  const taken = Object.keys(names).filter((each) => has(names[each], version) && each !== '//');
  const near = nearestTo(name, taken);
  if (near !== undefined) return `write ${[...path.slice(0, -1), near].join('.')}`;
  return elsewhere.length > 0 ? `write ${oneOf(elsewhere.slice(0, 3))}` : 'leave it out';
}

function placesOf(name: string, names: Names, version: Version | undefined): string[] {
  return Object.entries(names).flatMap(([each, inner]) => {
    if (each === '//' || !has(inner, version)) return [];
    const below = typeof inner === 'object' ? placesOf(name, inner, version).map((path) => `${each}.${path}`) : [];
    return each === name ? [each, ...below] : below;
  });
}
