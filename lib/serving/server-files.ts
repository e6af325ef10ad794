import type { k8s } from 'cdk8s-plus-27';
import type { Manifest } from '../kubernetes/manifest';
import { Mount } from '../pods/mounts/mount';
import type { ResolvedServing } from './serving';
import { CONFIG_FOLDER, LIVE_FOLDER, type ServerContainer } from './model-server';

/** The mounts of the files that a server reads. */
export function fileMounts(servingName: string, { files = {}, live }: ServerContainer): Mount[] {
  return [...filesMount(files), ...(live ? [liveMount(servingName)] : [])];
}

/**
 * Config files are annotations that the pod sees as files. So a pod keeps the files that it was made with, a change of
 * them makes new pods, and `kubectl rollout undo` brings both back. A ConfigMap would do none of this.
 */
function filesMount(files: Readonly<Record<string, string>>): Mount[] {
  const items = Object.keys(files).map((name): k8s.DownwardApiVolumeFile => {
    return { path: name, fieldRef: { fieldPath: `metadata.annotations['${fileAnnotation(name)}']` } };
  });
  return items.length === 0 ? [] : [Mount.volume({ downwardApi: { items } }, CONFIG_FOLDER, { readOnly: true })];
}

/** The annotations of a pod that hold its files. */
export function fileAnnotations(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [fileAnnotation(name), text]));
}

/** Files that change while a server runs lie in a ConfigMap, whose changes reach running pods within two minutes. */
function liveMount(servingName: string): Mount {
  return Mount.volume({ configMap: { name: liveConfigName(servingName) } }, LIVE_FOLDER, { readOnly: true });
}

/** The ConfigMap of the files that change while the servers run. */
export function liveConfigOf({ name, tracks: [{ container }] }: Pick<ResolvedServing, 'name' | 'tracks'>): Manifest[] {
  if (!container.live) return [];
  const metadata = { name: liveConfigName(name) };
  return [{ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: container.live.files }];
}

function liveConfigName(servingName: string): string {
  return `${servingName}-live`;
}

/** The annotation that holds a file. */
export function fileAnnotation(file: string): string {
  return `trainyard/${file}`;
}
