import {
  accepted,
  advise,
  firstTime,
  ownId,
  refuseValues,
  secondsProblems,
  valueText,
  type Problem,
} from '../core/problems';
import type { ArtifactRegistryRepository } from '@cdktf/provider-google/lib/artifact-registry-repository';
import type { Duration } from 'cdk8s';
import type { Construct } from 'constructs';
import { guideAtSynth } from '../core/contracts/guide';
import { addRepository } from '../core/contracts/image-repositories';
import type { IWorkloadIdentity } from '../core/contracts/identity';
import { isRegion, placesProblems, type Places } from '../core/hardware/location';
import { locationAdvice } from '../core/hardware/zone-advice';
import { imageProblems } from '../core/names/image-name';
import { nameProblems, type NameRule } from '../core/names/name';
import { projectProblems } from '../core/names/project-id';
import { guideKey, keyProblems } from './encryption-key';
import { attributeOf, google } from './google';
import { buildStep, type ImageBuild } from './image-build';
import { grantScope } from './grant-scope';
import { requireServices } from './project-services';
import { emailProblems } from './google-service-account';
import { ResourceConstruct } from './resource-construct';
import { contextOf, nameOf, placeOf, placeProblems } from './stack-context';
import { takeName } from './unique-names';

export interface IImageRepository {
  readonly repositoryId: string;
  readonly location: string;
  readonly project: string;
  /** The prefix of its image names: `<location>-docker.pkg.dev/<project>/<repository>`. */
  readonly repositoryUri: string;
  /** The full name of an image. A name or tag that registries do not take is refused. */
  imageUri(name: string, tag: string): string;
}

export interface ImageRepositoryProps {
  /** Up to 63 characters. @default - the stack's prefix and the ids below it */
  readonly repositoryId?: string;
  /** A region, or `us`, `europe`, `asia`. @default - the stack's region */
  readonly location?: string;
  /** @default - the stack's */
  readonly project?: string;
  /** Set to true so that a pushed tag cannot be moved to another image. @default false - nodes that have a moved tag go on with the former image */
  readonly immutableTags?: boolean;
  /** The full name of the key of Cloud KMS that encrypts images, in the repository's location. A change replaces it. @default - Google's keys */
  readonly encryptionKey?: string;
  /** True if the repository cannot be destroyed until this is turned off and deployed. @default - the stage's `protected`; without it a destruction deletes all images */
  readonly deletionProtection?: boolean;
  /** Deletes images without a tag at this age. Whole seconds, 1 or more. @default - they stay, and are paid for */
  readonly deleteUntaggedAfter?: Duration;
}

/** Known facts about an existing repository. */
export interface ImageRepositoryAttributes {
  readonly repositoryId: string;
  readonly location: string;
  readonly project: string;
}

const REPOSITORY: NameRule = { what: 'repository', max: 63, property: 'repositoryId' };
const PLACES: Places = { code: 'repository-location', kind: 'region', areas: ['us', 'europe', 'asia'] };

/**
 * A repository of container images in Artifact Registry. Nodes of a TrainingCluster in the same project can pull from
 * it; others need `grantPull`.
 *
 * @example
 * const images = new ImageRepository(stack, 'images', { deleteUntaggedAfter: Duration.days(14) });
 * new DistributedTrainingJob(chart, 'resnet', { image: images.imageUri('resnet', '7'), pool, workers: 4, strategy });
 * @see https://cloud.google.com/artifact-registry/docs/docker
 */
export class ImageRepository extends ResourceConstruct implements IImageRepository {
  /** An existing repository. */
  static fromAttributes(attributes: ImageRepositoryAttributes): IImageRepository {
    return accepted('ImageRepository.fromAttributes', [attributeProblems(attributes)], () => {
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
    this.repositoryId = props.repositoryId ?? nameOf(this);
    this.project = placeOf(this, 'project', props.project);
    this.location = placeOf(this, 'location', props.location);
    this.repositoryUri = uriOf(this);
    const { immutableTags = false, deleteUntaggedAfter, encryptionKey } = props;
    const protection = props.deletionProtection ?? contextOf(this).protected;
    refuseValues(
      this,
      placeProblems(this, 'project', props.project),
      placeProblems(this, 'location', props.location, PLACES),
      nameProblems(REPOSITORY, this.repositoryId),
      secondsProblems({ deleteUntaggedAfter }, { least: 1 }),
      keyProblems('encryptionKey', encryptionKey, this.location),
    );
    guideKey(this, 'images', { key: encryptionKey, project: this.project });
    const { location } = props;
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
      lifecycle: protection ? { preventDestroy: true } : undefined,
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

  /**
   * The full name of an image that DEPLOY.md builds and pushes, from a folder of the program.
   *
   * @example
   * const image = images.build('trainer', '1', { folder: 'trainer' });
   */
  build(name: string, tag: string, build: ImageBuild): string {
    const image = this.imageUri(name, tag);
    if (firstTime(this, `image ${image}`)) guideAtSynth(this, () => [buildStep(image, build)]);
    return image;
  }

  /** Lets an account pull images. @param who an identity, or the address of a service account such as `cluster.nodeServiceAccountEmail` */
  grantPull(who: IWorkloadIdentity | string): void {
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
  return accepted(expression, [imageProblems('name', `${name}:${tag}`)], () => `${repositoryUri}/${name}:${tag}`);
}

function* attributeProblems(attributes: ImageRepositoryAttributes): Generator<Problem> {
  yield* nameProblems(REPOSITORY, attributes.repositoryId);
  yield* projectProblems(attributes.project);
  yield* placesProblems(PLACES, attributes.location);
}
