import {
  isRecord,
  readProviderSchema,
  readTerraformRules,
  type ProviderSchema,
  type TerraformBlock,
} from './schema-files';
import {
  assignmentProblems,
  referenceProblems,
  refersToSensitive,
  stringsOf,
  type Addresses,
} from './terraform-references';
import { exclusionProblems, valueProblems } from './terraform-rules';
import { isTemplate, typeProblems } from './terraform-values';

const providers: Readonly<Record<string, ProviderSchema>> = {
  google: readProviderSchema('google-6.50.0.json'),
  helm: readProviderSchema('helm-3.1.2.json'),
};
const rules = readTerraformRules('google-6.50.0-rules.json');

const META_ARGUMENTS = ['depends_on', 'lifecycle', 'provider', 'count', 'for_each', 'provisioner', 'connection'];
const LIFECYCLE_ARGUMENTS = [
  'create_before_destroy',
  'prevent_destroy',
  'ignore_changes',
  'replace_triggered_by',
  'precondition',
  'postcondition',
];
const OUTPUT: TerraformBlock = {
  a: { value: ['dynamic', 'r'], description: ['string', 'o'], sensitive: ['bool', 'o'], ephemeral: ['bool', 'o'] },
};
const BACKENDS: Readonly<Record<string, TerraformBlock>> = {
  gcs: {
    a: {
      bucket: ['string', 'r'],
      prefix: ['string', 'o'],
      credentials: ['string', 'o'],
      access_token: ['string', 'o'],
      impersonate_service_account: ['string', 'o'],
      impersonate_service_account_delegates: [['list', 'string'], 'o'],
      encryption_key: ['string', 'o'],
      kms_encryption_key: ['string', 'o'],
      storage_custom_endpoint: ['string', 'o'],
    },
  },
  local: { a: { path: ['string', 'o'], workspace_dir: ['string', 'o'] } },
};

interface Place {
  /** How the problem names it. */
  readonly path: string;
  /** How the rules name it: types and blocks, without indexes. */
  readonly dotted: string;
  readonly addresses: Addresses;
}

function bodyProblems(place: Place, block: TerraformBlock, body: unknown, meta: readonly string[]): string[] {
  const { path, dotted, addresses } = place;
  if (!isRecord(body)) return [`${path} is ${JSON.stringify(body)}, must be a block`];
  const problems: string[] = [];
  for (const name of Object.keys(body)) {
    const known = block.a?.[name] !== undefined || block.b?.[name] !== undefined;
    if (!known && name !== '//' && !meta.includes(name)) {
      problems.push(`${path}.${name} is neither an attribute nor a block of ${dotted}`);
    }
  }
  for (const [name, [type, flags, values]] of Object.entries(block.a ?? {})) {
    const value = body[name] ?? undefined;
    const at = `${path}.${name}`;
    if (value === undefined) {
      if (flags.includes('r')) problems.push(`${at} is required`);
      continue;
    }
    const computed = !/[ro]/.test(flags) || (name === 'id' && meta.length > 0);
    if (computed) {
      problems.push(`${at} is set, but only the provider sets it`);
      continue;
    }
    const wrong = typeProblems(at, type, value);
    problems.push(...wrong);
    if (typeof value === 'string') problems.push(...assignmentProblems(at, value, type, addresses));
    if (wrong.length > 0) continue;
    const enumeration = values === undefined ? [] : [{ path: `${dotted}.${name}`, oneOf: values }];
    problems.push(...valueProblems([...enumeration, ...rules], `${dotted}.${name}`, at, value));
  }
  for (const [name, [nesting, min, max, nested]] of Object.entries(block.b ?? {})) {
    const value = body[name] ?? [];
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    const at = `${path}.${name}`;
    const most = nesting === 'single' ? 1 : max;
    if (list.length < min) problems.push(`${at} has ${list.length} blocks, at least ${min} are required`);
    if (nesting === 'object' && Array.isArray(body[name])) problems.push(`${at} is a list, must be an object`);
    if (nesting === 'objects' && !Array.isArray(value)) problems.push(`${at} is an object, must be a list of them`);
    if (most > 0 && list.length > most) problems.push(`${at} has ${list.length} blocks, at most ${most} are allowed`);
    list.forEach((entry, index) => {
      const inner = Array.isArray(value) ? `${at}[${index}]` : at;
      problems.push(...bodyProblems({ path: inner, dotted: `${dotted}.${name}`, addresses }, nested, entry, []));
    });
  }
  return problems;
}

