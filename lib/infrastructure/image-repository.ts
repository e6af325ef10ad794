import type { ArtifactRegistryRepository } from '@cdktf/provider-google/lib/artifact-registry-repository';
import type { Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { addRepository } from '../core/contracts/image-repositories';
import { IDENTITY, type IWorkloadIdentity } from '../core/contracts/identity';
import { isRegion } from '../core/hardware/location';
import { locationAdvice } from '../core/hardware/zone-advice';
import { isImagePath, isImageTag } from '../core/names/image-name';
import { nameProblems, nameText } from '../core/names/name';
import { PROJECT, projectProblems } from '../core/names/project-id';
import { advise, checkProps } from '../core/problems/check';
import { accepted, acceptedType, refuses, refuseValues } from '../core/problems/errors';
import { problem, valueText, type Problem } from '../core/problems/problem';
import {
  DURATION,
  either,
  FLAG,
  optional,
  optionProblems,
  text,
  typeProblems,
  type Rules,
} from '../core/problems/rules';
import { secondsProblems } from '../core/problems/seconds-problems';
import { ownId } from '../core/problems/own-id';
import { ENCRYPTION_KEY, guideKey, keyProblems } from './encryption-key';
import { attributeOf, google } from './google';
import { grantScope } from './grant-scope';
import { requireServices } from './project-services';
import { ACCOUNT_EMAIL, emailProblems } from './service-account';
import { nameOf, placeOf, placeProblems } from './stack-context';
import { takeName } from './unique-names';

/** A repository of container images. */
export interface IImageRepository {
  readonly repositoryId: string;
  readonly location: string;
  readonly project: string;
  /** The prefix of its image names: `<location>-docker.pkg.dev/<project>/<repository>`. */
  readonly repositoryUri: string;
  /** The full name of an image. A name or tag that registries do not take is refused. */
  imageUri(name: string, tag: string): string;
}

/** The location of a repository, and how long it keeps images. */
export interface ImageRepositoryProps {
  /** Up to 63 characters. @default - the stack's prefix and the ids below it */
  readonly repositoryId?: string;
  /** A region, or `us`, `europe`, `asia`. @default - the stack's region */
  readonly location?: string;
  /** @default - the stack's */
  readonly project?: string;
  /** Whether a tag always means the same image once it is pushed. @default false */
  readonly immutableTags?: boolean;
  /** The full name of the key of Cloud KMS that encrypts images, in the repository's location. A change replaces it. @default - Google's keys */
  readonly encryptionKey?: string;
  /** Deletes images without a tag at this age. Whole seconds, 1 or more. @default - they stay */
  readonly deleteUntaggedAfter?: Duration;
}

const LOCATION = text('give its location, such as "us-east1" or "us"');
const IMAGE_REPOSITORY_PROPS: Rules<ImageRepositoryProps> = {
  repositoryId: optional(nameText()),
  location: optional(LOCATION),
  project: optional(PROJECT),
  immutableTags: optional(FLAG),
  encryptionKey: optional(ENCRYPTION_KEY),
  deleteUntaggedAfter: optional(DURATION),
};

/** Known facts about an existing repository. */
export interface ImageRepositoryAttributes {
  readonly repositoryId: string;
  readonly location: string;
  readonly project: string;
}

const IMAGE_REPOSITORY_ATTRIBUTES: Rules<ImageRepositoryAttributes> = {
  repositoryId: nameText(),
  location: LOCATION,
  project: PROJECT,
};

const IMAGE_PARTS = {
  name: text('give the name of the image, such as "mnist"'),
  tag: text('give the tag of the image, such as "1"'),
};

const AREAS = ['us', 'europe', 'asia'];

/**
 * A repository of container images in Artifact Registry. Nodes of a TrainingCluster in the same project
 * can pull from it; others need `grantPull`.
 *
 * @see https://cloud.google.com/artifact-registry/docs/docker
 */
export class ImageRepository extends Construct implements IImageRepository {
  /** An existing repository. */
  static fromAttributes(attributes: ImageRepositoryAttributes): IImageRepository {
    const types = optionProblems(attributes, IMAGE_REPOSITORY_ATTRIBUTES);
    return acceptedType('ImageRepository.fromAttributes', types, attributeProblems(attributes), () => {
      const repositoryUri = uriOf(attributes);
      return { ...attributes, repositoryUri, imageUri: (name, tag) => imageUri(repositoryUri, name, tag) };
    });
  }

  readonly repositoryId: string;
  readonly location: string;
  readonly project: string;
  readonly repositoryUri: string;
  private readonly granted: string[] = [];
  private readonly resource: ArtifactRegistryRepository;

  constructor(scope: Construct, id: string, props: ImageRepositoryProps = {}) {
    super(scope, ownId(scope, id));
    const usable = checkProps(this, props, IMAGE_REPOSITORY_PROPS);
    this.repositoryId = usable.repositoryId ?? nameOf(this);
    this.project = placeOf(this, 'project', usable.project);
    this.location = placeOf(this, 'location', usable.location);
    this.repositoryUri = uriOf(this);
    const { immutableTags = false, deleteUntaggedAfter, encryptionKey } = usable;
    refuseValues(this, [
      ...placeProblems(this, 'project', usable.project),
      ...placeProblems(this, 'location', usable.location),
      ...repositoryProblems(this),
      ...secondsProblems('deleteUntaggedAfter', deleteUntaggedAfter, 1),
      ...keyProblems('encryptionKey', encryptionKey, this.location),
    ]);
    guideKey(this, 'images', { key: encryptionKey, project: this.project });
    const { location } = usable;
    // The region of a stage is checked at its stack.
    if (location !== undefined && isRegion(location)) advise(this, ...locationAdvice([location]));
    takeName(this, {
      kind: 'repository',
      name: this.repositoryId,
      property: 'repositoryId',
      within: [this.project, this.location],
      contents: 'all its images',
    });
    addRepository(this);
    this.resource = new google.ArtifactRegistryRepository(this, 'Resource', {
      project: this.project,
      location: this.location,
      repositoryId: this.repositoryId,
      format: 'DOCKER',
      kmsKeyName: encryptionKey,
      // Google does not store false. If it were written, every plan would set it again.
      dockerConfig: immutableTags ? { immutableTags } : undefined,
      cleanupPolicies: deleteUntaggedAfter && [
        {
          id: 'delete-untagged',
          action: 'DELETE',
          condition: { tagState: 'UNTAGGED', olderThan: `${String(deleteUntaggedAfter.toSeconds())}s` },
        },
      ],
      dependsOn: requireServices(this, this.project, ['artifactregistry']),
    });
  }

  /** The accounts that `grantPull` lets pull. */
  get pullers(): readonly string[] {
    return this.granted;
  }

  imageUri(name: string, tag: string): string {
    return imageUri(this.repositoryUri, name, tag);
  }

  /** Lets an account pull images. @param who an identity, or the address of a service account such as `cluster.nodeServiceAccountEmail` */
  grantPull(who: IWorkloadIdentity | string): void {
    if (refuses(this, typeProblems({ who }, { who: either(ACCOUNT_EMAIL, IDENTITY) }))) return;
    const email = typeof who === 'string' ? who : who.email;
    refuseValues(this, emailProblems('who', email));
    this.granted.push(email);
    const { scope, dependsOn } = grantScope(this, this.resource, email);
    const id = `pull-${scope === this ? email : this.repositoryUri.replaceAll('/', '.')}`;
    if (scope.node.tryFindChild(id)) return;
    new google.ArtifactRegistryRepositoryIamMember(scope, id, {
      project: this.project,
      location: this.location,
      repository: scope === this ? attributeOf(this.resource, 'name') : this.repositoryId,
      role: 'roles/artifactregistry.reader',
      member: `serviceAccount:${email}`,
      dependsOn,
    });
  }
}

/** The URI of a repository. In a project of a domain, `example.com:project`, the colon becomes a slash. */
function uriOf({ location, project, repositoryId }: ImageRepositoryAttributes): string {
  return `${location}-docker.pkg.dev/${project.replace(':', '/')}/${repositoryId}`;
}

function imageUri(repositoryUri: string, name: string, tag: string): string {
  const expression = `imageUri(${valueText(name)}, ${valueText(tag)})`;
  const checks = [typeProblems({ name, tag }, IMAGE_PARTS), imageUriProblems(repositoryUri, name, tag)];
  return accepted(expression, checks, () => `${repositoryUri}/${name}:${tag}`);
}

function* imageUriProblems(repositoryUri: string, name: string, tag: string): Generator<Problem> {
  if (!isImagePath(name, repositoryUri)) {
    const form = 'lower-case letters and digits, separated by ".", "_", "-" or "/", 255 characters with the repository';
    yield imageProblem('name', name, form);
  }
  if (!isImageTag(tag)) {
    const form = 'up to 128 letters, digits, ".", "_" and "-", not beginning with "." or "-"';
    yield imageProblem('tag', tag, form);
  }
}

function imageProblem(property: string, value: string, form: string): Problem {
  const message = `${property} ${JSON.stringify(value)} cannot be part of the name of an image`;
  return problem('image-name', property, message, `use ${form}`);
}

function* attributeProblems(attributes: ImageRepositoryAttributes): Generator<Problem> {
  yield* repositoryProblems(attributes);
  yield* projectProblems(attributes.project);
}

function* repositoryProblems({ repositoryId, location }: ImageRepositoryAttributes): Generator<Problem> {
  yield* nameProblems({ what: 'repository', max: 63, property: 'repositoryId' }, repositoryId);
  if (location === '' || isRegion(location) || AREAS.includes(location)) return;
  yield problem(
    'repository-location',
    'location',
    `a repository cannot be in ${JSON.stringify(location)}`,
    'use a region such as "us-east1" (not a zone), or "us", "europe" or "asia"',
  );
}
