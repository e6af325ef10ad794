import type { ICluster } from '../core/contracts/cluster';
import { WORKFLOW } from '../kubernetes/kinds/argo';
import { JOB } from '../kubernetes/kinds/batch';
import { JOB_SET } from '../kubernetes/kinds/jobset';
import { EXPERIMENT } from '../kubernetes/kinds/katib';
import { groupOf, type Kind } from '../kubernetes/kinds/kind';
import { MPI_JOB, MPI_JOB_V1, MX_JOB, PY_TORCH_JOB, TF_JOB } from '../kubernetes/kinds/kubeflow';
import { TRAIN_JOB } from '../kubernetes/kinds/trainer';
import type { JsonObject } from '../kubernetes/manifest';
import { ruleOf } from '../kubernetes/role';
import { isServed } from './backend';

const JOB_KINDS: readonly Kind[] = [
  ...[JOB, JOB_SET, TF_JOB, PY_TORCH_JOB, MPI_JOB, MPI_JOB_V1, MX_JOB, TRAIN_JOB],
  ...[WORKFLOW, EXPERIMENT],
];

/** The kinds of jobs and workflows that a cluster runs, as far as its operators are known. */
export function jobKindsOf(cluster: ICluster): readonly Kind[] {
  return JOB_KINDS.filter((each) => each === JOB || isServed(cluster, each));
}

/** The rights to submit jobs of the kinds that a cluster runs, and to read their logs. */
export function submittingRules(cluster: ICluster): JsonObject[] {
  const verbs = ['create', 'delete', 'get', 'list', 'watch'];
  const ofKinds = jobKindsOf(cluster).map((each) => ruleOf(groupOf(each), [each.plural], verbs));
  return [...ofKinds, ruleOf('', ['pods', 'pods/log'], ['get', 'list', 'watch'])];
}
