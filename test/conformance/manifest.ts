import { Ajv, type AnySchemaObject, type ErrorObject } from 'ajv';
import {
  DNS_1035_LABEL,
  DNS_LABEL,
  DNS_SUBDOMAIN,
  PATH_SEGMENT,
  QUANTITY_PATTERN,
  REFINEMENTS,
} from './kubernetes-values';
import { isRecord, readKindSchemas, type KindSchemas, type Schema } from './schema-files';

const CLUSTER_SCOPED = new Set([
  'Namespace',
  'PersistentVolume',
  'StorageClass',
  'PriorityClass',
  'ClusterRole',
  'ClusterRoleBinding',
  'GatewayClass',
  'Profile',
]);

const NAME_OF: Readonly<Record<string, Schema>> = {
  Namespace: DNS_LABEL,
  Service: DNS_1035_LABEL,
  TFJob: DNS_1035_LABEL,
  JobSet: DNS_1035_LABEL,
  Job: { ...DNS_SUBDOMAIN, maxLength: 63 },
  Role: PATH_SEGMENT,
  RoleBinding: PATH_SEGMENT,
  ClusterRole: PATH_SEGMENT,
  ClusterRoleBinding: PATH_SEGMENT,
};

const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity';

/** Upstream's schema as the API server's strict validation reads it: what is not named is refused. */
function strict(schema: Schema): Schema {
  const properties: Record<string, Schema> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const refinements = REFINEMENTS.filter((r) => r.property === name && schema.properties?.[r.beside] !== undefined);
    properties[name] = Object.assign(strict(property), ...refinements.map((r) => r.schema));
  }
  const closed = schema.type === 'object' && !schema['x-kubernetes-preserve-unknown-fields'];
  const { additionalProperties, items } = schema;
  return {
    ...schema,
    ...(schema.properties && { properties }),
    ...(items && { items: strict(items) }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: strict(additionalProperties) }
      : closed && { additionalProperties: false }),
  };
}

/** Entries of a list that is a map (or a set) must differ in its keys. */
function differ(list: readonly unknown[], keys: readonly string[]): boolean {
  const identities = list.map((entry) => JSON.stringify(isRecord(entry) ? keys.map((key) => entry[key]) : entry));
  return new Set(identities).size === list.length;
}

const inRange = (bits: number) => ({
  type: 'number' as const,
  validate: (value: number) => value >= -(2 ** (bits - 1)) && value <= 2 ** (bits - 1) - 1,
});

function loadSchemas(): { readonly ajv: Ajv; readonly kinds: ReadonlyMap<string, string> } {
  const ajv = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictRequired: false,
    verbose: true,
    code: { optimize: false },
  });
  ajv.addKeyword('x-kubernetes-preserve-unknown-fields');
  ajv.addKeyword('x-kubernetes-list-map-keys');
  ajv.addKeyword({
    keyword: 'x-kubernetes-list-type',
    type: 'array',
    errors: false,
    validate: (_type: string, list: readonly unknown[], parent?: AnySchemaObject) =>
      differ(list, parent?.['x-kubernetes-list-map-keys'] ?? []),
  });
  ajv.addFormat('int32', inRange(32));
  ajv.addFormat('int64', inRange(64));
  ajv.addFormat('double', { type: 'number', validate: Number.isFinite });
  ajv.addFormat('byte', /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/);
  ajv.addFormat('duration', /^([0-9]+(\.[0-9]+)?(ms|s|m|h|d|w))+$/);
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);

  const kinds = new Map<string, string>();
  const add = (id: string, schemas: KindSchemas): void => {
    const $defs = Object.fromEntries(Object.entries(schemas.$defs).map(([name, schema]) => [name, strict(schema)]));
    const quantity = $defs[QUANTITY];
    if (quantity !== undefined) $defs[QUANTITY] = { ...quantity, pattern: QUANTITY_PATTERN };
    ajv.addSchema({ $id: id, $defs });
    for (const [kind, name] of Object.entries(schemas.kinds)) kinds.set(kind, `${id}#/$defs/${name}`);
  };
  add('kubernetes', readKindSchemas('kubernetes-1.34.json'));
  add('tfjob', readKindSchemas('tfjob-1.9.4.json'));
  add('pytorchjob', readKindSchemas('pytorchjob-1.9.4.json'));
  add('mpijob', readKindSchemas('mpijob-0.8.2.json'));
  add('mpijob-v1', readKindSchemas('mpijob-1.9.4.json'));
  add('mxjob', readKindSchemas('mxjob-1.8.1.json'));
  add('jobset', readKindSchemas('jobset-0.12.0.json'));
  add('argo', readKindSchemas('argo-4.1.2.json'));
  add('experiment', readKindSchemas('experiment-0.19.0.json'));
  add('leaderworkerset', readKindSchemas('leaderworkerset-0.10.0.json'));
  add('kueue', readKindSchemas('kueue-0.19.2.json'));
  add('inferencepool', readKindSchemas('inferencepool-1.6.0.json'));
  add('trainjob', readKindSchemas('trainjob-2.3.0.json'));
  add('trainingruntime', readKindSchemas('trainingruntime-2.3.0.json'));
  add('notebook', readKindSchemas('notebook-1.11.0.json'));
  add('profile', readKindSchemas('profile-2.0.0.json'));
  add('podmonitoring', readKindSchemas('podmonitoring-0.17.2.json'));
  add('clusterpodmonitoring', readKindSchemas('clusterpodmonitoring-0.17.2.json'));
  add('clusterrules', readKindSchemas('clusterrules-0.17.2.json'));
  add('rules', readKindSchemas('rules-0.17.2.json'));
  add('podmonitor', readKindSchemas('podmonitor-0.93.0.json'));
  add('prometheusrule', readKindSchemas('prometheusrule-0.93.0.json'));
  add('scaledobject', readKindSchemas('scaledobject-2.20.2.json'));
  add('triggerauthentication', readKindSchemas('triggerauthentication-2.20.2.json'));
  add('kserve', readKindSchemas('kserve-0.20.0.json'));
  add('seldondeployment', readKindSchemas('seldondeployment-1.17.1.json'));
  add('seldon', readKindSchemas('seldon-2.6.0.json'));
  add('gateway', readKindSchemas('gateway-1.6.1.json'));
  add('gke-gateway', readKindSchemas('gke-gateway-1.4.0.json'));
  add('envoy-gateway', readKindSchemas('envoy-gateway-1.9.0.json'));
  add('istio', readKindSchemas('istio-1.30.3.json'));
  add('emissary', readKindSchemas('emissary-4.1.0.json'));
  add('certificate', readKindSchemas('certificate-1.21.1.json'));
  return { ajv, kinds };
}

