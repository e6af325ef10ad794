import type { GuideStep } from '../../core/contracts/deploy-guide';
import type { ResolvedServing, Track } from './serving';

/** What DEPLOY.md says about Secrets that a server reads. The program cannot make them, and pods wait for them. */
export function secretSteps({ name, tracks }: ResolvedServing, namespace: string): GuideStep[] {
  const secrets = [...new Set(tracks.flatMap(secretsOf))];
  if (secrets.length === 0) return [];
  const text = `Pods of \`${name}\` wait until namespace \`${namespace}\` has what this program does not make: ${secrets.join(', ')}.`;
  return [{ phase: 'standing', text }];
}

function secretsOf({ container, pod }: Track): string[] {
  const { mounts = [], imagePullSecrets = [] } = pod;
  const variables = Object.values({ ...container.env, ...pod.env }).flatMap((value) => {
    const reference = typeof value === 'string' ? undefined : value.source.secretKeyRef;
    return reference?.name === undefined ? [] : [`Secret \`${reference.name}\` with key \`${reference.key}\``];
  });
  const volumes = mounts.flatMap(({ source }) => {
    const secretName = source.kind === 'volume' ? source.volume.secret?.secretName : undefined;
    return secretName === undefined ? [] : [`Secret \`${secretName}\``];
  });
  return [...variables, ...volumes, ...imagePullSecrets.map((secret) => `Secret \`${secret}\``)];
}
