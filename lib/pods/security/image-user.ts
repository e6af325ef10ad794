import { problem, type Advice } from '../../core/problems';
import type { PodOptions } from '../pod-options';
import { PodUser } from './pod-user';

/** Images whose programs fail as another user than theirs, and the reason. Read in November 2026. */
const KNOWN: readonly { readonly image: RegExp; readonly why: string; readonly user: string }[] = [
  {
    // https://github.com/SeldonIO/MLServer/blob/1.7.1/Dockerfile
    image: /^(docker\.io\/)?seldonio\/mlserver$/,
    why: 'lets only user 1000 and group 0 into its working directory',
    user: 'PodUser.of(10001, 0)',
  },
  {
    // https://github.com/jupyter/docker-stacks/blob/main/images/docker-stacks-foundation/Dockerfile
    image: /^((quay|docker)\.io\/)?jupyter\/[\w-]+$/,
    why: 'lets only user 1000 and group 100 write to its working directory and its packages',
    user: 'PodUser.of(1000, 100)',
  },
  {
    // https://github.com/GoogleContainerTools/kaniko/issues/2122
    image: /^gcr\.io\/kaniko-project\/executor$/,
    why: 'changes the owners of files, which only root may',
    user: 'PodUser.root()',
  },
];

/** Advice about images that are known to fail as the default user. */
export function* imageUserAdvice(pod: PodOptions): Generator<Advice> {
  const { user = PodUser.DEFAULT, image, initContainers = [], sidecars = [] } = pod;
  const isDefault =
    user === PodUser.DEFAULT && pod.podSecurityContext === undefined && pod.securityContext === undefined;
  if (!isDefault) return;
  for (const each of new Set([
    image,
    ...[...initContainers, ...sidecars].flatMap((container) => container.image ?? []),
  ])) {
    const [name = ''] = each.split(/[:@]/);
    for (const { why, user: theirs } of KNOWN.filter((known) => known.image.test(name))) {
      const message = `image "${each}" ${why}, but the pods run as user ${PodUser.DEFAULT.id}, the default`;
      yield problem('image-user', 'user', message, `set user to ${theirs}`);
    }
  }
}
