import { join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '../..');
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config,
  ts.sys,
  ROOT,
);

/** What the compiler finds wrong with a file, and in which line. */
export interface Finding {
  readonly line: number;
  readonly message: string;
}

/**
 * What the compiler finds wrong with each of some files, in one run for all of them.
 *
 * @param files their texts by their paths; none of them has to exist
 */
export function findings(files: ReadonlyMap<string, string>): Map<string, Finding[]> {
  const host = ts.createCompilerHost(options);
  const [read, exists] = [host.readFile.bind(host), host.fileExists.bind(host)];
  // As tsc does: comments are skipped where they say nothing about types.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  host.readFile = (path) => files.get(path) ?? read(path);
  host.fileExists = (path) => files.has(path) || exists(path);
  const program = ts.createProgram([...files.keys()], options, host);
  return new Map(
    [...files.keys()].map((path) => {
      const source = program.getSourceFile(path);
      return [
        path,
        [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(finding),
      ];
    }),
  );
}

function finding({ file, start = 0, messageText }: ts.Diagnostic): Finding {
  return {
    line: file?.getLineAndCharacterOfPosition(start).line ?? -1,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  };
}
