import type {
  ProviderSchema,
  TerraformAttribute,
  TerraformBlock,
  TerraformNestedBlock,
  TerraformType,
} from '../../test/conformance/schema-files';

/** An attribute as `terraform providers schema -json` prints it. */
interface PrintedAttribute {
  readonly type?: TerraformType;
  readonly nested_type?: {
    readonly attributes: Readonly<Record<string, PrintedAttribute>>;
    readonly nesting_mode: string;
  };
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
}

interface PrintedBlock {
  readonly attributes: Readonly<Record<string, PrintedAttribute>>;
}

interface PrintedSchemas {
  readonly provider_schemas: Readonly<
    Record<
      string,
      {
        readonly provider: { readonly block: PrintedBlock };
        readonly resource_schemas: Readonly<Record<string, { readonly block: PrintedBlock }>>;
      }
    >
  >;
}

/** A block of a provider. Newer providers have object attributes where older providers have blocks. */
function printedBlock({ attributes }: PrintedBlock): TerraformBlock {
  const a: Record<string, TerraformAttribute> = {};
  const b: Record<string, TerraformNestedBlock> = {};
  for (const [name, attribute] of Object.entries(attributes)) {
    const { type, nested_type: nested } = attribute;
    const isSet = attribute.required === true || attribute.optional === true;
    if (nested !== undefined && isSet) {
      const nesting = nested.nesting_mode === 'single' ? 'object' : 'objects';
      b[name] = [nesting, attribute.required === true ? 1 : 0, 0, printedBlock(nested)];
    } else if (type !== undefined) {
      a[name] = [type, flagsOf(attribute)];
    }
  }
  return { a, ...(Object.keys(b).length > 0 ? { b } : {}) };
}

function flagsOf({ required, optional, computed, sensitive }: PrintedAttribute): string {
  return [required === true && 'r', optional === true && 'o', computed === true && 'c', sensitive === true && 's']
    .filter((flag) => flag !== false)
    .join('');
}

/** The structure of the types that the library writes. */
export function helmSchema(version: string, { provider_schemas: schemas }: PrintedSchemas): ProviderSchema {
  const [helm] = Object.values(schemas);
  const release = helm?.resource_schemas['helm_release'];
  if (helm === undefined || release === undefined) throw new Error('no schema of helm_release');
  return {
    version,
    provider: printedBlock(helm.provider.block),
    resources: { helm_release: printedBlock(release.block) },
    data: {},
  };
}
