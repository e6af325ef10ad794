import { boundsProblems, problem, type Problem } from '../../core/problems';
import { Token } from 'cdktf';
import { reservedProblems } from '../../core/contracts/reserved-resources';
import type { Taint } from '../../core/contracts/taint';
import { labelProblems } from '../../core/names/kubernetes-name';
import { resourceLabelProblems } from '../../core/names/resource-label';
import { PODS_PER_NODE } from '../cluster/address-problems';
import { emailProblems } from '../google-service-account';
import { DEFAULT_ACCOUNT, taintsOfGke, type ResolvedPool } from './resolved-pool';

/** Keys of labels whose prefix belongs to Kubernetes or GKE, but for the one that users may set. */
const RESERVED = /^(?!cloud\.google\.com\/compute-class$)([^/]*\.)?(kubernetes\.io|k8s\.io|google\.com)\//;

/** Problems of a pool's labels, taints, numbers and service account. */
export function* metadataProblems(pool: ResolvedPool): Generator<Problem> {
  const { generation, keepGeneration, maxPodsPerNode, serviceAccount } = pool;
  yield* labelProblems('labels', pool.labels);
  for (const key of Object.keys(pool.labels).filter((each) => RESERVED.test(each))) {
    const message = `label "${key}" has a prefix that only Kubernetes and GKE set`;
    yield problem('node-label', 'labels', message, 'use a prefix of your own, such as "example.com/"');
  }
  yield* resourceLabelProblems('resourceLabels', pool.resourceLabels);
  yield* taintProblems(pool);
  yield* boundsProblems('max-pods', { maxPodsPerNode }, PODS_PER_NODE);
  yield* reservedProblems(pool.reserved);
  yield* boundsProblems('pool-generation', { generation }, { least: 1 });
  yield* boundsProblems('pool-generation', { keepGeneration }, { least: 1 });
  if (keepGeneration !== undefined && keepGeneration >= generation) {
    const message = `keepGeneration ${keepGeneration} is not below generation ${generation}`;
    const fix = `raise generation to ${keepGeneration + 1}, or leave keepGeneration out`;
    yield problem('pool-generation', 'keepGeneration', message, fix);
  }
  if (serviceAccount !== undefined && serviceAccount !== DEFAULT_ACCOUNT && !Token.isUnresolved(serviceAccount)) {
    yield* emailProblems('serviceAccount', serviceAccount);
  }
}

/** GKE sets some taints itself, and would report each twice. */
function* taintProblems(pool: ResolvedPool): Generator<Problem> {
  const given = pool.taints.map(({ key }) => key);
  const nameOf = ({ key, effect }: Taint) => `${key}:${effect}`;
  const names = pool.taints.map(nameOf);
  for (const taint of pool.taints.filter((each, index) => names.indexOf(nameOf(each)) !== index)) {
    yield problem(
      'taint-duplicate',
      'taints',
      `taint "${taint.toString()}" is given twice, but a node takes a key and effect only once`,
      'leave one of the two out; a GPU pool declares nvidia.com/gpu by itself',
    );
  }
  for (const taint of taintsOfGke(pool)) {
    if (!given.includes(taint.key)) continue;
    yield problem(
      'taint-duplicate',
      'taints',
      `taint "${taint.toString()}" is set by GKE itself on the nodes of this pool`,
      `leave ${taint.key} out, with any effect: pods on the pool tolerate it already`,
    );
  }
}
