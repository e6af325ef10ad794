import { type Size } from 'cdk8s';
import { poolText } from '../core/contracts/node-pool';
import { mebibytes } from '../core/mebibytes';
import { problem, type Advice } from '../core/problems';
import { memoryText } from '../kubernetes/quantity';
import { hubSize, type HubModel } from '../model/hub-model';
import { fewestFiles, flagOf, namedWeights, type NamedWeights } from '../model/named-weights';
import { gpuMemoryProblems, MEMORY_SHARE } from './gpu-memory';
import type { ResolvedServing, Track } from './serving';

/**
 * Owners whose models are read with a token alone, after their license was accepted.
 *
 * @see https://huggingface.co/docs/hub/models-gated
 */
const GATED = /^(meta-llama\/|google\/(code|pali|recurrent|shield)?gemma-(?!4)|mistralai\/(Codestral|Mistral-Large)-)/;
const TOKENS = ['HF_TOKEN', 'HUGGING_FACE_HUB_TOKEN', 'HF_ENDPOINT'];

/** Advice about a model of Hugging Face that its pods may not read or hold: what its name tells is no certain fact. */
export function* hubAdvice(serving: ResolvedServing, { model, container, pod }: Track): Generator<Advice> {
  const { hub } = model;
  if (!hub) return;
  const env = { ...container.env, ...pod.env };
  if (GATED.test(hub.id) && !hub.token && !TOKENS.some((name) => name in env)) {
    const message = `${hub.id} is read with a token alone, of someone who accepted its license, but the pods have none`;
    const fix = "set token of the model, such as EnvValue.fromSecret('hugging-face', 'token'), or acknowledge this";
    yield problem('model-token', 'model', message, fix);
  }
  const args = [...(pod.command ?? []), ...(pod.args ?? [])];
  const weights = namedWeights(hub.id, args);
  if (weights) yield* diskAdvice(hub, weights, serving);
  yield* memoryAdvice(hub, weights, args, serving);
}

function* diskAdvice(hub: HubModel, weights: NamedWeights, { pool, resources }: ResolvedServing): Generator<Advice> {
  const { files } = weights;
  if (hub.size && mebibytes(hub.size) < mebibytes(fewestFiles(weights))) {
    const least = memoryText(fewestFiles(weights));
    const message = `size is ${memoryText(hub.size)}, but ${told(hub, weights)}, which take ${least} even at 4 bits each`;
    const fix = `set size to Size.gibibytes(${gibibytes(files)}), or acknowledge this`;
    yield problem('model-disk', 'model', message, fix);
  }
  const kept = resources.modelFiles ?? hubSize(hub);
  const room = pool.allocatable?.ephemeralStorage;
  if (hub.size || !room || mebibytes(kept) >= mebibytes(files)) return;
  const message = `${told(hub, weights)}, whose files take about ${gibibytes(files)}Gi, but a node of ${poolText(pool)} has ${memoryText(room)} of local disk, so its pods keep ${memoryText(kept)} for them and are evicted beyond`;
  // What GKE and its image take of a boot disk, at most.
  const disk = Math.ceil((gibibytes(files) + 125) / 0.88);
  const fix = `set bootDisk of the pool to { size: Size.gibibytes(${disk}) }, or size of the model if its files are smaller`;
  yield problem('model-disk', 'model', message, fix);
}

function* memoryAdvice(
  hub: HubModel,
  weights: NamedWeights | undefined,
  args: readonly string[],
  { server, resources, machines, tracks }: ResolvedServing,
): Generator<Advice> {
  if (server.weights || args.some((arg) => arg.startsWith('--cpu-offload-gb'))) return;
  const size = smaller(hub.size, weights?.memory);
  if (!size) return;
  const what =
    weights && size === weights.memory ? `${told(hub, weights)}, which take` : `the files of ${hub.id} have up to`;
  if (resources.gpus === 0) {
    if (mebibytes(size) <= mebibytes(resources.memory)) return;
    const message = `${what} ${memoryText(size)}, but a replica has no GPUs and ${memoryText(resources.memory)} of memory`;
    const fix = `set memory of resources to Size.gibibytes(${gibibytes(size) + 2}) or more, or use a smaller model`;
    yield problem('model-memory', 'model', message, fix);
    return;
  }
  const isVllm = /vllm/.test(`${tracks[0].container.image} ${args.join(' ')}`);
  const share = Number(flagOf(args, ['--gpu-memory-utilization']) ?? (isVllm ? MEMORY_SHARE : 1));
  const needs = { server: isVllm ? server.name : 'the server', what, size, machines, share };
  const further = server.name === 'vLLM' ? 'weights of ModelServer.vllm' : 'size of the model';
  for (const { fix, ...found } of gpuMemoryProblems(needs, resources))
    yield { ...found, fix: `${fix}, or set ${further} if they take less` };
}

/** `acme/large-70B has 70 billion parameters of bfloat16 by its name` */
function told({ id }: HubModel, { billions, type }: NamedWeights): string {
  return `${id} has ${Number(billions.toFixed(2))} billion parameters of ${type} by its name`;
}

function smaller(a: Size | undefined, b: Size | undefined): Size | undefined {
  if (!a || !b) return a ?? b;
  return mebibytes(a) < mebibytes(b) ? a : b;
}

function gibibytes(size: Size): number {
  return Math.ceil(mebibytes(size) / 1024);
}
