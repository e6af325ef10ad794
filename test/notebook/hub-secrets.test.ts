import { expect, test } from 'vitest';
import { hubSecrets } from '../../lib/notebook/hub-secrets';

test('the Secrets in values of a chart are found by variables, volumes and the name of one that is there', () => {
  const secretKeyRef = { name: 'hub-client', key: 'client-secret' };
  const values = {
    hub: {
      extraEnv: { OAUTH_CLIENT_SECRET: { valueFrom: { secretKeyRef } }, OTHER: 'text' },
      existingSecret: 'hub-own',
      config: { JupyterHub: { authenticator_class: 'google' } },
    },
    singleuser: {
      extraEnv: [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'tokens', key: 'hub' } } }],
      storage: { extraVolumes: [{ name: 'keys', secret: { secretName: 'keys' } }] },
    },
  };
  const named = ['Secret `hub-own`', 'Secret `tokens` with key `hub`', 'Secret `keys`'];
  expect(hubSecrets(values)).toEqual(['Secret `hub-client` with key `client-secret`', ...named]);
});
