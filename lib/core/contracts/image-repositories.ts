import { Topic } from '../problems/registry';

/** A repository of images that the program makes. */
export interface MadeRepository {
  /** The prefix of its image names. */
  readonly repositoryUri: string;
  readonly project: string;
  /** The accounts that it lets pull, beside those of the nodes of its own project. */
  readonly pullers: readonly string[];
}

/** The repositories of a tree of infrastructure. */
export const IMAGE_REPOSITORIES = new Topic<MadeRepository>('image repositories');
