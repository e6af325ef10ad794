import type { LoggingProjectSinkConfig } from '@cdktf/provider-google/lib/logging-project-sink';
import type { Duration } from 'cdk8s';
import { Construct } from 'constructs';
import type { IBucket } from '../core/contracts/bucket';
import { boundsProblems, ownId, refuseValues } from '../core/problems';
import { resourceOf } from './cluster/cluster-pools';
import { attributeOf, google } from './google';
import { requireServices } from './project-services';
import { contextOf, nameOf, projectOf } from './stack-context';
import { waitFor } from './stack-dependencies';
import { takeName } from './unique-names';

interface LogCopy {
  /** The logs that are copied, in the query language of Cloud Logging. @default 'resource.type="k8s_container"' */
  readonly filter?: string;
}

/** A copy of logs in a bucket, where they may stay for years. */
export interface LogArchive extends LogCopy {
  /** The bucket. Its lifecycle says when logs are deleted. */
  readonly bucket: IBucket;
}

/** A copy of logs in tables of BigQuery, for SQL. Terraform does not destroy a dataset with tables. */
export interface LogTables extends LogCopy {
  /** Letters, digits and `_`. @default - the stack's prefix and the ids below it, with `_` for `-` */
  readonly datasetId?: string;
  /** The time after which rows are deleted. Whole days. @default - they stay, and are paid for */
  readonly retention?: Duration;
}

export interface ProjectLogsProps {
  /** The time for which logs can be searched. Whole days, from 1 to 3650. @default - unchanged: 30 days in a new project */
  readonly retention?: Duration;
  /** Filters of logs that cannot be searched; copies still have them. By names of lower-case letters, digits and hyphens. @default {} */
  readonly exclusions?: Readonly<Record<string, string>>;
  /** @default - no copy */
  readonly archive?: LogArchive;
  /** @default - no copy */
  readonly tables?: LogTables;
  /** @default - the stack's */
  readonly project?: string;
}

const CONTAINERS = 'resource.type="k8s_container"';
/** The bucket of Cloud Logging that has all logs of a project but audits. It is always there. */
const DEFAULT_BUCKET = '_Default';

/**
 * Logs of a project: how long they stay, which cannot be searched, and which are copied to a bucket or to tables of BigQuery.
 *
 * @example
 * new ProjectLogs(stack, 'logs', { retention: Duration.days(90), archive: { bucket: new Bucket(stack, 'old-logs') } });
 * @see https://cloud.google.com/logging/docs/routing/overview
 */
export class ProjectLogs extends Construct {
  constructor(scope: Construct, id: string, props: ProjectLogsProps) {
    super(scope, ownId(scope, id));
    const { retention, exclusions = {}, archive, tables } = props;
    const searched = { 'retention in days': retention?.toDays({ integral: false }) };
    const rows = { 'tables.retention in days': tables?.retention?.toDays({ integral: false }) };
    const ofRows = boundsProblems('log-retention', rows, { least: 1 });
    refuseValues(this, boundsProblems('log-retention', searched, { least: 1, most: 3650 }), ofRows);
    const project = projectOf(this, props.project);
    takeName(this, { kind: 'log settings', name: DEFAULT_BUCKET, property: 'project', within: [project] });
    const dependsOn = requireServices(this, project, ['logging']);
    if (retention !== undefined) {
      const config = { location: 'global', bucketId: DEFAULT_BUCKET, retentionDays: retention.toDays() };
      new google.LoggingProjectBucketConfig(this, 'retention', { project, dependsOn, ...config });
    }
    for (const [name, filter] of Object.entries(exclusions)) {
      new google.LoggingProjectExclusion(this, `without-${name}`, { project, dependsOn, name, filter });
    }
    if (archive) {
      const { bucket, filter } = archive;
      const { bucketName } = bucket;
      const made = bucket instanceof Construct ? [resourceOf(bucket) ?? []].flat() : [];
      const copy = { name: nameOf(this), filter, destination: `storage.googleapis.com/${bucketName}` };
      const member = sinkOf(this, 'archive', { ...copy, project, dependsOn: waitFor(this, [...dependsOn, ...made]) });
      const grant = { bucket: bucketName, role: 'roles/storage.objectCreator', member };
      new google.StorageBucketIamMember(this, 'archive-writer', grant);
    }
    if (tables) {
      const name = `${nameOf(this)}-tables`;
      const { datasetId: id = nameOf(this).replaceAll('-', '_'), filter, retention: kept } = tables;
      const dataset = new google.BigqueryDataset(this, 'dataset', {
        ...{ project, datasetId: id, location: contextOf(this).region },
        defaultPartitionExpirationMs: kept?.toMilliseconds(),
        dependsOn: requireServices(this, project, ['bigquery']),
      });
      const member = sinkOf(this, 'tables', {
        ...{ name, project, filter, dependsOn: waitFor(this, [...dependsOn, dataset]) },
        destination: `bigquery.googleapis.com/projects/${project}/datasets/${id}`,
        bigqueryOptions: { usePartitionedTables: true },
      });
      const datasetId = attributeOf(dataset, 'datasetId');
      const grant = { project, datasetId, role: 'roles/bigquery.dataEditor', member };
      new google.BigqueryDatasetIamMember(this, 'tables-writer', grant);
    }
  }
}

/** Copies logs. @returns the account that writes the copy */
function sinkOf(logs: ProjectLogs, id: string, { filter = CONTAINERS, ...config }: LoggingProjectSinkConfig): string {
  const sink = new google.LoggingProjectSink(logs, id, { ...config, filter, uniqueWriterIdentity: true });
  return attributeOf(sink, 'writerIdentity');
}
