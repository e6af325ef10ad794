import type { Duration } from 'cdk8s';
import { Construct } from 'constructs';
import type { IBucket } from '../core/contracts/bucket';
import { boundsText, isWithin, type Bounds } from '../core/problems/bounds';
import { refuseValues } from '../core/problems/errors';
import { problem, type Problem } from '../core/problems/problem';
import { ownId } from '../core/problems/own-id';
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

/** A copy of logs in tables of BigQuery, which SQL asks. Terraform stops at a dataset that has tables. */
export interface LogTables extends LogCopy {
  /** Letters, digits and `_`. @default - the stack's prefix and the ids below it, with `_` for `-` */
  readonly datasetId?: string;
  /** The time after which rows are deleted. Whole days. @default - they stay */
  readonly retention?: Duration;
}

export interface ProjectLogsProps {
  /** The time for which logs can be searched. Whole days, from 1 to 3650. @default - unchanged: 30 days in a new project */
  readonly retention?: Duration;
  /** Filters of logs that are not kept, by names of lower-case letters, digits and hyphens. @default {} */
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
 * Logs of a project: how long they stay, which are not kept, and which are copied to a bucket or to tables of BigQuery.
 *
 * @example
 * new ProjectLogs(stack, 'logs', { retention: Duration.days(90), archive: { bucket: new Bucket(stack, 'old-logs') } });
 * @see https://cloud.google.com/logging/docs/routing/overview
 */
export class ProjectLogs extends Construct {
  constructor(scope: Construct, id: string, props: ProjectLogsProps) {
    super(scope, ownId(scope, id));
    const { retention, exclusions = {}, archive, tables } = props;
    const searched = daysProblems('retention', retention, { least: 1, most: 3650 });
    refuseValues(this, searched, daysProblems('tables.retention', tables?.retention, { least: 1 }));
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
    const common = { project, uniqueWriterIdentity: true };
    if (archive) {
      const { bucket, filter = CONTAINERS } = archive;
      const { bucketName } = bucket;
      const made = bucket instanceof Construct ? [resourceOf(bucket) ?? []].flat() : [];
      const sink = new google.LoggingProjectSink(this, 'archive', {
        ...{ ...common, name: nameOf(this), filter, dependsOn: waitFor(this, [...dependsOn, ...made]) },
        destination: `storage.googleapis.com/${bucketName}`,
      });
      const member = attributeOf(sink, 'writerIdentity');
      const grant = { bucket: bucketName, role: 'roles/storage.objectCreator', member };
      new google.StorageBucketIamMember(this, 'archive-writer', grant);
    }
    if (tables) {
      const { datasetId = nameOf(this).replaceAll('-', '_'), filter = CONTAINERS, retention: kept } = tables;
      const dataset = new google.BigqueryDataset(this, 'dataset', {
        ...{ project, datasetId, location: contextOf(this).region },
        defaultPartitionExpirationMs: kept?.toMilliseconds(),
        dependsOn: requireServices(this, project, ['bigquery']),
      });
      const sink = new google.LoggingProjectSink(this, 'tables', {
        ...{ ...common, name: `${nameOf(this)}-tables`, filter, dependsOn: waitFor(this, [...dependsOn, dataset]) },
        destination: `bigquery.googleapis.com/projects/${project}/datasets/${datasetId}`,
        bigqueryOptions: { usePartitionedTables: true },
      });
      const member = attributeOf(sink, 'writerIdentity');
      const grant = {
        project,
        datasetId: attributeOf(dataset, 'datasetId'),
        role: 'roles/bigquery.dataEditor',
        member,
      };
      new google.BigqueryDatasetIamMember(this, 'tables-writer', grant);
    }
  }
}

function* daysProblems(property: string, time: Duration | undefined, bounds: Bounds): Generator<Problem> {
  const days = time?.toDays({ integral: false });
  if (days === undefined || isWithin(days, bounds)) return;
  yield problem('log-retention', property, `${property} is ${days} days`, `use ${boundsText(bounds)} for its days`);
}
