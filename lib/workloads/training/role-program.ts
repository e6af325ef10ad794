import { CONTAINER_IMAGE } from '../../core/names/image-name';
import { optional, type Rules } from '../../core/problems/rules';
import { COMMAND } from '../pod/container-rules';
import type { ContainerOptions, PodOptions } from '../pod/pod-options';
import type { Role } from './training-strategy';

/** What the tasks of a role run where they differ from the rest of the job. */
export type RoleProgram = Partial<Pick<ContainerOptions, 'image' | 'command' | 'args'>>;

export const ROLE_PROGRAM: Rules<RoleProgram> = {
  image: optional(CONTAINER_IMAGE),
  command: optional(COMMAND),
  args: optional(COMMAND),
};

/** The options of a role's pods: those of the job, with the role's own program. */
export function podOf(pod: PodOptions, { program }: Role): PodOptions {
  if (!program) return pod;
  const { image = pod.image, command = pod.command, args = pod.args } = program;
  return { ...pod, image, command, args };
}
