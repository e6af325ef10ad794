import type { SqlDatabaseInstance } from '@cdktf/provider-google/lib/sql-database-instance';
import type { Construct } from 'constructs';
import { isSameIdentity, type IWorkloadIdentity } from '../core/contracts/identity';
import { sqlUserOf, type ISqlDatabase } from '../core/contracts/sql-database';
import { guideAtSynth } from '../core/contracts/guide';
import { nameProblems, type NameRule } from '../core/names/name';
import { ownId, refuseValues } from '../core/problems';
import { WEEK, type Weekday } from './cluster/maintenance-window';
import { attributeOf, google } from './google';
import { emailProblems } from './google-service-account';
import { grantScope } from './grant-scope';
import type { INetwork } from './network';
import { networkLink, privateServicesProblems, requirePrivateServices } from './network/private-services';
import { grantRole } from './project-role';
import { requireServices } from './project-services';
import { ResourceConstruct } from './resource-construct';
import { sqlDatabaseProblems } from './sql-database-problems';
import { contextOf, nameOf, placeOf, placeProblems } from './stack-context';
import { waitFor } from './stack-dependencies';
import { takeName } from './unique-names';

export interface SqlDatabaseProps {
  /** The network of the cluster, such as `cluster.network`, in which it has its address. */
  readonly network: INetwork;
  /** The version of PostgreSQL. A later one is an upgrade in place, during which the database is away. @default 'POSTGRES_17' */
  readonly version?: 'POSTGRES_14' | 'POSTGRES_15' | 'POSTGRES_16' | 'POSTGRES_17';
  /**
   * The machine type of Cloud SQL's edition Enterprise: `db-custom-<CPUs>-<MiB>`, with 1 CPU or an even number up to 96, and
   * 0.9 to 6.5 GiB for each in steps of 256 MiB, 3840 MiB or more. Refused: others. A change restarts it.
   *
   * @default 'db-custom-1-3840' - one CPU, 3.75 GiB
   * @see https://cloud.google.com/sql/docs/postgres/create-instance#machine-types
   */
  readonly tier?: `db-custom-${number}-${number}` | 'db-f1-micro' | 'db-g1-small';
  /** REGIONAL keeps a second machine in another zone, at twice the price. @default 'ZONAL' - nobody can record runs while its zone or its machine is away */
  readonly availabilityType?: 'ZONAL' | 'REGIONAL';
  /** The number of daily backups that are kept, from 1 to 365. Any moment of the last 7 days can be restored besides. @default 7 */
  readonly retainedBackups?: number;
  /** The weekly hour, in UTC, in which Google may restart it for maintenance. @default { day: 'SU', hour: 3 } */
  readonly maintenance?: { readonly day: Weekday; readonly hour: number };
  /** @default 'main' */
  readonly databaseName?: string;
  /** The name of the instance. A deleted instance keeps its name for a week. @default - the stack's prefix and the ids below it */
  readonly instanceName?: string;
  /** @default - the stack's */
  readonly project?: string;
  /** @default - the stack's */
  readonly region?: string;
  /** True if the instance cannot be destroyed until this is turned off and deployed. @default - the stage's `protected`; without it a destruction deletes all runs, and their backups */
  readonly deletionProtection?: boolean;
}

const LONGEST = 96; // Google's limit for the names of a project and an instance together
const ROLES = ['roles/cloudsql.client', 'roles/cloudsql.instanceUser'];

/**
 * A PostgreSQL database in an instance of Cloud SQL of its own, with a private address, backups, and a disk that grows by itself.
 * Pods sign in as their workload identity, without a password. `database.node.defaultChild` is the google_sql_database_instance, with all its overrides.
 *
 * @example
 * const runs = new SqlDatabase(stack, 'runs', { network: cluster.network });
 * runs.grantAccess(identity);
 * new ModelRegistry(chart, 'mlflow', { image, pool, identity, database: RegistryDatabase.cloudSql(runs), artifacts });
 * @see https://cloud.google.com/sql/docs/postgres
 */
export class SqlDatabase extends ResourceConstruct implements ISqlDatabase {
  /** An existing database. Without `users`, the sign-in of a registry is not checked. */
  static fromAttributes(attributes: ISqlDatabase): ISqlDatabase {
    return attributes;
  }

