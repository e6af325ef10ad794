import ts from 'typescript';

/**
 * The same declarations, with `undefined` in the type of each property that may be left out. The library takes both alike,
 * but TypeScript's `exactOptionalPropertyTypes`, which `tsc --init` turns on, lets users write `undefined` only where
 * the type has it.
 */
export function acceptUndefined(declarations: string): string {
  const file = ts.createSourceFile('index.d.ts', declarations, ts.ScriptTarget.Latest, false);
  const texts: { readonly at: number; readonly text: string }[] = [];
  const visit = (node: ts.Node): void => {
    const isProperty = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
    if (isProperty && node.questionToken && node.type) {
      const [opening, closing] = reachesOut(node.type) ? ['(', ')'] : ['', ''];
      const [start, end] = [node.type.getStart(file), node.type.getEnd()];
      texts.push({ at: start, text: opening }, { at: end, text: `${closing} | undefined` });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const inOrder = texts.sort((a, b) => a.at - b.at);
  let written = '';
  let from = 0;
  for (const { at, text } of inOrder) {
    written += declarations.slice(from, at) + text;
    from = at;
  }
  return written + declarations.slice(from);
}

/** Whether a type would take a following `| undefined` for a part of its own. */
function reachesOut(type: ts.TypeNode): boolean {
  return ts.isFunctionTypeNode(type) || ts.isConstructorTypeNode(type) || ts.isConditionalTypeNode(type);
}
