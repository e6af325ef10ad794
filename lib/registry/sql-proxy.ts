import type { IWorkloadIdentity } from '../core/contracts/identity';
import { lacksUser, sqlUserOf } from '../core/contracts/sql-database';
import { problem, type Problem } from '../core/problems/problem';
import type { EnvValue } from '../pods/containers/env-value';
import type { Sidecar } from '../pods/containers/sidecar';
import type { PostgresPlace, RegistryDatabase } from './registry-store';

const IMAGE = 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3';
const PORT = 5432;

/**
 * The Cloud SQL Auth Proxy, which encrypts the connections of its pod and signs them in as the pod's identity.
 *
 * @see https://github.com/GoogleCloudPlatform/cloud-sql-proxy
 */
export function sqlProxies({ place }: RegistryDatabase): Sidecar[] {
  if (place.kind !== 'cloudSql') return [];
  const { connectionName } = place.database;
  const args = ['--private-ip', '--auto-iam-authn', '--structured-logs', `--port=${PORT}`, connectionName];
  return [{ name: 'cloud-sql-proxy', image: IMAGE, args }];
}

/** The variable of a database's URL. The proxy's address is that of a database of Cloud SQL. */
export function urlOfPostgres(place: PostgresPlace, scheme: string, identity?: IWorkloadIdentity): string | EnvValue {
  if (place.kind === 'url') return place.url;
  const user = identity ? encodeURIComponent(sqlUserOf(identity)) : '';
  return `${scheme}://${user}@127.0.0.1:${PORT}/${place.database.databaseName}`;
}

/** Problems of the identity that signs in to a database of Cloud SQL. */
export function* signInProblems({ place }: RegistryDatabase, identity?: IWorkloadIdentity): Generator<Problem> {
  if (place.kind !== 'cloudSql' || (identity && !lacksUser(place.database, identity))) return;
  const { connectionName } = place.database;
  const message = identity
    ? `identity ${identity.email} may not sign in to database "${connectionName}"`
    : `the registry signs in to database "${connectionName}" by its identity, but has none`;
  const fix = identity
    ? 'call grantAccess of the database'
    : 'set identity, and call grantAccess of the database with it';
  yield problem('registry-sign-in', 'identity', message, fix);
}
