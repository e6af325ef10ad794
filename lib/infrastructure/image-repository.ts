import { ArtifactRegistryRepository } from '@cdktf/provider-google/lib/artifact-registry-repository';
import { ArtifactRegistryRepositoryIamMember } from '@cdktf/provider-google/lib/artifact-registry-repository-iam-member';
import type { Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { secondsProblems } from '../core/problems/seconds-problems';
import { flagProblems, optionsProblems, requiredProblems, textProblems } from '../core/problems/given';
import type { IWorkloadIdentity } from '../core/contracts/identity';
import { isImagePath, isImageTag } from '../core/names/image-name';
import { KINDS } from '../core/problems/kinds';
import { nameProblems } from '../core/names/name';
import { refuse } from '../core/problems/errors';
import type { Problem } from '../core/problems/problem';
import { projectProblems } from '../core/names/project-id';
import { isRegion } from '../core/hardware/zones';
import { takeName } from './unique-names';
import { contextOf, nameOf, placeOf } from './stack-context';
import { grantScope } from './grant-scope';
import { requireServices } from './project-services';
import { emailProblems } from './service-account';

/** Where images of containers are. */
export interface IImageRepository {
  readonly repositoryId: string;
  readonly location: string;
  readonly project: string;
  /** What the names of its images begin with: `<location>-docker.pkg.dev/<project>/<repository>`. */
  readonly repositoryUri: string;
  /** The full name of an image. Refused if name or tag are not of the form that registries take. */
  imageUri(name: string, tag: string): string;
}

/** Where a repository is, and how long it keeps what. */
export interface ImageRepositoryProps {
  /** Up to 63 characters. @default - the stack's prefix and the ids below it */
  readonly repositoryId?: string;
  /** A region, or `us`, `europe`, `asia`. @default - the stack's region */
  readonly location?: string;
  /** @default - the stack's */
  readonly project?: string;
  /** Whether a tag always means the same image once it is pushed. @default false */
  readonly immutableTags?: boolean;
  /** Deletes images without a tag at this age. @default - they stay */
  readonly deleteUntaggedAfter?: Duration;
}

/** What is known of a repository that others made. */
export interface ImageRepositoryAttributes {
  readonly repositoryId: string;
  readonly location: string;
  readonly project: string;
}

const AREAS = ['us', 'europe', 'asia'];

/**
 * A repository of container images in Artifact Registry. Nodes of a TrainingCluster in the same project
 * can pull from it; others need `grantPull`.
 *
 * @see https://cloud.google.com/artifact-registry/docs/docker
 */
export class ImageRepository extends Construct implements IImageRepository {
  /** A repository that is there already. */
  static fromAttributes(attributes: ImageRepositoryAttributes): IImageRepository {
    const given = { ...attributes };
    refuse('ImageRepository.fromAttributes', [...repositoryProblems(given), ...projectProblems(given.project)]);
    const repositoryUri = uriOf(attributes);
    return { ...attributes, repositoryUri, imageUri: (name, tag) => imageUri(repositoryUri, name, tag) };
  }

  readonly repositoryId: string;
  readonly location: string;
  readonly project: string;
  readonly repositoryUri: string;
  private readonly resource: ArtifactRegistryRepository;

  constructor(scope: Construct, id: string, props: ImageRepositoryProps = {}) {
    super(scope, id);
    refuse(this, optionsProblems(props));
    this.repositoryId = props.repositoryId ?? nameOf(this);
    this.project = placeOf(this, 'project', props.project);
    this.location = placeOf(this, 'location', props.location ?? contextOf(this).region);
    this.repositoryUri = uriOf(this);
    const { immutableTags = false, deleteUntaggedAfter } = props;
    refuse(this, [
      ...repositoryProblems(this),
      ...flagProblems(props, 'immutableTags'),
      ...secondsProblems('deleteUntaggedAfter', deleteUntaggedAfter, 1),
    ]);
    takeName(this, {
      kind: 'repository',
      name: this.repositoryId,
      property: 'repositoryId',
      within: [this.project, this.location],
    });
    this.resource = new ArtifactRegistryRepository(this, 'Resource', {
      project: this.project,
      location: this.location,
      repositoryId: this.repositoryId,
      format: 'DOCKER',
      // Google does not store false: written out, every plan would set it again.
      ...(immutableTags ? { dockerConfig: { immutableTags } } : {}),
      ...(deleteUntaggedAfter === undefined
        ? {}
        : {
            cleanupPolicies: [
              {
                id: 'delete-untagged',
                action: 'DELETE',
                condition: { tagState: 'UNTAGGED', olderThan: `${String(deleteUntaggedAfter.toSeconds())}s` },
              },
            ],
          }),
      dependsOn: requireServices(this, this.project, ['artifactregistry']),
    });
  }

  imageUri(name: string, tag: string): string {
    return imageUri(this.repositoryUri, name, tag);
  }

  /** Lets somebody pull images. @param who an identity, or the address of a service account such as `cluster.nodeServiceAccountEmail` */
  grantPull(who: IWorkloadIdentity | string): void {
    if (typeof who !== 'string') refuse(this, requiredProblems({ who }, { who: KINDS.identity }));
    const email = typeof who === 'string' ? who : who.email;
    refuse(this, emailProblems('who', email));
    const { scope, dependsOn } = grantScope(this, this.resource, email);
    const id = `pull-${scope === this ? email : this.repositoryUri.replaceAll('/', '.')}`;
    if (scope.node.tryFindChild(id)) return;
    new ArtifactRegistryRepositoryIamMember(scope, id, {
      project: this.project,
      location: this.location,
      repository: scope === this ? this.resource.name : this.repositoryId,
      role: 'roles/artifactregistry.reader',
      member: `serviceAccount:${email}`,
      dependsOn,
    });
  }
}

/** A project of a domain, `example.com:project`, has a slash there. */
function uriOf({ location, project, repositoryId }: ImageRepositoryAttributes): string {
  return `${location}-docker.pkg.dev/${project.replace(':', '/')}/${repositoryId}`;
}

function imageUri(repositoryUri: string, name: string, tag: string): string {
  const expression = `imageUri(${JSON.stringify(name)}, ${JSON.stringify(tag)})`;
  refuse(expression, [
    ...textProblems('name', name, 'give the name of the image, such as "mnist"'),
    ...textProblems('tag', tag, 'give the tag of the image, such as "1"'),
  ]);
  refuse(expression, [
    ...(isImagePath(name, repositoryUri)
      ? []
      : [
          imageProblem(
            'name',
            name,
            'lower-case letters and digits, parted by ".", "_", "-" or "/", 255 characters with the repository',
          ),
        ]),
    ...(isImageTag(tag)
      ? []
      : [imageProblem('tag', tag, 'up to 128 letters, digits, ".", "_" and "-", not beginning with "." or "-"')]),
  ]);
  return `${repositoryUri}/${name}:${tag}`;
}

function imageProblem(property: string, value: string, form: string): Problem {
  return {
    code: 'image-name',
    property,
    message: `${property} ${JSON.stringify(value)} cannot stand in the name of an image`,
    fix: `use ${form}`,
  };
}

function repositoryProblems({ repositoryId, location }: ImageRepositoryAttributes): Problem[] {
  const noText = textProblems('location', location, 'give its location, such as "us-east1" or "us"');
  return [
    ...nameProblems({ what: 'repository', max: 63, property: 'repositoryId' }, repositoryId),
    ...(noText.length > 0 || isRegion(location) || AREAS.includes(location)
      ? noText
      : [
          {
            code: 'repository-location',
            property: 'location',
            message: `a repository cannot be in ${JSON.stringify(location)}`,
            fix: 'use a region such as "us-east1" (not a zone), or "us", "europe" or "asia"',
          },
        ]),
  ];
}
