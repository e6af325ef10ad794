/**
 * Makes the schemas in test/conformance/schemas from upstream's files. They have structure only: no prose, no types that
 * we do not emit, no `status`, no custom endpoints. Each option writes one file; other files are not rewritten.
 *
 *   npx tsx scripts/refresh-schemas.ts --kubernetes openapi.json --crd tfjob-1.9.4=tfjobs.yaml --crd argo-4.1.2=workflows.yaml,cronworkflows.yaml
 *   npx tsx scripts/refresh-schemas.ts --google google.json --google-data data-sources.json
 *   npx tsx scripts/refresh-schemas.ts --helm 3.1.2=schema.json
 *   npx tsx scripts/refresh-schemas.ts --operator 'jobset 0.12.0=jobsets.yaml' --operator …
 *
 * The formats of the files and where they come from: test/conformance/schemas/SOURCES.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import type { KindSchemas, ProviderSchema, Schema, TerraformBlock } from '../test/conformance/schema-files';
import { definitionsOf } from './refresh-schemas/operator-definitions';
import { helmSchema } from './refresh-schemas/printed-schema';

const FOLDER = join(__dirname, '..', 'test', 'conformance', 'schemas');
const KUBERNETES_VERSION = '1.34';

const RESOURCE_TYPES = [
  'artifact_registry_repository',
  'artifact_registry_repository_iam_member',
  'bigquery_dataset',
  'bigquery_dataset_iam_member',
  'billing_budget',
  'certificate_manager_certificate',
  'certificate_manager_certificate_map',
  'certificate_manager_certificate_map_entry',
  'certificate_manager_dns_authorization',
  'compute_address',
  'compute_firewall',
  'compute_global_address',
  'compute_network',
  'compute_resource_policy',
  'compute_router',
  'compute_router_nat',
  'compute_subnetwork',
  'container_cluster',
  'container_node_pool',
  'dns_managed_zone',
  'dns_record_set',
  'filestore_instance',
  'gke_hub_feature',
  'gke_hub_feature_membership',
  'gke_hub_membership',
  'logging_project_bucket_config',
  'logging_project_exclusion',
  'logging_project_sink',
  'monitoring_alert_policy',
  'monitoring_dashboard',
  'monitoring_notification_channel',
  'project_iam_member',
  'project_service',
  'service_account',
  'service_account_iam_member',
  'service_networking_connection',
  'sql_database',
  'sql_database_instance',
  'sql_user',
  'storage_bucket',
  'storage_bucket_iam_member',
].map((name) => `google_${name}`);

const KINDS = new Set([
  'v1/ConfigMap',
  'v1/LimitRange',
  'v1/Namespace',
  'v1/PersistentVolume',
  'v1/PersistentVolumeClaim',
  'v1/Pod',
  'v1/ResourceQuota',
  'v1/Secret',
  'v1/Service',
  'v1/ServiceAccount',
  'apps/v1/DaemonSet',
  'apps/v1/Deployment',
  'apps/v1/StatefulSet',
  'batch/v1/Job',
  'networking.k8s.io/v1/NetworkPolicy',
  'policy/v1/PodDisruptionBudget',
  'rbac.authorization.k8s.io/v1/ClusterRole',
  'rbac.authorization.k8s.io/v1/ClusterRoleBinding',
  'rbac.authorization.k8s.io/v1/Role',
  'rbac.authorization.k8s.io/v1/RoleBinding',
  'scheduling.k8s.io/v1/PriorityClass',
  'storage.k8s.io/v1/StorageClass',
]);

const TEXT: Schema = { type: 'string' };
const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const COMPONENT = '#/components/schemas/';
const KEPT_KEYWORDS = new Set([
  'type',
  'format',
  'enum',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'required',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-preserve-unknown-fields',
]);

/** The structural keywords of a schema. Alternatives of plain types become one list of types. */
function structureOf(source: Schema): Schema {
  const alternatives = source.oneOf ?? source.anyOf;
  const [only] = source.allOf ?? [];
  if (only?.$ref !== undefined) return structureOf(only);
  if (source.$ref !== undefined) return { $ref: `#/$defs/${source.$ref.replace(COMPONENT, '')}` };

  const kept: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(source)) if (KEPT_KEYWORDS.has(keyword)) kept[keyword] = value;
  if (kept['x-kubernetes-list-type'] === 'atomic') delete kept['x-kubernetes-list-type'];
  if (kept['format'] === 'int-or-string') delete kept['format'];
  // Go's regular expressions may begin with flags; those of JSON Schema may not.
  if (source.pattern?.includes('(?i)') === true) delete kept['pattern'];
  // Others are rules about members, which are not structure.
  if (alternatives?.every(({ type }) => type !== undefined)) kept['type'] = alternatives.map(({ type }) => type);
  if (source.properties !== undefined) kept['properties'] = mapValues(source.properties, structureOf);
  if (source.items !== undefined) kept['items'] = structureOf(source.items);
  if (typeof source.additionalProperties === 'object') {
    kept['additionalProperties'] = structureOf(source.additionalProperties);
  }
  return kept;
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function withoutStatus(schema: Schema): Schema {
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => name !== 'status'));
  return { ...schema, properties, required: (schema.required ?? []).filter((name) => name !== 'status') };
}

