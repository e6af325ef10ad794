import type { GuideStep } from '../core/contracts/guide';
import type { EnvValue } from './containers/env-value';
import type { PodOptions } from './pod-options';

/** The parts of a pod that name Secrets. */
type Reader = Pick<PodOptions, 'env' | 'mounts' | 'imagePullSecrets' | 'initContainers' | 'sidecars'>;

/**
 * The steps of DEPLOY.md about Secrets that pods read. The program cannot make them, and pods wait for them.
 *
 * @param others further Secrets for the pods of a chart, in the same words
 */
export function secretSteps(
  name: string,
  namespace: string,
  pods: readonly Reader[],
  others: readonly string[] = [],
): GuideStep[] {
  const secrets = [...new Set([...pods.flatMap(secretsOf), ...others])];
  if (secrets.length === 0) return [];
  const text = `Pods of \`${name}\` wait until namespace \`${namespace}\` has what this program does not make: ${secrets.join(', ')}.`;
  return [{ phase: 'standing', text }];
}

function secretsOf({ env, mounts = [], imagePullSecrets = [], initContainers = [], sidecars = [] }: Reader): string[] {
  const volumes = mounts.flatMap(({ source }) => {
    const secretName = source.kind === 'volume' ? source.volume.secret?.secretName : undefined;
    return secretName === undefined ? [] : [`Secret \`${secretName}\``];
  });
  const variables = [{ env }, ...initContainers, ...sidecars].flatMap((container) => keysOf(container.env));
  return [...variables, ...volumes, ...imagePullSecrets.map((secret) => `Secret \`${secret}\``)];
}

function keysOf(env: Readonly<Record<string, string | EnvValue>> = {}): string[] {
  return Object.values(env).flatMap((value) => {
    const reference = typeof value === 'string' ? undefined : value.source.secretKeyRef;
    return reference?.name === undefined ? [] : [`Secret \`${reference.name}\` with key \`${reference.key}\``];
  });
}
