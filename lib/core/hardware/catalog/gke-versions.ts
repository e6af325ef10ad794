import gkeVersionsJson from './gke-versions.json';

export type ReleaseChannel = 'RAPID' | 'REGULAR' | 'STABLE' | 'EXTENDED';

interface VersionFile {
  readonly asOf: string;
  readonly channels: Readonly<Record<ReleaseChannel, readonly string[]>>;
  readonly machines: { readonly names: Readonly<Record<string, readonly string[]>> };
}

const file: VersionFile = gkeVersionsJson;

/** The date of the channels' versions, for messages. */
export const CHANNELS_AS_OF = file.asOf;

/** The oldest and the newest minor version of a release channel. */
export function minorsOf(channel: ReleaseChannel): { readonly oldest: string; readonly newest: string } {
  const [oldest = '', newest = ''] = file.channels[channel];
  return { oldest, newest };
}

/** The oldest GKE versions that take a machine type; empty: any. */
export function versionsOfMachine(name: string): readonly string[] {
  return file.machines.names[name] ?? [];
}
