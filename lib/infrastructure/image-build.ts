import type { GuideStep } from '../core/contracts/guide';
import { shellWord } from '../core/names/shell-word';

/** The way to build an image from a folder of the program. */
export interface ImageBuild {
  /** The folder that Docker builds from, relative to the folder of the program, such as `trainer`. */
  readonly folder: string;
  /** The Dockerfile, relative to the folder of the program. @default - `Dockerfile` in `folder` */
  readonly dockerfile?: string;
  /** Values for `ARG` in the Dockerfile. They are in DEPLOY.md, so no secrets. @default {} */
  readonly buildArgs?: Readonly<Record<string, string>>;
  /** The processor of the nodes that run it. @default 'linux/amd64' */
  readonly platform?: 'linux/amd64' | 'linux/arm64';
}

/** The step that builds and pushes an image, unless its tag is there. Nodes do not pull a tag again that they have. */
export function buildStep(image: string, build: ImageBuild): GuideStep {
  const { folder, dockerfile, buildArgs = {}, platform = 'linux/amd64' } = build;
  const [registry = ''] = image.split('/');
  const options = [
    `--platform ${platform}`,
    ...Object.entries(buildArgs).map(([name, value]) => `--build-arg ${shellWord(`${name}=${value}`)}`),
    ...(dockerfile === undefined ? [] : [`--file ${shellWord(dockerfile)}`]),
  ].join(' ');
  return {
    phase: 'infrastructure',
    text: `This builds and pushes \`${image}\` by Docker, unless it is there. A changed program needs another tag:`,
    commands: [
      `gcloud artifacts docker images describe ${image} >/dev/null 2>&1 || {`,
      `  gcloud auth configure-docker ${registry} --quiet &&`,
      `  docker build ${options} --tag ${image} ${shellWord(folder)} &&`,
      `  docker push ${image}`,
      '}',
    ],
  };
}
