import type { JsonObject } from '../kubernetes/manifest';

/** The client that a provider of identities knows the hub as. */
export interface HubClient {
  /** The name under which people reach the hub, such as `hub.acme.com`. The provider has to know `https://hub.acme.com/hub/oauth_callback`. */
  readonly host: string;
  /** The id under which the provider knows the hub. */
  readonly clientId: string;
  /** The name of a Secret of the namespace, with the client's secret in `client-secret`. */
  readonly secretName: string;
}

/** The way in which people show who they are. */
export interface HubSignIn {
  readonly '~type': 'HubSignIn';
  /** Settings of JupyterHub by the classes that have them. */
  readonly config: JsonObject;
  /** The Secret with the secret of the client. @default - none: anybody signs in */
  readonly secretName?: string;
}

/** The ways to sign in. Groups of people and other providers: `values` of the hub. */
export const HubSignIn = {
  /** The Google accounts of one organization, such as `acme.com`. @see https://oauthenticator.readthedocs.io */
  google: (organization: string, client: HubClient) =>
    oauth('google', 'GoogleOAuthenticator', client, { hosted_domain: [organization], allow_all: true }),
  /** The members of an organization of GitHub. @see https://oauthenticator.readthedocs.io */
  gitHub: (organization: string, client: HubClient) =>
    oauth('github', 'GitHubOAuthenticator', client, { allowed_organizations: [organization], scope: ['read:org'] }),
  /** Any name with any password, for a cluster on a laptop. */
  anybody: (): HubSignIn => signIn('dummy', { DummyAuthenticator: { allow_all: true } }),
};

function signIn(authenticator: string, settings: JsonObject, secretName?: string): HubSignIn {
  const config = { JupyterHub: { authenticator_class: authenticator }, ...settings };
  return { '~type': 'HubSignIn', config, secretName };
}

function oauth(authenticator: string, settings: string, { host, clientId, secretName }: HubClient, more: JsonObject) {
  const common = { client_id: clientId, oauth_callback_url: `https://${host}/hub/oauth_callback` };
  return signIn(authenticator, { [settings]: { ...common, ...more } }, secretName);
}
