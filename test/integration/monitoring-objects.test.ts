import { afterAll, expect, test } from 'vitest';
import { synthesizeInto } from '../invariants/programs/program';
import { RIGHT_MONITORING } from '../invariants/programs/right-monitoring';
import { CLUSTER_METRICS, judgedBy } from './support/judges';
import { applied, remove, type KubernetesObject } from './support/kubectl';
import { manifests, temporaryFolder } from './support/program';

// The objects of all right programs about monitoring, by the API server with the definitions of upstream.

judgedBy([CLUSTER_METRICS]);

/** The namespaces of the programs, which the API server wants to have before what lies in them. */
const namespaces = new Map<string, KubernetesObject>();
afterAll(() => remove([...namespaces.values()]));

test.each(Object.entries(RIGHT_MONITORING))(
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
    await applied(others, '--dry-run=server');
  },
);
