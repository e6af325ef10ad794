// The same content by plain cdk8s and cdktf: `plain.ts CONTENT [FOLDER]`. The content was written by `ours.ts`; reading it is
// not measured. Without a folder, a CLI says where to write, and which half.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { ApiObject, App as KubernetesApp, Chart } from 'cdk8s';
import { App, LocalBackend, TerraformOutput, TerraformStack, type TerraformOutputConfig } from 'cdktf';
import type { Content, Manifest } from './content';
import { measured } from './measured';

type Resource = new (scope: TerraformStack, id: string, config: unknown) => unknown;
type ById = Readonly<Record<string, unknown>>;
interface StackContent {
  readonly data?: Readonly<Record<string, ById>>;
  readonly provider: { readonly google: readonly [ById] };
  readonly resource: Readonly<Record<string, ById>>;
  readonly output?: Readonly<Record<string, TerraformOutputConfig>>;
}

/** Maps, whose keys are data and stay as they are. */
const MAPS = new Set(['labels', 'resource_labels', 'metadata', 'default_labels']);

const load = createRequire(__filename);
const [file = '', folder] = process.argv.slice(2);
const content = JSON.parse(readFileSync(file, 'utf8')) as Content;
const isOf = (half: string) => folder !== undefined || process.env[half] !== undefined;
const deployments = isOf('CDK8S_OUTDIR') ? byDeployment(content.manifests) : new Map<string, Manifest[]>();
const stacks = isOf('CDKTF_OUTDIR')
  ? (Object.entries(content.stacks).filter(([path]) => path.endsWith('cdk.tf.json')) as [string, StackContent][])
  : [];
const Provider = stacks.length > 0 ? classOf('provider', 'GoogleProvider') : undefined;
const resources = new Map(
  stacks.flatMap(([, { resource }]) => Object.keys(resource)).map((type) => [type, resourceClass(type)]),
);
const sources = new Map(
  stacks.flatMap(([, { data = {} }]) => Object.keys(data)).map((type) => [type, resourceClass(type, 'data_')]),
);

measured(() => {
  for (const [name, objects] of deployments) {
    const outdir = join(folder === undefined ? (process.env.CDK8S_OUTDIR ?? '') : join(folder, 'dist'), name);
    const app = new KubernetesApp({ outdir });
    for (const [namespace, own] of grouped(objects, ({ metadata }) => metadata.namespace ?? metadata.name)) {
      const chart = new Chart(app, namespace);
      own.forEach((object, index) => new ApiObject(chart, `object-${index}`, object));
    }
    app.synth();
  }
  if (!Provider) return;
  const app = new App({ stackTraces: false, ...(folder !== undefined && { outdir: join(folder, 'cdktf.out') }) });
  for (const [path, { data = {}, output = {}, provider, resource }] of stacks) {
    const name = basename(dirname(path));
    const stack = new TerraformStack(app, name);
    new LocalBackend(stack, { path: `../../../state/${name}.tfstate` });
    new Provider(stack, 'google', camel(provider.google[0]));
    for (const [of, classes] of [
      [data, sources],
      [resource, resources],
    ] as const) {
      for (const [type, byId] of Object.entries(of)) {
        const Resource = classes.get(type);
        for (const [id, config] of Object.entries(byId)) if (Resource) new Resource(stack, id, camel(config));
      }
    }
    for (const [id, config] of Object.entries(output)) new TerraformOutput(stack, id, config);
  }
  app.synth();
});

/** The objects of each deployment: `dist/NAME/…`. */
function byDeployment(manifests: Content['manifests']): Map<string, Manifest[]> {
  const files = grouped(Object.entries(manifests), ([path]) => path.split('/')[1] ?? '');
  return new Map([...files].map(([name, own]) => [name, own.flatMap(([, objects]) => objects)]));
}

function grouped<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

/** `google_container_cluster` is `ContainerCluster` of `container-cluster`. */
function resourceClass(type: string, prefix = ''): Resource {
  const words = `${prefix}${prefix === '' ? type.replace('google_', '') : type}`.split('_');
  return classOf(words.join('-'), words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(''));
}

function classOf(module: string, name: string): Resource {
  return load(`@cdktf/provider-google/lib/${module}`)[name];
}

function camel(value: unknown, inMap = false): unknown {
  if (Array.isArray(value)) return value.map((each) => camel(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '//')
      .map(([key, child]) => [
        inMap ? key : key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
        camel(child, MAPS.has(key)),
      ]),
  );
}
