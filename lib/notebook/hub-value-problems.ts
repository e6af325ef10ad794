import type { HelmValues } from '../core/contracts/operator';
import { nearestTo, problem, type Problem } from '../core/problems';
import { partAt } from '../kubernetes/manifest';
import { isDiskClass, zonesApart } from '../pods/mounts/disk-zones';
import type { PodSet } from '../pods/pod-set';
import { byPool } from '../pods/pod-set';
import keys from './hub-keys.json';

/** The names of values. A value whose inside is free has a number. */
type Names = number | { readonly [name: string]: Names };

/**
 * Values that the schema of JupyterHub's chart does not have. Helm refuses them.
 *
 * @see https://github.com/jupyterhub/zero-to-jupyterhub-k8s/blob/4.4.0/jupyterhub/values.schema.yaml
 */
export function* hubValueProblems(values: HelmValues): Generator<Problem> {
  for (const path of unknownIn(values, keys, [])) {
    const [name = '', ...outer] = [...path].reverse();
    const within = outer.reverse();
    const near = nearestTo(name, Object.keys(partAt(keys, within)));
    const message = `JupyterHub's chart has no value ${path.join('.')}, so Helm refuses to install it`;
    const fix =
      near === undefined
        ? 'leave it out; the values of your own programs go below custom'
        : `write ${[...within, near].join('.')}`;
    yield problem('hub-value', 'values', message, fix);
  }
}

function unknownIn(values: unknown, names: Names, path: readonly string[]): string[][] {
  if (typeof names === 'number' || typeof values !== 'object' || values === null || Array.isArray(values)) return [];
  return Object.entries(values).flatMap(([name, value]) => {
    const inside = names[name];
    return inside === undefined ? [[...path, name]] : unknownIn(value, inside, [...path, name]);
  });
}

/** The disk of a person, which all profiles mount. */
export function* personDiskProblems(values: HelmValues, pods: readonly PodSet[]): Generator<Problem> {
  const { type = 'dynamic', dynamic } = partAt(values, ['singleuser', 'storage']);
  const { storageClass } = partAt(dynamic, []);
  const isDisk = pods.some(({ pool }) =>
    isDiskClass(pool.cluster, typeof storageClass === 'string' ? storageClass : undefined),
  );
  if (type !== 'dynamic' || !isDisk) return;
  const pools = byPool(pods).map(({ pool }) => pool);
  const fix = 'keep the files of people in Filestore, by singleuser.storage.dynamic.storageClass in values';
  yield* zonesApart("each person's disk is in the zone of the profile that they start first", pools, 'profiles', fix);
}
