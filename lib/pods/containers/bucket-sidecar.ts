import { Size } from 'cdk8s';
import { isRunTimeText } from '../../core/names/run-time-text';
import { problem, type Problem } from '../../core/problems';
import { cpuText, memoryText, quantityOf } from '../../kubernetes/quantity';
import type { PodOptions } from '../pod-options';
import type { SidecarResources } from './resources';

/** The requests of the container that mounts buckets: GKE's own defaults, written down so that they are known. */
const DEFAULTS = {
  cpu: cpuText(250),
  memory: memoryText(Size.mebibytes(256)),
  'ephemeral-storage': memoryText(Size.gibibytes(5)),
};
type Resource = keyof typeof DEFAULTS;
const RESOURCES = ['cpu', 'memory', 'ephemeral-storage'] as const satisfies readonly Resource[];

const PREFIX = 'gke-gcsfuse/';
const ENABLED = `${PREFIX}volumes`;

type Given = Partial<Pick<PodOptions, 'mounts' | 'annotations'>>;

/**
 * The annotations by which GKE adds the container that mounts buckets; none for pods without it. A limit without a request is the request too, as GKE has
 * it. A limit of 0 means no limit.
 *
 * @see https://github.com/GoogleCloudPlatform/gcs-fuse-csi-driver/blob/main/pkg/webhook/config.go
 */
export function bucketAnnotations({ mounts = [], annotations = {} }: Given): Readonly<Record<string, string>> {
  if (!/^(1|t|true)$/i.test(annotations[ENABLED] ?? '') && !mounts.some(({ source }) => source.kind === 'bucket'))
    return {};
  const ofResources = RESOURCES.flatMap((resource): [string, string][] => {
    const { [requestOf(resource)]: request, [limitOf(resource)]: limit = '0' } = annotations;
    const isLimited = quantityOf(limit) !== 0;
    return [
      [requestOf(resource), request ?? (isLimited ? limit : DEFAULTS[resource])],
      [limitOf(resource), limit],
    ];
  });
  return { [ENABLED]: 'true', ...Object.fromEntries(ofResources) };
}

/** The requests of the container that mounts buckets; `undefined` for pods without it. */
export function bucketSidecar(given: Given): SidecarResources | undefined {
  const annotations = bucketAnnotations(given);
  if (!(ENABLED in annotations)) return undefined;
  // A container without a request asks for its limit.
  const amount = (resource: Resource) =>
    amountIn(annotations, requestOf(resource)) || amountIn(annotations, limitOf(resource));
  return {
    cpuMillis: Math.ceil(amount('cpu') * 1000),
    memory: sizeOf(amount('memory')),
    ephemeralStorage: sizeOf(amount('ephemeral-storage')),
  };
}

/** Problems of the annotations about it: GKE or the API server would refuse the pod. */
export function* bucketSidecarProblems(pod: PodOptions): Generator<Problem> {
  const annotations = bucketAnnotations(pod);
  const wrong = (message: string, fix: string) => problem('resource-amount', 'annotations', message, fix);
  for (const resource of ENABLED in annotations ? RESOURCES : []) {
    const names = [requestOf(resource), limitOf(resource)];
    const unread = names.filter((name) => {
      const { [name]: given = '0' } = pod.annotations ?? {};
      return quantityOf(given) === undefined && !isRunTimeText(given);
    });
    for (const name of unread) {
      const message = `annotation ${name} is ${JSON.stringify(annotations[name])}, which is no amount`;
      yield wrong(message, `write it as Kubernetes does, such as "${DEFAULTS[resource]}"`);
    }
    const [request = 0, limit = 0] = names.map((name) => amountIn(annotations, name));
    if (unread.length > 0 || limit === 0 || request <= limit) continue;
    const [asked = '', most = ''] = names.map((name) => annotations[name]);
    const message = `annotation ${requestOf(resource)} is ${asked}, above ${limitOf(resource)}, which is ${most}`;
    yield wrong(message, `set ${limitOf(resource)} to "${asked}", or to "0", which means no limit`);
  }
}

const requestOf = (resource: Resource) => `${PREFIX}${resource}-request`;
const limitOf = (resource: Resource) => `${PREFIX}${resource}-limit`;

function amountIn(annotations: Readonly<Record<string, string>>, name: string): number {
  return quantityOf(annotations[name] ?? '') ?? 0;
}

function sizeOf(bytes: number): Size {
  return Size.mebibytes(Math.ceil(bytes / 1024 ** 2));
}
