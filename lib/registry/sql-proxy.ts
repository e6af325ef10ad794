import type { IWorkloadIdentity } from '../core/contracts/identity';
import { lacksUser, sqlUserOf, type ISqlDatabase } from '../core/contracts/sql-database';
import { problem, type Problem } from '../core/problems/problem';
import type { Sidecar } from '../pods/containers/sidecar';

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

/** The URL of a database at the proxy of a pod. Without an identity the program is refused. */
export function proxiedUrl({ databaseName }: ISqlDatabase) {
  return (scheme: string, identity?: IWorkloadIdentity): string => {
    const user = identity ? encodeURIComponent(sqlUserOf(identity)) : '';
    return `${scheme}://${user}@127.0.0.1:${PORT}/${databaseName}`;
  };
}

/** Problems of the identity that signs in to a database of Cloud SQL. */
export function* signInProblems(database: ISqlDatabase, identity?: IWorkloadIdentity): Generator<Problem> {
  if (identity && !lacksUser(database, identity)) return;
  const who = identity ? `identity ${identity.email}` : 'a registry without identity';
  const message = `${who} may not sign in to database "${database.connectionName}"`;
  yield problem('registry-sign-in', 'identity', message, 'set identity, and call grantAccess of the database with it');
}
