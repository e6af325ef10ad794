import type { Size } from 'cdk8s';
import type { GuideStep } from '../core/contracts/guide';
import type { IFilestore } from '../core/contracts/filestore';
import { shellWord } from '../core/names/shell-word';
import type { JsonObject, Manifest } from '../kubernetes/manifest';
import type { AccessMode } from '../pods/mounts/claim-place';
import { memoryText } from '../kubernetes/quantity';
import type { SharedVolumeSource } from './shared-volume-source';

/** A shared volume with every default filled in. */
export interface ResolvedVolume {
  readonly claimName: string;
  readonly namespace: string;
  readonly place: SharedVolumeSource['place'];
  readonly size: Size;
  readonly accessMode: AccessMode;
}

/** The claim of a volume. Pods of its namespace mount it. */
export function claimOf(volume: ResolvedVolume): Manifest {
  const { claimName, place, size, accessMode } = volume;
  const isMade = place.kind === 'storageClass';
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: claimName },
    spec: {
      accessModes: [accessMode],
      resources: { requests: { storage: memoryText(size) } },
      // An empty name stops the cluster's default class from making another volume.
      storageClassName: isMade ? place.storageClassName : '',
      volumeName: isMade ? undefined : volumeName(volume),
    },
  };
}

/** The volume that a claim names; `undefined` if a storage class or DEPLOY.md makes it. */
export function volumeOf(volume: ResolvedVolume): Manifest | undefined {
  const { place } = volume;
  switch (place.kind) {
    case 'storageClass':
      return undefined;
    case 'hostPath':
      return manifestOf(volume, { hostPath: { path: place.path, type: 'DirectoryOrCreate' } });
    case 'nfs':
      return manifestOf(volume, { nfs: { server: place.server, path: place.path } });
    case 'filestore': {
      const { ipAddress } = place.filestore;
      return ipAddress === undefined ? undefined : manifestOf(volume, shareOf(place.filestore, ipAddress));
    }
  }
}

/**
 * The steps that make and delete the volume of an instance whose address only Google Cloud knows. Its driver takes no
 * name in place of the address.
 */
export function volumeSteps(volume: ResolvedVolume): GuideStep[] {
  const { place } = volume;
  if (place.kind !== 'filestore' || place.filestore.ipAddress !== undefined) return [];
  const { instanceName, location, project } = place.filestore;
  const [before = '', after = ''] = JSON.stringify(manifestOf(volume, shareOf(place.filestore, ADDRESS))).split(
    ADDRESS,
  );
  const name = volumeName(volume);
  const instance = `${shellWord(instanceName)} --location ${shellWord(location)} --project ${shellWord(project)}`;
  return [
    {
      phase: 'checks',
      text: `The volume \`${name}\` has the address of the Filestore instance \`${instanceName}\`, which Google Cloud tells. If the instance was replaced, this fails: delete the volume first.`,
      commands: [
        `address=$(gcloud filestore instances describe ${instance} --format 'value(networks[0].ipAddresses[0])')`,
        `echo '${before}'"\${address:?}"'${after}' | kubectl apply --server-side -f -`,
      ],
    },
    {
      phase: 'removal',
      text: `The files of the Filestore instance \`${instanceName}\` stay:`,
      commands: [`kubectl delete --ignore-not-found --wait=false persistentvolume ${name}`],
    },
  ];
}

const ADDRESS = '<address>';

/** A share of Filestore, in the form of its driver. */
function shareOf({ location, instanceName, shareName }: IFilestore, ip: string): JsonObject {
  return {
    csi: {
      driver: 'filestore.csi.storage.gke.io',
      volumeHandle: ['modeInstance', location, instanceName, shareName].join('/'),
      volumeAttributes: { ip, volume: shareName },
    },
  };
}

function manifestOf(volume: ResolvedVolume, source: JsonObject): Manifest {
  const { claimName, namespace, size, accessMode } = volume;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: volumeName(volume) },
    spec: {
      accessModes: [accessMode],
      capacity: { storage: memoryText(size) },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: claimName, namespace },
      persistentVolumeReclaimPolicy: 'Retain',
      storageClassName: '',
      ...source,
    },
  };
}

/** Volumes belong to no namespace, so their names have that of the claim. */
function volumeName({ claimName, namespace }: ResolvedVolume): string {
  return `${namespace}-${claimName}`;
}
