import { groupOf } from '../../../kubernetes/kinds/kind';
import type { Manifest } from '../../../kubernetes/manifest';
import { roleFor, ruleOf } from '../../../kubernetes/role';
import { ownServiceAccount } from '../../../pods/security/service-account';
import type { ResolvedWorkflow } from '../../resolve-workflow';

const REPORT = ruleOf('argoproj.io', ['workflowtaskresults'], ['create', 'patch']);

/**
 * The least rights: every pod reports its results, and those that create objects have an account of their own.
 *
 * @param control the account of the pods that create objects
 * @see https://argo-workflows.readthedocs.io/en/latest/workflow-rbac/
 */
export function accessOf({ base, namespace, all }: ResolvedWorkflow, control: string): Manifest[] {
  const accounts = all.flatMap(({ task }) => (task ? [task.pod.identity?.serviceAccountName ?? base] : []));
  const kinds = all.flatMap(({ created }) => (created ? [created.kind, created.kind.ending?.as ?? created.kind] : []));
  const rules = [...new Set(kinds)].map((kind) => ruleOf(groupOf(kind), [kind.plural], ['create', 'get', 'patch']));
  const ofTasks = roleFor(base, [REPORT], [...new Set(accounts)], namespace);
  const ofControl = [ownServiceAccount(control), ...roleFor(control, [REPORT, ...rules], [control], namespace)];
  return [...(accounts.length > 0 ? ofTasks : []), ...(kinds.length > 0 ? ofControl : [])];
}
