import { applyRelease, kinds, pods, rollout, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

export const LWS: OperatorFacts = {
  name: 'lws',
  version: '0.10.0',
  serves: [
    ...kinds('leaderworkerset.x-k8s.io', 'v1', 'leaderworkersets'),
    ...kinds('disaggregatedset.x-k8s.io', 'v1', 'disaggregatedsets', 'disaggregatedsetrolescalers'),
  ],
  pods: pods(2, 1000, 1024),
  install: OperatorInstall.command(applyRelease('kubernetes-sigs/lws', '0.10.0', 'manifests.yaml'), {
    ready: rollout('lws-system', 'lws-controller-manager'),
  }),
  charts: [
    {
      name: 'lws',
      repository: 'oci://registry.k8s.io/lws/charts',
      chart: 'lws',
      version: '0.10.0',
      namespace: 'lws-system',
    },
  ],
};
