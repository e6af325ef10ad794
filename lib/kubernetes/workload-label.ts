import { isLabelValue } from '../core/names/kubernetes-name';

/** The label of every pod of a workload, whatever object runs it. */
export const WORKLOAD_LABEL = 'trainyard/workload';

/** The label that selects all pods of a workload; none if the workload's name is not a valid value of a label. */
export function workloadLabel(base: string): Readonly<Record<string, string>> {
  return isLabelValue(base) ? { [WORKLOAD_LABEL]: base } : {};
}
