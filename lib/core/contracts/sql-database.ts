import { isSameIdentity, type IWorkloadIdentity } from './identity';

/** The facts of a database of Cloud SQL that a workload needs. */
export interface ISqlDatabase {
  /** The instance, as `project:region:name`. */
  readonly connectionName: string;
  /** The name of the database in the instance. */
  readonly databaseName: string;
  /** The identities that may sign in. @default - not known, not checked */
  readonly users?: readonly IWorkloadIdentity[];
}

/** The user of PostgreSQL that a Google service account signs in as. */
export function sqlUserOf({ email }: IWorkloadIdentity): string {
  return email.replace(/\.gserviceaccount\.com$/, '');
}

/** True if an identity is known not to sign in to a database. */
export function lacksUser({ users }: ISqlDatabase, identity: IWorkloadIdentity): boolean {
  return users !== undefined && !users.some((user) => isSameIdentity(user, identity));
}
