import { kinds, pods, type OperatorFacts } from '../operator-facts';
import { OperatorInstall } from '../operator-install';
import { CERT_MANAGER } from './cert-manager';

/** The last version under Apache-2.0. Those from 1.18.0 on have the Business Source License. */
export const SELDON_CORE: OperatorFacts = {
  name: 'seldon-core',
  version: '1.17.1',
  needs: [CERT_MANAGER],
  pods: pods(1, 100, 200),
  serves: ['v1', 'v1alpha2', 'v1alpha3'].flatMap((version) =>
    kinds('machinelearning.seldon.io', version, 'seldondeployments'),
  ),
  charts: [
    {
      name: 'seldon-core',
      repository: 'https://storage.googleapis.com/seldon-charts',
      chart: 'seldon-core-operator',
      version: '1.17.1',
      namespace: 'seldon-system',
      // The chart's own certificate ends after a year, and its webhooks with it.
      values: { certManager: { enabled: true } },
    },
  ],
};

const CORE_2 = ['experiments', 'models', 'pipelines', 'seldonconfigs', 'seldonruntimes', 'serverconfigs', 'servers'];

/** Versions from 2.7.0 on have the Business Source License, so this library installs none. */
export const SELDON_CORE_2: OperatorFacts = {
  name: 'seldon-core-2',
  version: '2.6.0',
  serves: kinds('mlops.seldon.io', 'v1alpha1', ...CORE_2),
  install: OperatorInstall.elsewhere('your team, if its licence allows your use'),
};
