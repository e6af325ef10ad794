import { readFileSync, writeFileSync } from 'node:fs';
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

interface Stack {
  readonly resource: Readonly<Record<string, object>>;
}

export const CHECKOV: Judge = {
  what: 'checkov',
  missing: async () => {
    const version = await attempt('checkov', ['--version']).catch(() => undefined);
    return version?.status === 0 ? undefined : 'no checkov on PATH';
  },
};

/** The checks that each of some stacks does not pass. */
export async function stackFindings(folders: readonly string[]): Promise<Finding[][]> {
  const reports = await checked('terraform_json', folders);
  return reports.map((failed, at) => {
    const { resource: all } = JSON.parse(readFileSync(join(folders[at] ?? '', 'cdk.tf.json'), 'utf8')) as Stack;
    const typeOf = (id: string) => Object.keys(all).find((type) => id in (all[type] ?? {}));
    return failed.map(({ check_id: check, check_name: title, resource }) => {
      const [type = '', id = ''] = resource.split('.');
      return { check, title, on: type === 'resource' ? (typeOf(id) ?? resource) : type };
    });
  });
}

/** The checks that objects, and the pods inside them, do not pass, for each of some deployments. */
export async function objectFindings(deployments: readonly (readonly KubernetesObject[])[]): Promise<Finding[][]> {
  const reports = await checked('kubernetes', deployments.map(folderOf));
  return reports.map((failed) =>
    failed.map(({ check_id: check, check_name: title, resource }) => ({
      check,
      title,
      on: resource.split('.')[0] ?? '',
    })),
  );
}

function folderOf(objects: readonly KubernetesObject[]): string {
  const folder = temporaryFolder();
  for (const [index, object] of objects.flatMap((each) => [each, ...podsIn(each)]).entries()) {
    writeFileSync(join(folder, `${index}.json`), JSON.stringify(object));
  }
  return folder;
}

async function checked(framework: string, folders: readonly string[]) {
  const options = ['--skip-download', '--quiet', '--compact', '--soft-fail', '--output', 'json'];
  const program = 'test/integration/programs/checkov/each.py';
  const args = [program, '--framework', framework, ...options, '--', ...folders];
  const output = await run(await interpreter(), args, { limit: 600 });
  const reports = output.split(/^(?=\{)/m).map((text) => (JSON.parse(text) as Report).results.failed_checks);
  // Otherwise something was not read, and nothing is what would be found.
  if (reports.length !== folders.length || reports.some((failed) => failed.length === 0)) {
    throw new Error(`checkov found nothing in some of ${folders.join(' ')}:\n${output}`);
  }
  return reports;
}

/** The Python that checkov is installed for. */
async function interpreter(): Promise<string> {
  const program = (await run('sh', ['-c', 'command -v checkov'])).trim();
  return /^#!(\S+)/.exec(readFileSync(program, 'utf8'))?.[1] ?? 'python3';
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
