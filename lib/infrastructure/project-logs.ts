import type { Duration } from 'cdk8s';
import { Construct } from 'constructs';
import type { IBucket } from '../core/contracts/bucket';
import { refuseValues } from '../core/problems/errors';
import { ownId } from '../core/problems/own-id';
import { resourceOf } from './cluster/cluster-pools';
import { attributeOf, google } from './google';
import { requireServices } from './project-services';
import { nameOf, placeOf, placeProblems } from './stack-context';
import { waitFor } from './stack-dependencies';
import { takeName } from './unique-names';

/** A copy of logs in a bucket, where they may stay for years. */
export interface LogArchive {
  /** The bucket. Its lifecycle says when logs are deleted. */
  readonly bucket: IBucket;
  /** The logs that are copied, in the query language of Cloud Logging. @default 'resource.type="k8s_container"' */
  readonly filter?: string;
}

export interface ProjectLogsProps {
  /** The time for which logs can be searched. Whole days, from 1 to 3650. @default - unchanged: 30 days in a new project */
  readonly retention?: Duration;
  /** Filters of logs that are not kept, by names of lower-case letters, digits and hyphens. @default {} */
  readonly exclusions?: Readonly<Record<string, string>>;
  /** @default - no copy */
  readonly archive?: LogArchive;
  /** @default - the stack's */
  readonly project?: string;
}

/** The bucket of Cloud Logging that has all logs of a project but audits. It is always there. */
const DEFAULT_BUCKET = '_Default';

/**
 * Logs of a project: how long they stay, which are not kept, and which are copied to a bucket.
 *
 * @example
 * new ProjectLogs(stack, 'logs', { retention: Duration.days(90), archive: { bucket: new Bucket(stack, 'old-logs') } });
 * @see https://cloud.google.com/logging/docs/routing/overview
 */
export class ProjectLogs extends Construct {
  constructor(scope: Construct, id: string, props: ProjectLogsProps) {
    super(scope, ownId(scope, id));
    const { retention, exclusions = {}, archive } = props;
    const project = placeOf(this, 'project', props.project);
    refuseValues(this, placeProblems(this, 'project', props.project));
    takeName(this, { kind: 'log settings', name: DEFAULT_BUCKET, property: 'project', within: [project] });
    const dependsOn = requireServices(this, project, ['logging']);
    const common = { project, dependsOn };
    if (retention !== undefined) {
      const config = { location: 'global', bucketId: DEFAULT_BUCKET, retentionDays: retention.toDays() };
      new google.LoggingProjectBucketConfig(this, 'retention', { ...common, ...config });
    }
    for (const [name, filter] of Object.entries(exclusions)) {
      new google.LoggingProjectExclusion(this, `without-${name}`, { ...common, name, filter });
    }
    if (archive === undefined) return;
    const { bucket, filter = 'resource.type="k8s_container"' } = archive;
    const destination = `storage.googleapis.com/${bucket.bucketName}`;
    const made = bucket instanceof Construct ? [resourceOf(bucket) ?? []].flat() : [];
    const sink = new google.LoggingProjectSink(this, 'archive', {
      ...{ ...common, name: nameOf(this), destination, filter, uniqueWriterIdentity: true },
      dependsOn: waitFor(this, [...dependsOn, ...made]),
    });
    new google.StorageBucketIamMember(this, 'archive-writer', {
      ...{ bucket: bucket.bucketName, role: 'roles/storage.objectCreator' },
      member: attributeOf(sink, 'writerIdentity'),
    });
  }
}
