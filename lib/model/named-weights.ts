import { Size } from 'cdk8s';

/** The weights of a model, as its name and the flags of its server tell them. */
export interface NamedWeights {
  /** The parameters in billions. */
  readonly billions: number;
  /** The type of the weights in memory: `bfloat16`, `8 bits`. */
  readonly type: string;
  /** The memory that all of them take. */
  readonly memory: Size;
  /** The files that a server downloads. They have the type of the name, and settings and tokens beside the weights. */
  readonly files: Size;
}

/** Bytes for each parameter. Weights of 4 bits have their scales beside them. */
const TYPES = { float32: 4, bfloat16: 2, '8 bits': 1, '4 bits': 0.55 } as const;
type WeightType = keyof typeof TYPES;

/** `8x7B`, `70B`, `1.5b`, `1_6b`, `350M`, `1T`: a part of a name. `A22B` and `E2B` are the active ones of more. */
const PARAMETERS = /(?<![A-Za-z\d.])(?:(\d+)x)?(\d+(?:[._]\d+)?)([MBT])(?![A-Za-z\d])/i;
const BILLIONS: Readonly<Record<string, number>> = { M: 1e-3, B: 1, T: 1e3 };

/** Experts share what is no expert: 8x7B has 46.7 billion parameters, 8x22B 141 billion. */
const OWN_TO_EXPERTS = 5 / 6;

/** Names whose number is that of another model, or of its active experts (`17B-16E`), or that have files of many types. */
const UNTOLD = /lora|adapter|eagle|medusa|gguf|-\d+E\b/i;

const BY_NAME: readonly (readonly [RegExp, WeightType])[] = [
  [/fp8|int8|w8a|8-?bit/i, '8 bits'],
  [/awq|gptq|fp4|int4|w4a|4-?bit|gpt-oss/i, '4 bits'],
  [/fp32|float32/i, 'float32'],
];

/**
 * The weights of a model whose name has the number of its parameters. Without another word they are of bfloat16, 2 bytes each. The flags
 * `--quantization`, `--quantize`, `-q` and `--dtype` of vLLM, Text Generation Inference and KServe's server say what they are in memory.
 *
 * @see https://docs.vllm.ai/en/stable/features/quantization/
 */
export function namedWeights(id: string, args: readonly string[] = []): NamedWeights | undefined {
  const name = id.slice(id.lastIndexOf('/') + 1);
  const [found, experts, number = '', unit = ''] = PARAMETERS.exec(name) ?? [];
  if (found === undefined || UNTOLD.test(name)) return undefined;
  const all = Number(number.replace('_', '.')) * (BILLIONS[unit.toUpperCase()] ?? 1);
  const billions = experts === undefined ? all : all * Number(experts) * OWN_TO_EXPERTS;
  const stored = typeIn(name) ?? 'bfloat16';
  const quantized = typeIn(flagOf(args, ['--quantization', '--quantize', '-q']) ?? '', 'bitsandbytes');
  const loaded = quantized ?? (stored === 'bfloat16' ? typeIn(flagOf(args, ['--dtype']) ?? '') : undefined);
  const type = loaded ?? stored;
  return { billions, type, memory: sizeOf(billions, type), files: sizeOf(billions * 1.1, stored) };
}

/** The weights of 4 bits, the fewest that are usual. Files that are smaller are not those of the model. */
export function fewestFiles({ billions }: NamedWeights): Size {
  return Size.gibibytes(Math.floor((billions * 0.5e9) / 2 ** 30));
}

/** The value of a flag, as `--flag=value` or in two words. The last one counts. */
export function flagOf(args: readonly string[], flags: readonly string[]): string | undefined {
  const values = args.flatMap((arg, index) => {
    const [flag = '', ...value] = arg.split('=');
    if (!flags.includes(flag.replaceAll('_', '-'))) return [];
    return [value.length > 0 ? value.join('=') : (args[index + 1] ?? '')];
  });
  return values.at(-1);
}

function typeIn(text: string, four = ''): WeightType | undefined {
  if (four !== '' && text.startsWith(four)) return '4 bits';
  return BY_NAME.find(([words]) => words.test(text))?.[1];
}

function sizeOf(billions: number, type: WeightType): Size {
  return Size.mebibytes(Math.ceil((billions * 1e9 * TYPES[type]) / 2 ** 20));
}
