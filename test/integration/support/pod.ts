import { basename } from 'node:path';
import { expect } from 'vitest';
import { applied, kubectl } from './kubectl';
import { attempt, run } from './run';

/** Kubernetes makes a folder of a node for root alone. */
const EMPTY = `import os, shutil
for e in os.scandir("/data"): shutil.rmtree(e.path) if e.is_dir() else os.remove(e.path)
os.chmod("/data", 0o777)`;
/** As the namespaces of this library ask for. */
export const RESTRICTED = {
  pod: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
  container: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
};

/** Runs a program beside a volume in a pod of its own; gives what it printed. */
export async function runPod(
  namespace: string,
  name: string,
  image: string,
  volume: object,
  command: readonly string[],
  security: Partial<typeof RESTRICTED> = RESTRICTED,
): Promise<string> {
  const volumeMounts = [{ name: 'data', mountPath: '/data' }];
  const container = { name: 'main', image, command, volumeMounts, securityContext: security.container };
  const volumes = [{ name: 'data', ...volume }];
  const spec = { restartPolicy: 'Never', securityContext: security.pod, containers: [container], volumes };
  await applied([{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace }, spec }]);
  try {
    const succeeded = '--for=jsonpath={.status.phase}=Succeeded';
    const ended = await attempt('kubectl', ['-n', namespace, 'wait', succeeded, '--timeout=900s', `pod/${name}`]);
    const logs = await run('kubectl', ['-n', namespace, 'logs', name]);
    expect(ended.status, `${logs}\n${ended.output}`).toBe(0);
    return logs;
  } finally {
    await kubectl('-n', namespace, 'delete', 'pod', name, '--grace-period=1');
  }
}

/**
 * A folder on the node outlives its volume: what an earlier run left there must not pass for the work of this one. All users
 * may write to it afterwards.
 */
export async function emptyFolder(path: string, image: string): Promise<void> {
  expect(path).toMatch(/\/trainyard\//);
  const volume = { hostPath: { path, type: 'DirectoryOrCreate' } };
  await runPod('default', `empty-${basename(path)}`, image, volume, ['python3', '-c', EMPTY], {});
}
