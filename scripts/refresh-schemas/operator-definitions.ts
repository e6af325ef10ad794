import { parseAllDocuments } from 'yaml';

interface VersionsOfDefinition {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly versions: readonly { readonly name: string; readonly served: boolean }[] };
}

/** The served versions of every definition, by operator. */
export function definitionsOf(
  files: readonly string[],
  readText: (file: string) => string,
): Record<string, Record<string, string[]>> {
  const found: Record<string, Record<string, string[]>> = {};
  for (const argument of files) {
    const [operator = '', file = ''] = argument.split('=');
    for (const document of parseAllDocuments(readText(file))) {
      const { kind, metadata, spec }: VersionsOfDefinition = document.toJS();
      if (kind !== 'CustomResourceDefinition') continue;
      const served = spec.versions.filter((version) => version.served).map(({ name }) => name);
      found[operator] = { ...found[operator], [metadata.name]: served };
    }
  }
  return found;
}
