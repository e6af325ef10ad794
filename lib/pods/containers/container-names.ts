import { DNS_LABEL } from '../../core/names/kubernetes-name';
import { problem, type Problem } from '../../core/problems';
import type { PodSettings } from '../pod-options';

type ExtraContainer = 'init container' | 'sidecar';

/** Problems of the name of the main container, which a workload or an engine gives. */
export function* mainNameProblems(name: string): Generator<Problem> {
  if (isContainerName(name)) return;
  const message = `${JSON.stringify(name)} cannot be the name of the main container`;
  yield problem('container-name', 'containerName', message, `use up to ${DNS_LABEL.max} ${DNS_LABEL.form}`);
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#Container */
function isContainerName(name: string): boolean {
  return DNS_LABEL.pattern.test(name) && name.length <= DNS_LABEL.max;
}

/** Problems of the names of the containers of a pod, which must differ. @param mainName if it is known */
export function* containerNameProblems(
  { initContainers = [], sidecars = [] }: PodSettings,
  mainName?: string,
): Generator<Problem> {
  const all = [...initContainers.map(named('init container')), ...sidecars.map(named('sidecar'))];
  for (const name of new Set(all.map((each) => each.name))) {
    const same = all.filter((each) => each.name === name);
    const kind = same.some((each) => each.kind === 'sidecar') ? 'sidecar' : 'init container';
    if (mainName !== undefined) {
      if (name !== mainName) continue;
      yield nameProblem(kind, name, 'is the name of the main container', `give the ${kind} another name`);
    } else if (!isContainerName(name)) {
      const wrong = name === '' ? 'is empty' : 'is not of the allowed form';
      yield nameProblem(kind, name, wrong, `use up to ${DNS_LABEL.max} ${DNS_LABEL.form}`);
    } else if (same.length > 1) {
      yield nameProblem(kind, name, `is used ${same.length} times`, `give each ${kind} a name of its own`);
    }
  }
}

function named(kind: ExtraContainer) {
  return ({ name }: { readonly name: string }) => ({ name, kind });
}

function nameProblem(kind: ExtraContainer, name: string, wrong: string, fix: string): Problem {
  const message = `${kind} name ${JSON.stringify(name)} ${wrong}`;
  return kind === 'sidecar'
    ? problem('sidecar-name', 'sidecars', message, fix)
    : problem('init-container-name', 'initContainers', message, fix);
}
