import {
  flagProblems,
  listProblems,
  optionalProblems,
  recordProblems,
  textListProblems,
  textRecordProblems,
} from '../../core/problems/given';
import { KINDS } from '../../core/problems/kinds';
import type { Problem } from '../../core/problems/problem';
import type { GpuNodePoolOptions, NodePoolOptions } from './pool-options';

const OPTIONS = {
  nodes: KINDS.nodes,
  image: KINDS.image,
  capacity: KINDS.capacity,
  localSsd: { has: 'use', fix: 'use LocalSsd.ephemeral(1) or LocalSsd.rawBlock(1)' },
  upgrade: { has: 'kind', fix: 'use UpgradeStrategy.surge(1, 0) or UpgradeStrategy.blueGreen()' },
  driver: KINDS.driver,
  sharing: KINDS.sharing,
};
const LABELS = "give texts by their names, such as { 'acme.com/use': 'training' }, and leave out what has none";

/** What is wrong with the options of a pool of either kind, before they are looked into. */
export function optionProblems(options: NodePoolOptions | GpuNodePoolOptions): Problem[] {
  const { bootDisk, zones, taints, labels, resourceLabels } = options;
  return [
    ...optionalProblems(options, OPTIONS),
    ...recordProblems('bootDisk', bootDisk, 'give { type: …, size: … }'),
    ...optionalProblems(bootDisk, { size: KINDS.size }, 'bootDisk.'),
    ...textListProblems('zones', zones, 'name zones, such as ["us-east1-c"]'),
    ...listProblems('taints', taints, KINDS.taint),
    ...flagProblems(options, 'imageStreaming', 'compactPlacement', 'secureBoot'),
    ...textRecordProblems('labels', labels, LABELS),
    ...textRecordProblems('resourceLabels', resourceLabels, LABELS),
  ];
}