const { ajv, kinds } = loadSchemas();

/** `/spec/containers/0/args` as a reader of YAML says it: `spec.containers[0].args`. */
function fieldPath(pointer: string, last?: string): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .concat(last ?? []);
  const decoded = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return decoded
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : /[./]/.test(part) ? `["${part}"]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

function describe(error: ErrorObject): string {
  const path = fieldPath(error.instancePath);
  const value = JSON.stringify(error.data).slice(0, 80);
  switch (error.keyword) {
    case 'additionalProperties':
      return `${fieldPath(error.instancePath, error.params['additionalProperty'])} is not a field of the schema`;
    case 'required':
      return `${fieldPath(error.instancePath, error.params['missingProperty'])} is required`;
    case 'x-kubernetes-list-type':
      return `${path} has entries with the same key`;
    case 'enum':
      return `${path} is ${value}, must be one of ${JSON.stringify(error.params['allowedValues'])}`;
    case 'propertyNames':
      return `${path} has a key that is not allowed: ${JSON.stringify(error.params['propertyName'])}`;
    default:
      return `${path} is ${value}, ${error.message ?? 'not valid'}`;
  }
}

function nameProblems(kind: string, metadata: unknown): string[] {
  if (!isRecord(metadata)) return ['metadata.name is required'];
  const { name, namespace } = metadata;
  const problems: string[] = [];
  if (name === undefined) problems.push('metadata.name is required');
  if (typeof name === 'string') {
    const { pattern = '', maxLength = Infinity } = NAME_OF[kind] ?? DNS_SUBDOMAIN;
    if (!new RegExp(pattern).test(name)) problems.push(`metadata.name is "${name}", must match ${pattern}`);
    if (name.length > maxLength) {
      problems.push(`metadata.name "${name}" has ${name.length} characters, at most ${maxLength} are allowed`);
    }
  }
  if (namespace !== undefined && CLUSTER_SCOPED.has(kind)) {
    problems.push(`metadata.namespace is set, but a ${kind} belongs to no namespace`);
  }
  if (typeof namespace === 'string' && !new RegExp(DNS_LABEL.pattern ?? '').test(namespace)) {
    problems.push(`metadata.namespace is "${namespace}", must match ${DNS_LABEL.pattern ?? ''}`);
  }
  return problems;
}

/**
 * Everything in which a manifest departs from upstream's schema, read strictly: unknown fields, missing fields, wrong
 * types and values, repeated keys, names. A kind without a schema here is a problem too. Rules that upstream writes as
 * CEL expressions, or in webhooks, are not checked.
 */
export function manifestProblems(manifest: unknown): string[] {
  if (!isRecord(manifest)) return ['a manifest must be an object'];
  const { apiVersion, kind, metadata } = manifest;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return ['a manifest must have apiVersion and kind'];
  const name = isRecord(metadata) ? metadata['name'] : undefined;
  const where = `${kind} ${typeof name === 'string' ? name : '(no name)'}`;

  const reference = kinds.get(`${apiVersion}/${kind}`);
  const validate = reference === undefined ? undefined : ajv.getSchema(reference);
  if (validate === undefined) return [`${where}: there is no schema for kind ${kind} of ${apiVersion}`];
  validate(manifest);
  // A key that is not allowed is reported twice: by its pattern, and by the keyword that names it.
  const errors = (validate.errors ?? []).filter((error) => error.propertyName === undefined);
  return [...errors.map(describe), ...nameProblems(kind, metadata)].map((problem) => `${where}: ${problem}`);
}
