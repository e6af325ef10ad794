import type { BucketUse } from '../pod/bucket-uses';
import { Mount } from '../pod/mount';
import type { ModelServer } from './model-server';
import type { ModelSource } from './model-source';

/** The folder below which models lie in a server's container. */
const MODELS = '/models';

/** Where a server finds a model, and what its pod needs for that. */
export interface ModelLocation {
  /** The folder of the versions in the container, or their address. */
  readonly location: string;
  readonly mounts: readonly Mount[];
  /** The buckets that the server reads itself. */
  readonly uses: readonly BucketUse[];
  /** The image that has the model in it. @default - the server's own */
  readonly image?: string;
}

export function locate({ place }: ModelSource, server: ModelServer): ModelLocation {
  switch (place.kind) {
    case 'bucket': {
      const { bucket, folder, read = server.readsBuckets === true ? 'server' : 'mount' } = place;
      const location = `${MODELS}/${folder}`;
      if (read === 'mount') {
        return { location, mounts: [Mount.bucket(bucket, location, { readOnly: true, subfolder: folder })], uses: [] };
      }
      const url = `${bucket.url}/${folder}`;
      return {
        location: url,
        mounts: [],
        uses: [{ bucket, readOnly: true, text: `${url} is read by ${server.name}` }],
      };
    }
    case 'volume':
      return {
        location: `${MODELS}/${place.folder}`,
        mounts: [place.volume.at(MODELS, { readOnly: true })],
        uses: [],
      };
    case 'image':
      return { location: place.path, mounts: [], uses: [], image: place.image };
  }
}
