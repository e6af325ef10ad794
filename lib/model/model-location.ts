import type { Size } from 'cdk8s';
import { holding } from '../kubernetes/k8s-json';
import type { BucketUse } from '../pods/mounts/bucket-uses';
import { Mount } from '../pods/mounts/mount';
import type { InitContainer } from '../pods/pod-options';
import { memoryText } from '../kubernetes/quantity';
import type { BucketRead } from './bucket-read';
import { copyContainer } from './copy-container';
import { FETCH_CONTAINER } from './fetched-model';
import { hubSize, type HubModel } from './hub-model';
import type { ModelReader } from './served-model';
import type { ModelPlace, ModelSource } from './model-source';

/** The folder below which models lie in a server's container. */
const MODELS = '/models';

/** The place where a server finds a model, and the needs of its pod for that. */
export interface ModelLocation {
  /** The folder of the versions in the container, or their address. */
  readonly location: string;
  readonly mounts?: readonly Mount[];
  /** The buckets that the server, or an init container, reads itself. */
  readonly uses?: readonly BucketUse[];
  /** The image that has the model in it. @default - the server's own */
  readonly image?: string;
  /** Init containers that bring the files before the server starts. */
  readonly initContainers?: readonly InitContainer[];
  /** The disk of the node that the files take. @default - none */
  readonly storage?: Size;
  /** Labels of the pods that have the files. @default {} */
  readonly labels?: Readonly<Record<string, string>>;
  /** The model that the server downloads. @default - none */
  readonly hub?: HubModel;
}

/** @param room the MiB of local disk that a node has for the files. @default - not known */
export function locate(source: ModelSource, server: ModelReader, room?: number): ModelLocation {
  const { place } = source;
  switch (place.kind) {
    case 'bucket':
      return inBucket(source, place, server);
    case 'volume':
      return { location: `${MODELS}/${place.folder}`, mounts: [place.volume.at(MODELS, { readOnly: true })] };
    case 'image':
      return { location: place.path, image: place.image };
    case 'hub': {
      const { model } = place;
      const storage = hubSize(model, room);
      return { location: MODELS, mounts: [diskOf(storage)], storage, hub: model };
    }
    case 'fetched': {
      const { size, labels } = place.model;
      const initContainers = [{ ...place.model.fetch(MODELS), name: FETCH_CONTAINER }];
      return { location: MODELS, mounts: [diskOf(size)], initContainers, storage: size, labels };
    }
  }
}

/** The way in which a bucket is read, if the program names none. */
export function readOf({ read }: Extract<ModelPlace, { kind: 'bucket' }>, server: ModelReader): BucketRead['way'] {
  return read?.way ?? { kind: server.readsBuckets === true ? 'server' : 'mount' };
}

function inBucket(
  { policy }: ModelSource,
  place: Extract<ModelPlace, { kind: 'bucket' }>,
  server: ModelReader,
): ModelLocation {
  const { bucket, folder } = place;
  const way = readOf(place, server);
  const location = `${MODELS}/${folder}`;
  const url = `${bucket.url}/${folder}`;
  const use = (text: string): BucketUse => ({ bucket, readOnly: true, text: `${url} is ${text}` });
  switch (way.kind) {
    case 'server':
      return { location: url, uses: [use(`read by ${server.name}`)] };
    case 'mount':
      return { location, mounts: [Mount.bucket(bucket, location, { readOnly: true, subfolder: folder })] };
    case 'copy': {
      const versions = policy.kind === 'pinned' ? policy.versions : [];
      return {
        location,
        mounts: [diskOf(way.size)],
        initContainers: [copyContainer({ bucket, folder, location, versions, image: way.image })],
        storage: way.size,
        uses: [use('copied when a pod starts')],
      };
    }
  }
}

/** An empty folder of the pod for files that arrive when it starts. */
function diskOf(size: Size): Mount {
  return Mount.volume({ emptyDir: { sizeLimit: holding(memoryText(size)) } }, MODELS);
}
