import { afterAll, expect, test } from 'vitest';
import { synthesizeInto } from '../../invariants/programs/program';
import { applied, remove, type KubernetesObject } from './kubectl';
import { manifests, temporaryFolder } from './program';

type Program = Parameters<typeof synthesizeInto>[1];

/** One test for each program: the API server takes all of its objects, as strictly as it can. */
export function testObjectsOf(programs: Readonly<Record<string, Program>>): void {
  /** The namespaces of the programs, which the API server wants to have before what lies in them. */
  const namespaces = new Map<string, KubernetesObject>();
  afterAll(() => remove([...namespaces.values()]));

  test.each(Object.entries(programs))(
    '%s: the API server takes its objects, and knows their fields',
    async (_, program) => {
      const folder = temporaryFolder();
      synthesizeInto(folder, program);
      const objects = [...manifests(folder).values()].flat();
      const isNew = ({ kind, metadata }: KubernetesObject) => kind === 'Namespace' && !namespaces.has(metadata.name);
      for (const each of objects.filter(isNew)) {
        await applied([each]);
        namespaces.set(each.metadata.name, each);
      }
      const others = objects.filter(({ kind }) => kind !== 'Namespace');
      expect(others.length).toBeGreaterThan(0);
      await applied(others, { dryRun: true });
    },
  );
}
