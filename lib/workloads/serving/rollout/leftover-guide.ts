import type { GuideStep } from '../../../core/contracts/deploy-guide';
import { workloadLabel } from '../../pod/workload-label';
import { OUTSIDE } from '../exposure/exposure';
import type { ResolvedServing } from '../serving';
import { TRACK_SUFFIXES } from './planned-tracks';

/**
 * What DEPLOY.md does with objects that a serving had before, and has no more. An apply leaves them, and they would go on to answer
 * requests. Pods go when those that get the requests now are ready.
 */
export function leftoverSteps(serving: ResolvedServing, namespace: string): GuideStep[] {
  const { name, tracks, exposure, rollout } = serving;
  const names = tracks.map(({ objectName }) => objectName);
  const gone = TRACK_SUFFIXES.map((suffix) => `${name}${suffix}`).filter((each) => !names.includes(each));
  const main = rollout.way.kind === 'blueGreen' ? `${name}-${rollout.way.live}` : name;
  const kubectl = `kubectl -n ${namespace}`;
  const [[label, value] = []] = Object.entries(workloadLabel(name));
  const isOwn = (object: string) =>
    `if ${kubectl} get ${object} -o jsonpath='{.spec.selector}' 2>/dev/null | grep -q '"${label}":"${value}"'; then`;
  const outside = `service/${name}${OUTSIDE}`;
  return [
    {
      phase: 'standing',
      text: `\`${name}\` may have had a canary, other colours or a load balancer before. This deletes what the program has no more, pods when the new ones are ready:`,
      commands: [
        ...(exposure.way.kind === 'internal' ? [`${isOwn(outside)} ${kubectl} delete ${outside}; fi`] : []),
        `for gone in ${gone.join(' ')}; do`,
        `  ${isOwn('deployment "$gone"')}`,
        // It ends as well when the pods take longer than the Deployment gives them.
        `    ${kubectl} rollout status deployment/${main} && ${kubectl} delete deployment "$gone"`,
        '  fi',
        'done',
      ],
    },
  ];
}
