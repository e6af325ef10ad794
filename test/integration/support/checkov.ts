import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from './judges';
import type { KubernetesObject } from './kubectl';
import { temporaryFolder } from './program';
import { attempt, run } from './run';

/** A check that something does not pass. */
export interface Finding {
  readonly check: string;
  /** The type of a resource of Terraform, or the kind of an object. */
  readonly on: string;
  readonly title: string;
}

interface Report {
  readonly results: {
    readonly failed_checks: readonly { check_id: string; check_name: string; resource: string }[];
    readonly passed_checks: readonly unknown[];
  };
}

export const CHECKOV: Judge = {
  what: 'checkov',
  missing: async () => {
    const version = await attempt('checkov', ['--version']).catch(() => undefined);
    return version?.status === 0 ? undefined : 'no checkov on PATH';
  },
};

/** The checks that a stack does not pass. */
export async function stackFindings(file: string, json: unknown): Promise<Finding[]> {
  const { resource: all } = json as { resource: Record<string, object> };
  const typeOf = (id: string) => Object.keys(all).find((type) => id in (all[type] ?? {}));
  const report = await checked('terraform_json', '--file', file);
  return report.map(({ check_id: check, check_name: title, resource }) => {
    const [type = '', id = ''] = resource.split('.');
    return { check, title, on: type === 'resource' ? (typeOf(id) ?? resource) : type };
  });
}

/** The checks that objects, and the pods inside them, do not pass. */
export async function objectFindings(objects: readonly KubernetesObject[]): Promise<Finding[]> {
  const folder = temporaryFolder();
  for (const [index, object] of objects.flatMap((each) => [each, ...podsIn(each)]).entries()) {
    writeFileSync(join(folder, `${index}.json`), JSON.stringify(object));
  }
  const report = await checked('kubernetes', '--directory', folder);
  return report.map(({ check_id: check, check_name: title, resource }) => ({
    check,
    title,
    on: resource.split('.')[0] ?? '',
  }));
}

async function checked(framework: string, ...target: string[]) {
  const options = ['--skip-download', '--quiet', '--compact', '--soft-fail', '--output', 'json'];
  const output = await run('checkov', ['--framework', framework, ...target, ...options]);
  const { results } = JSON.parse(output) as Report;
  // Otherwise nothing was read, and nothing is what would be found.
  if (results.failed_checks.length === 0) throw new Error(`checkov found nothing in ${target.join(' ')}:\n${output}`);
  return results.failed_checks;
}

/** The pods of an object's templates, as pods of their own: checkov does not know the kinds of operators. */
function podsIn({ metadata, spec }: KubernetesObject): object[] {
  return templatesIn(spec).map((template, index) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    ...template,
    metadata: { ...template.metadata, name: `${metadata.name}-${index}`, namespace: metadata.namespace },
  }));
}

function templatesIn(value: unknown): { metadata?: object }[] {
  if (typeof value !== 'object' || value === null) return [];
  const { spec } = value as { spec?: unknown };
  if (typeof spec === 'object' && spec !== null && 'containers' in spec) return [value];
  return Object.values(value).flatMap(templatesIn);
}
