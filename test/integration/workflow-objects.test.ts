import { afterAll, expect, test } from 'vitest';
import { synthesizeInto } from '../invariants/programs/program';
import { RIGHT_EXPERIMENTS } from '../invariants/programs/right-experiments';
import { RIGHT_NOTEBOOKS } from '../invariants/programs/right-notebooks';
import { RIGHT_REGISTRIES } from '../invariants/programs/right-registries';
import { RIGHT_WORKFLOWS } from '../invariants/programs/right-workflows';
import { API_SERVER, ARGO, judgedBy } from './support/judges';
import { applied, remove, type KubernetesObject } from './support/kubectl';
import { manifests, temporaryFolder } from './support/program';

// The objects of all right programs, by the API server with the definitions of upstream.

judgedBy([API_SERVER, ARGO]);

/** The namespaces of the programs, which the API server wants to have before what lies in them. */
const namespaces = new Map<string, KubernetesObject>();
afterAll(() => remove([...namespaces.values()]));

test.each(Object.entries({ ...RIGHT_WORKFLOWS, ...RIGHT_EXPERIMENTS, ...RIGHT_NOTEBOOKS, ...RIGHT_REGISTRIES }))(
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
