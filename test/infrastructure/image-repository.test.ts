import { Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { guideSteps } from '../../lib/core/contracts/guide';
import { openAdvice } from '../../lib/core/problems/check';
import { ImageRepository, type ImageRepositoryProps } from '../../lib/infrastructure/image-repository';
import { only, refusedFor, stackOf } from './synthesized';

const given = { repositoryId: 'images', location: 'us-east1', project: 'acme-ml' };

describe('ImageRepository', () => {
  test('a Docker repository in the stack’s region, whose images are named in plain text', () => {
    const stack = stackOf();
    const repository = new ImageRepository(stack, 'images');
    const block = only(stack, 'google_artifact_registry_repository');
    expect(block).toMatchObject({ format: 'DOCKER', location: 'us-east1', repository_id: 'mnist-dev-images' });
    expect(block).not.toHaveProperty('docker_config');
    expect(repository.imageUri('trainer', '1')).toBe('us-east1-docker.pkg.dev/acme-ml/mnist-dev-images/trainer:1');
  });

  test('an image from a folder of the program is built and pushed by DEPLOY.md, once, before pods want it', () => {
    const stack = stackOf();
    const images = new ImageRepository(stack, 'images');
    const uri = 'us-east1-docker.pkg.dev/acme-ml/mnist-dev-images/trainer:1';
    const build = { folder: "the trainer's", dockerfile: 'gpu.Dockerfile', buildArgs: { BASE: 'a b' } };
    expect([images.build('trainer', '1', build), images.build('trainer', '1', build)]).toEqual([uri, uri]);
    const steps = guideSteps(stack).filter(({ construct }) => construct === images);
    expect(steps.map(({ step }) => step)).toEqual([
      {
        phase: 'infrastructure',
        text: expect.stringContaining(uri),
        commands: [
          `gcloud artifacts docker images describe ${uri} >/dev/null 2>&1 || {`,
          '  gcloud auth configure-docker us-east1-docker.pkg.dev --quiet &&',
          `  docker build --platform linux/amd64 --build-arg 'BASE=a b' --file 'gpu.Dockerfile' --tag ${uri} 'the trainer'\\''s' &&`,
          `  docker push ${uri}`,
          '}',
        ],
      },
    ]);
  });

  test('in a protected stage it refuses to be destroyed, unless it says otherwise', () => {
    const lifecycle = (isProtected: boolean, props: ImageRepositoryProps = {}) => {
      const stack = stackOf({ protected: isProtected });
      new ImageRepository(stack, 'images', props);
      return only(stack, 'google_artifact_registry_repository')['lifecycle'];
    };
    expect(lifecycle(true)).toEqual({ prevent_destroy: true });
    expect(lifecycle(true, { deletionProtection: false })).toBeUndefined();
    expect(lifecycle(false)).toBeUndefined();
    expect(lifecycle(false, { deletionProtection: true })).toEqual({ prevent_destroy: true });
  });

  test('fails: a repository in a zone (repository-location)', () => {
    const location = 'us-east1-c';
    expect(refusedFor(() => ImageRepository.fromAttributes({ ...given, location }))).toEqual(['repository-location']);
    expect(refusedFor(() => new ImageRepository(stackOf(), 'images', { location }))).toEqual(['repository-location']);
    expect(refusedFor(() => new ImageRepository(stackOf(), 'images', { location: 'europe' }))).toEqual([]);
  });

  test('images without a tag can be deleted with age', () => {
    const stack = stackOf();
    new ImageRepository(stack, 'images', { immutableTags: true, deleteUntaggedAfter: Duration.days(14) });
    expect(only(stack, 'google_artifact_registry_repository')).toMatchObject({
      docker_config: { immutable_tags: true },
      cleanup_policies: [
        { id: 'delete-untagged', action: 'DELETE', condition: { tag_state: 'UNTAGGED', older_than: '1209600s' } },
      ],
    });
  });

  test('an account of another project can be let pull, once', () => {
    const stack = stackOf();
    const repository = new ImageRepository(stack, 'images');
    repository.grantPull('nodes@acme-serving.iam.gserviceaccount.com');
    repository.grantPull('nodes@acme-serving.iam.gserviceaccount.com');
    expect(only(stack, 'google_artifact_registry_repository_iam_member')).toMatchObject({
      role: 'roles/artifactregistry.reader',
      member: 'serviceAccount:nodes@acme-serving.iam.gserviceaccount.com',
    });
  });

  test('an existing repository names images too; a project of a domain has a slash', () => {
    expect(ImageRepository.fromAttributes(given).imageUri('a/b', 'v1')).toBe(
      'us-east1-docker.pkg.dev/acme-ml/images/a/b:v1',
    );
    expect(ImageRepository.fromAttributes({ ...given, project: 'example.com:acme-ml' }).repositoryUri).toBe(
      'us-east1-docker.pkg.dev/example.com/acme-ml/images',
    );
  });

  test('fails: a repository id of capitals', () => {
    expect(refusedFor(() => new ImageRepository(stackOf(), 'images', { repositoryId: 'Images_1' }))).toEqual(['name']);
  });

  test('fails: a repository in a region that the catalogue does not know is advised against with zone-name', () => {
    const adviceIn = (location: string) =>
      openAdvice(new ImageRepository(stackOf(), 'images', { location })).map(({ advice }) => advice.code);
    expect(adviceIn('us-east99')).toEqual(['zone-name']);
    expect(adviceIn('us-east1')).toEqual([]);
    expect(adviceIn('europe')).toEqual([]);
  });

  test.each([
    ['Trainer', '1'],
    ['trainer', ''],
    ['', '1'],
    ['trainer', 'a b'],
    ['x'.repeat(300), '1'],
  ])('fails: "%s:%s" is no name of an image', (name, tag) => {
    expect(refusedFor(() => ImageRepository.fromAttributes(given).imageUri(name, tag))).toEqual(['image-form']);
  });

  test('fails: a project that cannot be one (project-id)', () => {
    const project = 'x'.repeat(31);
    expect(refusedFor(() => new ImageRepository(stackOf(), 'images', { project }))).toEqual(['project-id']);
    expect(refusedFor(() => ImageRepository.fromAttributes({ ...given, project }))).toEqual(['project-id']);
  });

  test('fails: images that are deleted after a broken second (whole-seconds)', () => {
    const deleteUntaggedAfter = Duration.millis(1500);
    expect(refusedFor(() => new ImageRepository(stackOf(), 'images', { deleteUntaggedAfter }))).toEqual([
      'whole-seconds',
    ]);
  });

  test('fails: an address with capitals is not let pull', () => {
    const repository = new ImageRepository(stackOf(), 'images');
    expect(
      refusedFor(() => {
        repository.grantPull('Nodes@acme.iam.gserviceaccount.com');
      }),
    ).toEqual(['account-email']);
  });
});
