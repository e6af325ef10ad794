import { Token } from 'cdktf';
import { resourceLabelProblems } from '../../core/names/resource-label';
import { isLabelKey, isLabelValue, LABEL_FIX } from '../../core/names/kubernetes-name';
import type { Problem } from '../../core/problems/problem';
import { maxPodsProblems } from '../cluster/address-problems';
import { emailProblems } from '../service-account';
import { taintsOfGke, type ResolvedPool } from './resolved-pool';

/** Keys below these are set by Kubernetes and GKE alone. */
const RESERVED = /(^|\.)(kubernetes\.io|k8s\.io|google\.com)$/;
/** The one reserved key that GKE leaves to its users. */
const COMPUTE_CLASS = 'cloud.google.com/compute-class';

/** What is wrong with the labels, taints and numbers that a pool carries. */
export function metadataProblems(pool: ResolvedPool): Problem[] {
  const { generation, maxPodsPerNode, serviceAccount } = pool;
  return [
    ...Object.entries(pool.labels).flatMap(([key, value]) => nodeLabelProblems(key, value)),
    ...resourceLabelProblems('resourceLabels', pool.resourceLabels),
    ...taintProblems(pool),
    ...(maxPodsPerNode === undefined ? [] : maxPodsProblems(maxPodsPerNode)),
    ...(Number.isInteger(generation) && generation >= 1
      ? []
      : [
          {
            code: 'pool-generation',
            property: 'generation',
            message: `${generation} is not a generation`,
            fix: 'use a whole number of 1 or more',
          },
        ]),
    ...(serviceAccount === undefined || Token.isUnresolved(serviceAccount)
      ? []
      : emailProblems('serviceAccount', serviceAccount)),
  ];
}

function nodeLabelProblems(key: string, value: string): Problem[] {
  const slash = key.indexOf('/');
  const prefix = slash === -1 ? undefined : key.slice(0, slash);
  if (prefix !== undefined && RESERVED.test(prefix) && key !== COMPUTE_CLASS) {
    return [
      {
        code: 'node-label',
        property: 'labels',
        message: `label "${key}" belongs to ${prefix}, which only Kubernetes and GKE set`,
        fix: `use a prefix of your own, such as "example.com/${key.slice(slash + 1)}"`,
      },
    ];
  }
  if (isLabelKey(key) && isLabelValue(value)) return [];
  return [
    {
      code: 'node-label',
      property: 'labels',
      message: `label "${key}" = "${value}" is not of the form that Kubernetes takes`,
      fix: isLabelKey(key) ? `in the value ${LABEL_FIX.value}` : `in the key ${LABEL_FIX.key}`,
    },
  ];
}

function taintProblems(pool: ResolvedPool): Problem[] {
  const { taints, gpu } = pool;
  const byGke = taintsOfGke(pool);
  const nameOf = ({ key, effect }: ResolvedPool['taints'][number]) => `${key}:${effect}`;
  const names = taints.map(nameOf);
  const problem = { code: 'taint-duplicate', property: 'taints' };
  return [
    ...taints
      .filter((taint, index) => names.indexOf(nameOf(taint)) !== index)
      .map((taint) => ({
        ...problem,
        message: `taint "${taint.toString()}" is there a second time, and a node takes a key and effect once`,
        fix: gpu ? 'leave it out: a GPU pool declares nvidia.com/gpu by itself' : 'leave one of the two out',
      })),
    ...byGke
      .filter(({ key }) => taints.some((taint) => taint.key === key))
      .map((taint) => ({
        ...problem,
        message: `taint "${taint.toString()}" is set by GKE itself on the nodes of this pool`,
        fix: `leave ${taint.key} out, with whatever effect: it is known, and pods that name the pool tolerate it`,
      })),
  ];
}
