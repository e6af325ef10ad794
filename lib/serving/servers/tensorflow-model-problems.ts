import { problem, type Advice, type Problem } from '../../core/problems';
import type { ServedModel } from '../../model/served-model';
import type { TensorFlowServingOptions } from './tensorflow-options';

// Problems and advice about options of TensorFlow Serving for a model, or on a pool.

/** The shortest time between two polls of a bucket that is no advice, in seconds. */
const BUCKET_POLL = 10;
/** The server's own image, from any registry. */
const OWN_IMAGE = /(?:^|\/)tensorflow\/serving:(?<tag>[\w.-]+)$/;

/** Problems of a server that polls once, and so sees no change. */
export function* pollProblems(
  { pollInterval }: TensorFlowServingOptions,
  { policy, loaded }: ServedModel,
): Generator<Problem> {
  if (pollInterval?.toSeconds() !== 0 || (policy.kind === 'pinned' && loaded === undefined)) return;
  const unseen = loaded === undefined ? 'no newer version' : 'no other version and no moved label';
  const message = `pollInterval is 0 s, so the server looks once, when it starts, and sees ${unseen} later`;
  yield problem('poll-interval', 'server', message, 'leave pollInterval out, or use Duration.seconds(60)');
}

/** Advice about a server that polls a bucket without a pause. Each poll of each pod is a paid request. */
export function* pollAdvice({ pollInterval }: TensorFlowServingOptions, location: string): Generator<Advice> {
  const seconds = pollInterval?.toSeconds() ?? BUCKET_POLL;
  if (!location.startsWith('gs://') || seconds === 0 || seconds >= BUCKET_POLL) return;
  const looks = Math.round((30 * 86_400) / seconds);
  const message = `pollInterval is ${seconds} s, so each pod asks Cloud Storage for ${location} ${looks} times a month, which costs money`;
  yield problem('poll-cost', 'server', message, 'use Duration.seconds(60), or acknowledge this');
}

/** Advice about images and options that do not match the GPUs of a replica. */
export function* gpuAdvice(
  { gpuMemoryFraction }: TensorFlowServingOptions,
  image: string | undefined,
  gpus: number,
): Generator<Advice> {
  const says = (message: string, fix: string) => problem('server-gpu-use', 'server', message, fix);
  const tag = image === undefined ? undefined : OWN_IMAGE.exec(image)?.groups?.['tag'];
  if (tag !== undefined && gpus > 0 && !tag.endsWith('-gpu')) {
    const message = `image "${image}" computes without GPUs, but each replica has ${gpus}`;
    yield says(message, `use "${image}-gpu", or a pool without GPUs`);
  }
  if (tag?.endsWith('-gpu') === true && gpus === 0) {
    const message = `image "${image}" is for GPUs, but each replica has none`;
    yield says(message, `use "${image?.replace(/-gpu$/, '')}", or a pool with GPUs`);
  }
  if (gpuMemoryFraction === undefined || gpus > 0) return;
  const message = `gpuMemoryFraction is ${gpuMemoryFraction}, but each replica has no GPU, so it has no effect`;
  yield says(message, 'leave gpuMemoryFraction out, or use a pool with GPUs');
}