/** What resources and data sources have in common: known type, body, meta-arguments. */
function declarationProblems(
  address: string,
  type: string,
  block: TerraformBlock,
  body: unknown,
  addresses: Addresses,
  aliases: ReadonlySet<string>,
): string[] {
  const problems = bodyProblems({ path: address, dotted: type, addresses }, block, body, META_ARGUMENTS);
  if (!isRecord(body)) return problems;
  problems.push(...exclusionProblems(rules, type, body).map((problem) => `${address}: ${problem}`));
  problems.push(...dependencyProblems(address, body['depends_on'], addresses));
  const { provider, lifecycle } = body;
  if (provider !== undefined && !(typeof provider === 'string' && aliases.has(provider))) {
    problems.push(`${address}.provider is ${JSON.stringify(provider)}, the stack has ${[...aliases].join(', ')}`);
  }
  for (const entry of Array.isArray(lifecycle) ? lifecycle : [lifecycle]) {
    if (entry === undefined) continue;
    problems.push(...lifecycleProblems(`${address}.lifecycle`, entry, block, addresses));
  }
  return problems;
}

function lifecycleProblems(path: string, lifecycle: unknown, block: TerraformBlock, addresses: Addresses): string[] {
  if (!isRecord(lifecycle)) return [`${path} is ${JSON.stringify(lifecycle)}, must be a block`];
  const problems = Object.keys(lifecycle)
    .filter((name) => !LIFECYCLE_ARGUMENTS.includes(name))
    .map((name) => `${path}.${name} is not an argument of lifecycle`);
  const { ignore_changes: ignored, replace_triggered_by: triggers } = lifecycle;
  for (const name of Array.isArray(ignored) ? ignored : []) {
    const [first = ''] = String(name).split(/[.[]/);
    if (block.a?.[first] === undefined && block.b?.[first] === undefined) {
      problems.push(`${path}.ignore_changes names ${String(name)}, which the type does not have`);
    }
  }
  return [...problems, ...dependencyProblems(path, triggers, addresses, 'replace_triggered_by')];
}

function dependencyProblems(path: string, value: unknown, addresses: Addresses, name = 'depends_on'): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [`${path}.${name} is ${JSON.stringify(value)}, must be list of addresses`];
  return value
    .flatMap((entry) => referenceProblems(`${path}.${name}`, `\${${String(entry)}}`, addresses))
    .concat(
      value
        .filter((entry) => !/^(data\.)?(google|helm)_\w+\.[A-Za-z_][\w-]*/.test(String(entry)))
        .map((entry) => `${path}.${name} has ${JSON.stringify(entry)}, which is not an address`),
    );
}

function outputProblems(name: string, body: unknown, addresses: Addresses): string[] {
  const path = `output.${name}`;
  const problems = bodyProblems({ path, dotted: 'output', addresses }, OUTPUT, body, ['depends_on', 'precondition']);
  if (!isRecord(body)) return problems;
  if (body['sensitive'] !== true && refersToSensitive(body['value'], addresses)) {
    problems.push(`${path} shows a sensitive value, sensitive must be true`);
  }
  return [...problems, ...dependencyProblems(path, body['depends_on'], addresses)];
}

function settingsProblems(settings: unknown): string[] {
  if (!isRecord(settings)) return ['terraform is not a block'];
  const problems: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    if (name === 'required_providers') problems.push(...requirementProblems(value));
    else if (name === 'backend') problems.push(...backendProblems(value));
    else if (name !== 'required_version' && name !== '//') problems.push(`terraform.${name} is not a known setting`);
  }
  return problems;
}

