import type { IWorkloadIdentity } from '../core/contracts/identity';
import { lacksUser, sqlUserOf, type ISqlDatabase } from '../core/contracts/sql-database';
import { problem, type Problem } from '../core/problems/problem';
import type { Sidecar } from '../pods/containers/sidecar';
import type { RegistryDatabase } from './registry-store';

const IMAGE = 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3';
const PORT = 5432;

/**
 * The Cloud SQL Auth Proxy, which encrypts the connections of its pod and signs them in as the pod's identity.
 *
 * @see https://github.com/GoogleCloudPlatform/cloud-sql-proxy
 */
export function sqlProxy({ connectionName }: ISqlDatabase): Sidecar {
  const args = ['--private-ip', '--auto-iam-authn', '--structured-logs', `--port=${PORT}`, connectionName];
  return { name: 'cloud-sql-proxy', image: IMAGE, args };
}

/** The database at the proxy's address, for SQLAlchemy. */
export function sqlProxyUrl({ databaseName }: ISqlDatabase, identity: IWorkloadIdentity | undefined): string {
  const user = identity ? encodeURIComponent(sqlUserOf(identity)) : '';
  return `postgresql+psycopg2://${user}@127.0.0.1:${PORT}/${databaseName}`;
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
