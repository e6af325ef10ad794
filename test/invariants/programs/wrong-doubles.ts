import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { ClusterChart } from '../../../lib/index';
import type { World, WrongProgram } from './program';

// Objects without a namespace that two charts write, each in its own words.

interface Raw {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

function raw(scope: Construct, id: string, { apiVersion, kind, metadata, ...others }: Raw & Record<string, unknown>) {
  return new ApiObject(scope, id, { apiVersion, kind, metadata, ...others });
}

const chartsIn = ({ deployment, cluster }: World) =>
  ['a', 'b'].map((namespace) => new ClusterChart(deployment.kubernetes, namespace, { cluster, namespace }));

/** Objects of kinds that have no namespace, each with a field that the two charts may set differently. */
const KINDS: readonly (readonly [string, string, (value: number) => Record<string, unknown>])[] = [
  ['scheduling.k8s.io/v1', 'PriorityClass', (value) => ({ value })],
  [
    'storage.k8s.io/v1',
    'StorageClass',
    (value) => ({ provisioner: 'pd.csi.storage.gke.io', mountOptions: [`retrans=${value}`] }),
  ],
  [
    'rbac.authorization.k8s.io/v1',
    'ClusterRole',
    (value) => ({ rules: [{ verbs: ['get'], nonResourceURLs: [`/${value}`] }] }),
  ],
  ['node.k8s.io/v1', 'RuntimeClass', (value) => ({ handler: `runc-${value}` })],
  ['kueue.x-k8s.io/v1beta1', 'WorkloadPriorityClass', (value) => ({ value })],
];

export const WRONG_DOUBLES: readonly WrongProgram[] = KINDS.map(([apiVersion, kind, fields]) => ({
  name: `a ${kind} of two charts with two contents`,
  code: 'duplicate-name',
  says: `both are ${kind} "high"`,
  build: (world, either) => {
    const [a, b] = chartsIn(world);
    if (!a || !b) return;
    raw(a, 'first', { apiVersion, kind, metadata: { name: 'high' }, ...fields(10) });
    raw(b, 'second', { apiVersion, kind, metadata: { name: 'high' }, ...fields(either(20, 10)) });
  },
}));