function requirementProblems(value: unknown): string[] {
  const blocks: readonly unknown[] = Array.isArray(value) ? value : [value];
  return blocks.flatMap((block) =>
    Object.entries(isRecord(block) ? block : {}).flatMap(([name, requirement]) => {
      const path = `terraform.required_providers.${name}`;
      const known = providers[name];
      if (known === undefined) return [`${path}: there is no schema for this provider`];
      const { source, version } = isRecord(requirement) ? requirement : {};
      return [
        ...([name, `hashicorp/${name}`].includes(String(source))
          ? []
          : [`${path}.source is ${JSON.stringify(source)}`]),
        ...(version === known.version
          ? []
          : [`${path}.version is ${JSON.stringify(version)}, must be ${known.version}`]),
      ];
    }),
  );
}

function backendProblems(value: unknown): string[] {
  if (!isRecord(value)) return ['terraform.backend is not a block'];
  return Object.entries(value).flatMap(([type, body]) => {
    const path = `terraform.backend.${type}`;
    const block = BACKENDS[type];
    if (block === undefined) return [`${path}: there is no schema for this backend`];
    return [
      ...bodyProblems({ path, dotted: path, addresses: new Map() }, block, body, []),
      ...stringsOf(path, body)
        .filter(({ text }) => isTemplate(text))
        .map((found) => `${found.path} is ${found.text}, a backend cannot refer to anything`),
    ];
  });
}

interface Declaration {
  readonly address: string;
  readonly type: string;
  readonly body: unknown;
  readonly block: TerraformBlock | undefined;
}

function declarationsOf(
  prefix: string,
  section: unknown,
  schemas: (provider: ProviderSchema) => Readonly<Record<string, TerraformBlock>>,
): Declaration[] {
  return Object.entries(isRecord(section) ? section : {}).flatMap(([type, bodies]) =>
    Object.entries(isRecord(bodies) ? bodies : {}).map(([id, body]) => ({
      address: `${prefix}${type}.${id}`,
      type,
      body,
      block: Object.values(providers)
        .map((provider) => schemas(provider)[type])
        .find((found) => found !== undefined),
    })),
  );
}

/** The provider that a type is looked for in, with its version. */
function providerOf(type: string): string {
  const name = type.split('_')[0] ?? '';
  return `${name} ${providers[name]?.version ?? ''}`.trim();
}

/**
 * Everything in which a stack's Terraform JSON departs from the schemas of its providers and from the rules it is
 * known to validate: arguments, types, counts of blocks, references, outputs, settings.
 */
export function terraformProblems(stackJson: unknown): string[] {
  if (!isRecord(stackJson)) return ['a stack must be an object'];
  const known = ['//', 'resource', 'data', 'provider', 'output', 'terraform'];
  const problems = Object.keys(stackJson)
    .filter((section) => !known.includes(section))
    .map((section) => `${section} is not a section that is known here`);

  const declarations = [
    ...declarationsOf('', stackJson['resource'], ({ resources }) => resources),
    ...declarationsOf('data.', stackJson['data'], ({ data }) => data),
  ];
  const addresses = new Map<string, TerraformBlock>();
  for (const { address, block } of declarations) if (block !== undefined) addresses.set(address, block);

  const aliases = new Set<string>();
  for (const [name, value] of Object.entries(isRecord(stackJson['provider']) ? stackJson['provider'] : {})) {
    const configurations: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const configuration of configurations) {
      const alias = isRecord(configuration) ? configuration['alias'] : undefined;
      const path = typeof alias === 'string' ? `provider.${name}.${alias}` : `provider.${name}`;
      aliases.add(path.replace('provider.', ''));
      const known = providers[name];
      if (known === undefined) problems.push(`${path}: there is no schema for this provider`);
      else
        problems.push(
          ...bodyProblems({ path, dotted: 'provider', addresses }, known.provider, configuration, ['alias']),
        );
    }
  }
  for (const { address, type, body, block } of declarations) {
    if (block === undefined) problems.push(`${address}: there is no schema for ${type} in ${providerOf(type)}`);
    else problems.push(...declarationProblems(address, type, block, body, addresses, aliases));
  }
  for (const [name, body] of Object.entries(isRecord(stackJson['output']) ? stackJson['output'] : {})) {
    problems.push(...outputProblems(name, body, addresses));
  }
  if (stackJson['terraform'] !== undefined) problems.push(...settingsProblems(stackJson['terraform']));
  for (const { path, text } of stringsOf('', stackJson)) problems.push(...referenceProblems(path, text, addresses));
  return problems;
}
