import { isLabelValue } from '../../core/names/kubernetes-name';

/** Every pod of a workload has this label, whatever object runs it. */
const WORKLOAD_LABEL = 'trainyard/workload';

/** The label that selects all pods of a workload; none if the workload's name cannot be the value of a label. */
export function workloadLabel(base: string): Readonly<Record<string, string>> {
  return isLabelValue(base) ? { [WORKLOAD_LABEL]: base } : {};
}
