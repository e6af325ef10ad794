import type { ICluster } from '../core/contracts/cluster';
import type { Operator } from '../core/contracts/operator';
import { sh } from './guide-text';

/** How the operators of a cluster come to it. */
export function operatorParagraphs({ operators = [] }: ICluster): string[] {
  const byName = new Map(operators.map((each) => [each.name, each]));
  return [...byName.values()].flatMap(paragraphs);
}

function paragraphs({ name, version, crds, install, ready, installedBy }: Operator): string[] {
  const wait = `kubectl wait --for=condition=Established --timeout=120s ${crds.map((crd) => `crd/${crd}`).join(' ')}`;
  if (installedBy !== undefined) return [`${name} comes from ${installedBy}; wait for it:`, sh(wait)];
  const [first] = crds;
  if (install === undefined || first === undefined) return [`Install ${name} ${version}, then wait for it:`, sh(wait)];
  const steps = [install, ...(ready === undefined ? [] : [ready])].join(' && ');
  return [
    `${name} ${version}, unless the cluster has it:`,
    sh(`kubectl get crd ${first} >/dev/null 2>&1 || { ${steps}; }`, wait),
  ];
}
