import { applyRelease, kinds, rollout, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';

export const CERT_MANAGER: OperatorFacts = {
  name: 'cert-manager',
  version: '1.21.1',
  serves: [
    ...kinds('cert-manager.io', 'v1', 'certificates', 'certificaterequests', 'issuers', 'clusterissuers'),
    ...kinds('acme.cert-manager.io', 'v1', 'challenges', 'orders'),
  ],
  install: OperatorInstall.command(applyRelease('cert-manager/cert-manager', '1.21.1', 'cert-manager.yaml'), {
    ready: rollout('cert-manager', 'cert-manager', 'cert-manager-cainjector', 'cert-manager-webhook'),
  }),
  charts: [
    {
      name: 'cert-manager',
      repository: 'oci://quay.io/jetstack/charts',
      chart: 'cert-manager',
      version: 'v1.21.1',
      namespace: 'cert-manager',
      values: { crds: { enabled: true } },
    },
  ],
};
