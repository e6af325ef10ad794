import { ApiObject, App, Chart, JsonPatch, Lazy, type IResolver, type ResolutionContext } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { WorkloadObject } from '../../lib/kubernetes/workload-object';

/** An object of a workload and one of cdk8s, of the same content. */
function both(data: unknown, resolvers: IResolver[] = []): [WorkloadObject, ApiObject] {
  const content = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: { z: '1', b: '2' } }, data };
  const chartIn = () => new Chart(new App({ resolvers }), 'chart', { namespace: 'training' });
  return [new WorkloadObject(chartIn(), 'object', content), new ApiObject(chartIn(), 'object', content)];
}

test('an object is rendered as cdk8s renders it', () => {
  const lazy = Lazy.any({ produce: () => ({ b: 1, a: [null] }) });
  const leaf = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constantFrom(undefined, null, lazy));
  const key = fc.string().filter((text) => text !== '__proto__');
  const value = fc.letrec((tie) => ({
    any: fc.oneof(leaf, fc.array(tie('any')), fc.dictionary(key, tie('any'), { noNullPrototype: true })),
  })).any;
  const property = fc.property(value, (data) => {
    const [own, plain] = both(data).map((object) => JSON.stringify(object.toJson()));
    expect(own).toBe(plain);
  });
  fc.assert(property, { numRuns: 250, seed: 20171014 });
});

test.for<[string, unknown]>([
  ['an object that resolves itself', { a: { resolve: () => 'resolved' } }],
  ['a number or a text', { a: k8s.IntOrString.fromNumber(8080) }],
  ['a text of Terraform, which the resolver of the platform finds', { a: '${TfToken[TOKEN.1]}' }],
  ['a number of Terraform', { a: -1.8e289 }],
])('cdk8s renders values that it may change: %s', ([, data]) => {
  const seen: unknown[] = [];
  const resolver = {
    changesTokensOnly: true,
    resolve: ({ value }: ResolutionContext) => {
      seen.push(value);
    },
  };
  const [own, plain] = both(data, [resolver]);
  expect(own.toJson()).toEqual(plain.toJson());
  expect(seen.length).toBeGreaterThan(0);
});

test('cdk8s renders an object with patches, and one of an app with resolvers of its own', () => {
  const [patched] = both({ a: 1 });
  patched.addJsonPatch(JsonPatch.replace('/data/a', 2));
  expect(patched.toJson()).toMatchObject({ data: { a: 2 } });
  const resolver = {
    resolve: (context: ResolutionContext) => {
      if (context.value === 1) context.replaceValue(3);
    },
  };
  expect(both({ a: 1 }, [resolver])[0].toJson()).toMatchObject({ data: { a: 3 } });
});

test('keys stay in their order where cdk8s is told so', ({ onTestFinished }) => {
  // The next test files of this process would be told so too.
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('CDK8S_DISABLE_SORT', '1');
  const [own, plain] = both({ b: 1, a: 2 });
  expect(JSON.stringify(own.toJson())).toBe(JSON.stringify(plain.toJson()));
});
