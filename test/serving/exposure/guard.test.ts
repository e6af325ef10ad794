import { Duration, Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { Exposure } from '../../../lib/serving/exposure/exposure';
import { guardFor } from '../../../lib/serving/exposure/guard';
import { serving } from '../servings';

const EVERYONE = { sourceRanges: 'everyone' } as const;

test('a server has a guard only where admin calls would be exposed', () => {
  const [{ container }] = serving().serving.tracks;
  expect(guardFor(Exposure.internal(), container, Duration.seconds(30))).toBeUndefined();
  expect(
    guardFor(Exposure.externalLoadBalancer({ ...EVERYONE, ports: ['http'] }), container, Duration.seconds(30)),
  ).toBeUndefined();
  expect(
    guardFor(Exposure.externalLoadBalancer({ ...EVERYONE, adminCalls: 'open' }), container, Duration.seconds(30)),
  ).toBeUndefined();
});

test('the guard passes on the calls of clients and refuses all others', () => {
  const exposure = Exposure.externalLoadBalancer(EVERYONE);
  const [{ container, pod }] = serving({ exposure }).serving.tracks;
  const config: unknown = JSON.parse(container.files?.['guard.json'] ?? '');
  const paths = [...JSON.stringify(config).matchAll(/"(?:prefix|regex)":"([^"]+)"/g)].map(([, path]) => path);
  expect(paths).toEqual(['.*[;%].*', '/tensorflow.serving.PredictionService/', '/grpc.health.v1.Health/', '/']);
  expect(JSON.stringify(config)).toContain(
    '{"match":{"safe_regex":{"regex":".*[;%].*"}},"direct_response":{"status":403}}',
  );
  expect(JSON.stringify(config)).toContain('{"match":{"prefix":"/"},"direct_response":{"status":403}}');
  expect(pod.sidecars).toMatchObject([{ name: 'guard', image: expect.stringMatching(/:distroless-v\d+\.\d+\.\d+$/) }]);
});

test('its requests count in the fit', () => {
  const { resources } = serving({ exposure: Exposure.externalLoadBalancer(EVERYONE) }).serving;
  expect(resources.sidecars).toEqual({ cpuMillis: 50, memory: Size.mebibytes(256), ephemeralStorage: undefined });
});