  readonly connectionName: string;
  readonly databaseName: string;
  readonly users: IWorkloadIdentity[] = [];
  private readonly resource: SqlDatabaseInstance;

  constructor(scope: Construct, id: string, props: SqlDatabaseProps) {
    super(scope, ownId(scope, id));
    const { network, version = 'POSTGRES_17', tier = 'db-custom-1-3840', availabilityType = 'ZONAL' } = props;
    const { retainedBackups = 7, maintenance = { day: 'SU', hour: 3 }, databaseName = 'main' } = props;
    const { protected: isProtected, labels } = contextOf(this);
    const { instanceName: name = nameOf(this), deletionProtection: protection = isProtected } = props;
    const project = placeOf(this, 'project', props.project);
    const region = placeOf(this, 'region', props.region);
    this.databaseName = databaseName;
    this.connectionName = `${project}:${region}:${name}`;
    const rule: NameRule = { what: 'Cloud SQL instance', max: LONGEST - project.length, property: 'instanceName' };
    refuseValues(
      this,
      placeProblems(this, 'project', props.project),
      placeProblems(this, 'region', props.region, { code: 'location-form', kind: 'region' }),
      nameProblems(rule, name),
      privateServicesProblems(network),
      sqlDatabaseProblems({ tier, retainedBackups, maintenance }),
    );
    takeName(this, { kind: 'database', name, property: 'instanceName', within: [project], contents: 'all its data' });
    const kept = { backupRetentionSettings: { retainedBackups } };
    const backupConfiguration = { enabled: true, pointInTimeRecoveryEnabled: true, ...kept };
    const privateNetwork = networkLink(network, project);
    const ipConfiguration = { ipv4Enabled: false, privateNetwork, sslMode: 'ENCRYPTED_ONLY' };
    this.resource = new google.SqlDatabaseInstance(this, 'Resource', {
      ...{ project, region, name, databaseVersion: version },
      settings: {
        // The edition of newer versions would else have other machine types.
        ...{ edition: 'ENTERPRISE', tier, availabilityType, diskAutoresize: true, userLabels: { ...labels } },
        // Also against those who do not use Terraform.
        ...{ deletionProtectionEnabled: protection, backupConfiguration, ipConfiguration },
        databaseFlags: [{ name: 'cloudsql.iam_authentication', value: 'on' }],
        maintenanceWindow: { day: WEEK.indexOf(maintenance.day) + 1, hour: maintenance.hour, updateTrack: 'stable' },
      },
      deletionProtection: protection,
      lifecycle: protection ? { preventDestroy: true } : undefined,
      dependsOn: waitFor(this, [...requireServices(this, project, ['sqladmin']), ...requirePrivateServices(network)]),
    });
    const instance = attributeOf(this.resource, 'name');
    // It goes with the instance: PostgreSQL drops no database and no user on which something depends.
    new google.SqlDatabase(this, 'database', { project, instance, name: databaseName, deletionPolicy: 'ABANDON' });
  }

  /** Lets an identity sign in, and make and change tables. DEPLOY.md has the command that gives it that right. */
  grantAccess(identity: IWorkloadIdentity): void {
    const { projectInput: project = '', nameInput: instanceName = '' } = this.resource;
    refuseValues(this, emailProblems('identity.email', identity.email));
    if (this.users.some((user) => isSameIdentity(user, identity))) return;
    this.users.push(identity);
    for (const role of ROLES) grantRole(this, identity.email, { role, project });
    const { scope, dependsOn } = grantScope(this, this.resource, identity.email);
    const name = sqlUserOf(identity);
    const type = 'CLOUD_IAM_SERVICE_ACCOUNT';
    const instance = scope === this ? attributeOf(this.resource, 'name') : instanceName;
    const id = `user-${scope === this ? name : instanceName}`;
    new google.SqlUser(scope, id, { project, instance, name, type, deletionPolicy: 'ABANDON', dependsOn });
    const text = `Let \`${name}\` make tables in the database \`${instanceName}\`:`;
    const command = `gcloud sql users assign-roles '${name}' --type ${type} --instance '${instanceName}' --project '${project}' --database-roles cloudsqlsuperuser`;
    guideAtSynth(scope, () => [{ phase: 'infrastructure', text, commands: [command] }]);
  }
}
