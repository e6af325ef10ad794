import { expect, test } from 'vitest';
import { namedWeights } from '../../lib/model/named-weights';

const gib = (id: string, args?: string[]) => {
  const weights = namedWeights(id, args);
  return (
    weights && [Number(weights.billions.toFixed(2)), weights.type, Math.round(weights.memory.toMebibytes() / 1024)]
  );
};

test.each([
  ['meta-llama/Llama-3.1-405B-Instruct', 405, 'bfloat16', 754],
  ['meta-llama/Llama-3.1-405B-Instruct-FP8', 405, '8 bits', 377],
  ['meta-llama/Llama-3.1-70B-Instruct', 70, 'bfloat16', 130],
  ['hugging-quants/Meta-Llama-3.1-70B-Instruct-AWQ-INT4', 70, '4 bits', 36],
  ['Qwen/Qwen2.5-72B-Instruct-GPTQ-Int8', 72, '8 bits', 67],
  ['Qwen/Qwen2.5-7B-Instruct-1M', 7, 'bfloat16', 13],
  ['Qwen/Qwen3-30B-A3B', 30, 'bfloat16', 56],
  ['mistralai/Mixtral-8x7B-Instruct-v0.1', 46.67, 'bfloat16', 87],
  ['Qwen/Qwen2.5-1.5B-Instruct', 1.5, 'bfloat16', 3],
  ['stabilityai/stablelm-2-1_6b', 1.6, 'bfloat16', 3],
  ['facebook/opt-350m', 0.35, 'bfloat16', 1],
  ['inclusionAI/Ling-1T', 1000, 'bfloat16', 1863],
  ['google/gemma-2-2b-it', 2, 'bfloat16', 4],
  ['openai/gpt-oss-120b', 120, '4 bits', 61],
  ['acme/large-13B-fp32', 13, 'float32', 48],
])('the name %s tells %d billion parameters of %s', (id, ...expected) => {
  expect(gib(id)).toEqual(expected);
});

test.each([
  'acme/large',
  'microsoft/Phi-3-mini-4k-instruct',
  'google/gemma-3n-E2B-it',
  'meta-llama/Llama-4-Scout-17B-16E-Instruct',
  'openai/clip-vit-large-patch14',
  'acme/Llama-3-8B-lora-sql',
  'acme/Llama-3-70B-GGUF',
  'acme/7bit-8beta',
])('the name %s tells no number', (id) => {
  expect(gib(id)).toBeUndefined();
});

test('flags of the server say the type in memory, and not that of the files', () => {
  const id = 'acme/large-70B';
  expect(gib(id, ['--quantization', 'fp8'])).toEqual([70, '8 bits', 65]);
  expect(gib(id, ['--quantize=bitsandbytes-nf4'])).toEqual([70, '4 bits', 36]);
  expect(gib(id, ['--dtype=float32'])).toEqual([70, 'float32', 261]);
  expect(gib(id, ['--dtype', 'half'])).toEqual([70, 'bfloat16', 130]);
  expect(gib('acme/large-70B-AWQ', ['--dtype=float32'])).toEqual([70, '4 bits', 36]);
  expect(namedWeights(id, ['-q', 'fp8'])?.files).toEqual(namedWeights(id)?.files);
});
