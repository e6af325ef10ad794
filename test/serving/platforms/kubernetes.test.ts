import { expect, test } from 'vitest';
import { podsDigest } from '../../../lib/serving/platforms/kubernetes';

const METADATA = { labels: { app: 'mnist' } };

test('the digest of pods does not depend on the order of the fields of their spec, nor on fields that are not written', () => {
  const digest = podsDigest({ metadata: METADATA, spec: { containers: [], hostIPC: true } });
  expect(digest).toMatch(/^[0-9a-f]{16}$/);
  expect(podsDigest({ metadata: METADATA, spec: { hostIPC: true, subdomain: undefined, containers: [] } })).toBe(
    digest,
  );
});

test('other pods have another digest', () => {
  const digests = [true, false].map((hostIPC) => podsDigest({ metadata: METADATA, spec: { hostIPC } }));
  expect(new Set(digests).size).toBe(2);
});
