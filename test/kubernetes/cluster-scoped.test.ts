import { App, Chart, JsonPatch } from 'cdk8s';
import { expect, test } from 'vitest';
import { clusterScoped, namespaceOf } from '../../lib/kubernetes/cluster-scoped';

test.for([[], [JsonPatch.add('/metadata/labels', { team: 'a' })]])(
  'an object of the cluster has no namespace, with patches as well: %#',
  (patches) => {
    const chart = new Chart(new App(), 'chart', { namespace: 'training' });
    const object = clusterScoped(chart, 'volume', {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'models' },
    });
    object.addJsonPatch(...patches);
    const labels = patches.length > 0 ? { labels: { team: 'a' } } : {};
    expect(object.toJson()).toEqual({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'models', ...labels },
    });
    expect(namespaceOf(object)).toBeUndefined();
  },
);