function kubernetesSchemas(source: { readonly schemas: Readonly<Record<string, Schema>> }): KindSchemas {
  const kinds: Record<string, string> = {};
  const $defs: Record<string, Schema> = {};
  const keep = (name: string): void => {
    if ($defs[name] !== undefined) return;
    const upstream = source.schemas[name];
    if (upstream === undefined) throw new Error(`no schema ${name}`);
    // Here an object without properties allows everything; in a custom resource it would allow nothing.
    const free = upstream.type === 'object' && !upstream.properties && !upstream.additionalProperties;
    const schema = structureOf(free ? { ...upstream, 'x-kubernetes-preserve-unknown-fields': true } : upstream);
    $defs[name] = Object.values(kinds).includes(name) ? withoutStatus(schema) : schema;
    for (const reference of JSON.stringify($defs[name]).matchAll(/"#\/\$defs\/([^"]+)"/g)) keep(String(reference[1]));
  };
  for (const [name, schema] of Object.entries(source.schemas)) {
    for (const { group, version, kind } of schema['x-kubernetes-group-version-kind'] ?? []) {
      const key = [...(group === '' ? [] : [group]), version, kind].join('/');
      if (KINDS.has(key)) kinds[key] = name;
    }
  }
  for (const key of KINDS) if (kinds[key] === undefined) throw new Error(`no schema for ${key}`);
  Object.values(kinds).forEach(keep);
  return { kinds, $defs };
}

interface CustomResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[];
  };
}

function customResourceSchemas(definitions: readonly CustomResourceDefinition[]): KindSchemas {
  const kinds: Record<string, string> = {};
  const $defs: Record<string, Schema> = {};
  for (const { spec } of definitions) {
    for (const version of spec.versions) {
      const name = `${spec.names.kind}.${version.name}`;
      const root = withoutStatus(structureOf(version.schema.openAPIV3Schema));
      kinds[`${spec.group}/${version.name}/${spec.names.kind}`] = name;
      $defs[name] = {
        ...root,
        // Some definitions leave these two out.
        properties: {
          apiVersion: TEXT,
          kind: TEXT,
          ...root.properties,
          metadata: { $ref: `kubernetes#/$defs/${OBJECT_META}` },
        },
      };
    }
  }
  return { kinds, $defs: shared($defs) };
}

/** Moves repeated schemas to definitions, because generated files repeat the container many times. */
function shared($defs: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const counts = new Map<string, number>();
  const isLarge = (text: string): boolean => text.length > 150;
  const count = (schema: Schema): void => {
    const text = JSON.stringify(schema);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    if (counts.get(text) === 1) children(schema).forEach(count);
  };
  Object.values($defs).forEach(count);

  const names = new Map<string, string>();
  const out: Record<string, Schema> = {};
  const replace = (schema: Schema): Schema => ({
    ...schema,
    ...(schema.properties && { properties: mapValues(schema.properties, place) }),
    ...(schema.items && { items: place(schema.items) }),
    ...(typeof schema.additionalProperties === 'object' && {
      additionalProperties: place(schema.additionalProperties),
    }),
  });
  const place = (schema: Schema): Schema => {
    const text = JSON.stringify(schema);
    if (!isLarge(text) || (counts.get(text) ?? 0) < 2) return replace(schema);
    const known = names.get(text) ?? `shared${names.size + 1}`;
    if (!names.has(text)) {
      names.set(text, known);
      out[known] = replace(schema);
    }
    return { $ref: `#/$defs/${known}` };
  };
  return { ...mapValues($defs, replace), ...out };
}

function children(schema: Schema): Schema[] {
  return [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ];
}

interface GoogleSource {
  readonly version: string;
  readonly providerConfig: TerraformBlock;
  readonly resources: Readonly<Record<string, TerraformBlock>>;
}

function providerSchema(source: GoogleSource, data: Readonly<Record<string, TerraformBlock>>): ProviderSchema {
  const resources: Record<string, TerraformBlock> = {};
  for (const type of RESOURCE_TYPES) {
    const { a, b } = source.resources[type] ?? {};
    if (a === undefined) throw new Error(`no schema of ${type}`);
    resources[type] = { a, b };
  }
  const a = Object.entries(source.providerConfig.a ?? {}).filter(([name]) => !name.endsWith('_custom_endpoint'));
  return {
    version: source.version,
    provider: { ...source.providerConfig, a: Object.fromEntries(a) },
    resources,
    data,
  };
}

function write(name: string, content: unknown): void {
  const text = `${JSON.stringify(content)}\n`;
  writeFileSync(join(FOLDER, `${name}.json`), text);
  console.log(`${name}.json: ${Math.round(text.length / 1024)} KiB`);
}

const readText = (file: string): string => readFileSync(file, 'utf8');

const { values: options } = parseArgs({
  options: {
    kubernetes: { type: 'string' },
    crd: { type: 'string', multiple: true },
    google: { type: 'string' },
    'google-data': { type: 'string' },
    helm: { type: 'string' },
    operator: { type: 'string', multiple: true },
  },
});
if (options.kubernetes !== undefined) {
  const source = JSON.parse(readText(options.kubernetes));
  write(`kubernetes-${KUBERNETES_VERSION}`, kubernetesSchemas(source.components ?? source));
}
for (const argument of options.crd ?? []) {
  const [name = '', files = ''] = argument.split('=');
  write(name, customResourceSchemas(files.split(',').map((file) => parse(readText(file)))));
}
if (options.google !== undefined && options['google-data'] !== undefined) {
  const source: GoogleSource = JSON.parse(readText(options.google));
  write(`google-${source.version}`, providerSchema(source, JSON.parse(readText(options['google-data'])).data));
} else if (options.google !== undefined || options['google-data'] !== undefined) {
  throw new Error('--google and --google-data go together: resources and data sources are one file');
}
if (options.helm !== undefined) {
  const [version = '', file = ''] = options.helm.split('=');
  write(`helm-${version}`, helmSchema(version, JSON.parse(readText(file))));
}
if (options.operator !== undefined) write('operators', definitionsOf(options.operator, readText));
