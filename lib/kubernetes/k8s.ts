// eslint-disable-next-line no-restricted-syntax
import type * as code from 'cdk8s-plus-27/lib/imports/k8s';
import { createRequire } from 'node:module';
import { lazily } from '../core/lazily';

/**
 * The generated code of cdk8s-plus-27, which makes JSON of users' values in its types. It is loaded on first use, because
 * it takes a seventh of the time to load this package. The library writes its own parts of manifests as JSON: for a whole
 * pod, these functions would take as long as the rest of a job. The higher constructs would take as long again.
 */
export const k8sCode = lazily(load);

/** The edge to the module, as `require` has no types. */
function load(): typeof code {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return createRequire(__filename)('cdk8s-plus-27/lib/imports/k8s') as typeof code;
}
