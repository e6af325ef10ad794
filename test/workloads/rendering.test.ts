import { ApiObject, App, Chart, Lazy } from 'cdk8s';
import { expect, test } from 'vitest';
import { renderedJson, renderingOnce } from '../../lib/workloads/rendering';

/** An object that says how often it was rendered. */
function counted(): ApiObject {
  let count = 0;
  const data = { a: Lazy.any({ produce: () => (count += 1) }) as number };
  return new ApiObject(new Chart(new App(), 'chart'), 'object', { apiVersion: 'v1', kind: 'ConfigMap', ...{ data } });
}

test('an object is rendered once while its app is written', () => {
  const object = counted();
  const [before, after] = renderingOnce(() => [renderedJson(object), renderedJson(object)]);
  expect(before).toMatchObject({ data: { a: 1 } });
  expect(after).toEqual(before);
});

test('an object is rendered anew each time otherwise, as it may have changed', () => {
  const object = counted();
  renderingOnce(() => renderedJson(object));
  expect(renderedJson(object)).toMatchObject({ data: { a: 2 } });
  expect(renderingOnce(() => renderedJson(object))).toMatchObject({ data: { a: 3 } });
});
