import { expect } from 'vitest';
import { applied, kubectl } from './kubectl';
import { attempt, run } from './run';

const EMPTY =
  'import os, shutil\nfor e in os.scandir("/data"): shutil.rmtree(e.path) if e.is_dir() else os.remove(e.path)';

/** Runs a program beside a volume in a pod of its own; gives what it printed. */
export async function runPod(
  namespace: string,
  name: string,
  image: string,
  volume: object,
  command: readonly string[],
): Promise<string> {
  const container = { name: 'main', image, command, volumeMounts: [{ name: 'data', mountPath: '/data' }] };
  const spec = { restartPolicy: 'Never', containers: [container], volumes: [{ name: 'data', ...volume }] };
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

/** A folder on the node outlives its volume: what an earlier run left there must not pass for the work of this one. */
export async function emptyFolder(path: string, image: string): Promise<void> {
  expect(path).toMatch(/\/trainyard\//);
  await runPod('default', 'empty-data', image, { hostPath: { path, type: 'DirectoryOrCreate' } }, [
    'python3',
    '-c',
    EMPTY,
  ]);
}
