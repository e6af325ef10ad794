import { Token } from 'cdktf';
import type { Problem } from '../../core/problem';
import { labelSetProblems } from '../../core/resource-labels';
import { emailProblems } from '../service-account';
import { taintsOfGke, type ResolvedPool } from './resolved-pool';

const PODS = { min: 8, max: 256 };
const LABEL_PREFIX = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
const LABEL_NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
/** Keys below these are set by Kubernetes and GKE alone. */
const RESERVED = /(^|\.)(kubernetes\.io|k8s\.io|google\.com)$/;
/** The one reserved key that GKE leaves to its users. */
const COMPUTE_CLASS = 'cloud.google.com/compute-class';

/** What is wrong with the labels, taints and numbers that a pool carries. */
export function metadataProblems(pool: ResolvedPool): Problem[] {
  const { generation, maxPodsPerNode, serviceAccount } = pool;
  return [
    ...Object.entries(pool.labels).flatMap(([key, value]) => nodeLabelProblems(key, value)),
    ...labelSetProblems('resourceLabels', pool.resourceLabels),
    ...Object.entries(pool.resourceLabels).flatMap(([key, value]) => resourceLabelProblems(key, value)),
    ...taintProblems(pool),
    ...(maxPodsPerNode === undefined || isWithin(maxPodsPerNode, PODS.min, PODS.max)
      ? []
      : [
          {
            code: 'max-pods',
            property: 'maxPodsPerNode',
            message: `a node cannot have ${String(maxPodsPerNode)} pods`,
            fix: `use a whole number from ${String(PODS.min)} to ${String(PODS.max)}`,
          },
        ]),
    ...(isWithin(generation, 1, Infinity)
      ? []
      : [
          {
            code: 'pool-generation',
            property: 'generation',
            message: `${String(generation)} is not a generation`,
            fix: 'use a whole number of 1 or more',
          },
        ]),
    ...(serviceAccount === undefined || Token.isUnresolved(serviceAccount)
      ? []
      : emailProblems('serviceAccount', serviceAccount)),
  ];
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
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
  const keyIsRight = (prefix === undefined || LABEL_PREFIX.test(prefix)) && LABEL_NAME.test(key.slice(slash + 1));
  const valueIsRight = value === '' || LABEL_NAME.test(value);
  if (keyIsRight && valueIsRight) return [];
  return [
    {
      code: 'node-label',
      property: 'labels',
      message: `label "${key}" = "${value}" is not of the form that Kubernetes takes`,
      fix: `use up to 63 letters, digits, "-", "_" and "." in the ${keyIsRight ? 'value' : 'name, after an optional prefix and "/"'}, beginning and ending with a letter or digit`,
    },
  ];
}

function resourceLabelProblems(key: string, value: string): Problem[] {
  if (/^[a-z][-_a-z0-9]{0,62}$/.test(key) && /^[-_a-z0-9]{0,63}$/.test(value)) return [];
  return [
    {
      code: 'resource-label',
      property: 'resourceLabels',
      message: `resource label "${key}" = "${value}" is not of the form that Google Cloud takes`,
      fix: 'use up to 63 lower-case letters, digits, "-" and "_", and begin the key with a letter',
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
      .filter((taint) => names.includes(nameOf(taint)))
      .map((taint) => ({
        ...problem,
        message: `taint "${taint.toString()}" is set by GKE itself on the nodes of this pool`,
        fix: 'leave it out: it is known, and pods that name the pool tolerate it',
      })),
  ];
}
