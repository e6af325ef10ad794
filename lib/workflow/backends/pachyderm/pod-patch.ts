import { listIn, objectIn, type Json, type JsonObject } from '../../../kubernetes/manifest';
import type { PodParts } from '../../../pods/pod-template';

/** The fields of a pod that a pipeline has itself, that this patch adds to, or that Pachyderm decides. */
const TAKEN =
  /^(automount|imagePullSecrets|initContainers|nodeSelector|priorityClassName|restart|security|serviceAccount|tolerations|volumes)/;
/** The fields of a pod's security context that no container has. The others are for the program alone: Pachyderm's containers have users of their own. */
const OF_POD = /^(fsGroup|supplementalGroups|sysctls)/;

/**
 * What a pipeline itself cannot say of its pods, as a patch in the words of RFC 6902. The container of the program is the first one.
 *
 * @param env variables that are known only in the pod
 */
export function podPatch({ container, rest }: PodParts, env: readonly JsonObject[]): JsonObject[] {
  const security = Object.entries(objectIn(rest, 'securityContext'));
  const [ofPod, ofProgram] = [true, false].map((isOfPod) =>
    Object.fromEntries(security.filter(([field]) => OF_POD.test(field) === isOfPod)),
  );
  const { imagePullPolicy } = container;
  const others = Object.entries(rest).filter(([field]) => !TAKEN.test(field));
  return [
    add('/securityContext', { ...ofPod }),
    add('/containers/0/securityContext', { ...ofProgram, ...objectIn(container, 'securityContext') }),
    ...env.map((each) => add('/containers/0/env/-', each)),
    ...listIn(container, 'volumeMounts').map((each) => add('/containers/0/volumeMounts/-', each)),
    ...listIn(rest, 'volumes').map((each) => add('/volumes/-', each)),
    ...listIn(rest, 'initContainers').map((each) => add('/initContainers/-', each)),
    ...Object.entries({ ...Object.fromEntries(others), 'containers/0/imagePullPolicy': imagePullPolicy }).flatMap(
      ([path, value]) => (value === undefined ? [] : [add(`/${path}`, value)]),
    ),
  ];
}

function add(path: string, value: Json): JsonObject {
  return { op: 'add', path, value };
}
