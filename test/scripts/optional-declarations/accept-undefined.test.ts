import { expect, test } from 'vitest';
import { acceptUndefined } from '../../../scripts/optional-declarations/accept-undefined';

test.each([
  ['interface A { readonly a?: string; }', 'interface A { readonly a?: string | undefined; }'],
  ['interface A { a?: () => void; b: string; }', 'interface A { a?: (() => void) | undefined; b: string; }'],
  [
    'declare class A { readonly a?: B<{ b?: C }>; }',
    'declare class A { readonly a?: B<{ b?: C | undefined }> | undefined; }',
  ],
  ['declare function a(b?: string): void;', 'declare function a(b?: string): void;'],
])('%s becomes %s', (declarations, expected) => {
  expect(acceptUndefined(declarations)).toBe(expected);
});
