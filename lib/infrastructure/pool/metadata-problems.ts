import { Token } from 'cdktf';
import type { Taint } from '../../core/contracts/taint';
import { resourceLabelProblems } from '../../core/names/resource-label';
import { isLabelKey, isLabelValue, LABEL_FIX } from '../../core/names/kubernetes-name';
import { problem, type Problem } from '../../core/problems/problem';
import { maxPodsProblems } from '../cluster/address-problems';
import { emailProblems } from '../service-account';
import { taintsOfGke, type ResolvedPool } from './resolved-pool';

/** Prefixes of keys that only Kubernetes and GKE set. */
const RESERVED = /(^|\.)(kubernetes\.io|k8s\.io|google\.com)$/;
/** The only reserved key that users may set. */
const COMPUTE_CLASS = 'cloud.google.com/compute-class';

/** Problems of a pool's labels, taints, numbers and service account. */
export function* metadataProblems(pool: ResolvedPool): Generator<Problem> {
  const { generation, maxPodsPerNode, serviceAccount } = pool;
  for (const [key, value] of Object.entries(pool.labels)) yield* nodeLabelProblems(key, value);
  yield* resourceLabelProblems('resourceLabels', pool.resourceLabels);
  yield* taintProblems(pool);
  if (maxPodsPerNode !== undefined) yield* maxPodsProblems(maxPodsPerNode);
  if (!Number.isInteger(generation) || generation < 1) {
    const message = `${generation} is not a generation`;
    yield problem('pool-generation', 'generation', message, 'use a whole number of 1 or more');
  }
  if (serviceAccount !== undefined && !Token.isUnresolved(serviceAccount)) {
    yield* emailProblems('serviceAccount', serviceAccount);
  }
}

function* nodeLabelProblems(key: string, value: string): Generator<Problem> {
  const slash = key.indexOf('/');
  const prefix = slash === -1 ? undefined : key.slice(0, slash);
  if (prefix !== undefined && RESERVED.test(prefix) && key !== COMPUTE_CLASS) {
    yield problem(
      'node-label',
      'labels',
      `label "${key}" belongs to ${prefix}, which only Kubernetes and GKE set`,
      `use a prefix of your own, such as "example.com/${key.slice(slash + 1)}"`,
    );
  } else if (!isLabelKey(key) || !isLabelValue(value)) {
    yield problem(
      'node-label',
      'labels',
      `label "${key}" = "${value}" is not of the form that Kubernetes takes`,
      isLabelKey(key) ? `in the value ${LABEL_FIX.value}` : `in the key ${LABEL_FIX.key}`,
    );
  }
}

function* taintProblems(pool: ResolvedPool): Generator<Problem> {
  const { taints, gpu } = pool;
  const nameOf = ({ key, effect }: Taint) => `${key}:${effect}`;
  const names = taints.map(nameOf);
  for (const taint of taints.filter((each, index) => names.indexOf(nameOf(each)) !== index)) {
    yield problem(
      'taint-duplicate',
      'taints',
      `taint "${taint.toString()}" is given twice, but a node takes a key and effect only once`,
      gpu ? 'leave it out: a GPU pool declares nvidia.com/gpu by itself' : 'leave one of the two out',
    );
  }
  for (const taint of taintsOfGke(pool)) {
    if (!taints.some(({ key }) => key === taint.key)) continue;
    yield problem(
      'taint-duplicate',
      'taints',
      `taint "${taint.toString()}" is set by GKE itself on the nodes of this pool`,
      `leave ${taint.key} out, with any effect: pods on the pool tolerate it already`,
    );
  }
}
