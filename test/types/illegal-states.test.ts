import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const FILE = resolve(__dirname, 'illegal-states.ts');
const MARK = '// @ts-expect-error: ';

const root = resolve(__dirname, '../..');
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config,
  ts.sys,
  root,
);

/** The lines of the file that the compiler finds fault with. */
function wrongLines(change: (text: string) => string): number[] {
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  host.readFile = (path) => (resolve(path) === FILE ? change(read(path) ?? '') : read(path));
  const program = ts.createProgram([FILE], options, host);
  const source = program.getSourceFile(FILE);
  const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  return [...new Set(found.map(({ start = 0 }) => source?.getLineAndCharacterOfPosition(start).line ?? -1))];
}

test('every state that is marked as illegal does not compile', () => {
  expect(wrongLines((text) => text)).toEqual([]);
});

test('fails: without its mark every one of them is an error, and nothing else', () => {
  let marks = 0;
  const wrong = wrongLines((text) => {
    marks = text.split(MARK).length - 1;
    return text.replaceAll(MARK, '// ');
  });
  expect(marks).toBeGreaterThan(50);
  expect(wrong).toHaveLength(marks);
});

test('fails: a state that became legal is told of', () => {
  expect(wrongLines((text) => `${text}\n${MARK}legal\nexport const legal: number = 1;\n`)).toHaveLength(1);
});
