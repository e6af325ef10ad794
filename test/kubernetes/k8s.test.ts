import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { k8sCode } from '../../lib/kubernetes/k8s';

test('the generated code of cdk8s-plus-27 is loaded when it is needed, so no file imports more of it than types', () => {
  const files = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const importing = files.filter((name) =>
    /^(import|export) (?!type\b)[^;]*from 'cdk8s-plus-27/m.test(readFileSync(join('lib', name), 'utf8')),
  );
  expect(importing).toEqual([]);
  expect(k8sCode().toJson_Toleration({ key: 'spot' })).toEqual({ key: 'spot' });
});
