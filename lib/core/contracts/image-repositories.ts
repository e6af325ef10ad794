import type { IConstruct } from 'constructs';
import { isInTree, onlyOf, Topic } from '../problems';

/** A repository of images that the program makes. */
export interface MadeRepository extends IConstruct {
  /** The prefix of its image names. */
  readonly repositoryUri: string;
  readonly project: string;
  /** The accounts that may pull from it, beside those of the nodes of its own project. */
  readonly pullers: readonly string[];
}

/** The repositories of a tree of infrastructure, by their URIs. */
const REPOSITORIES = new Topic<Map<string, MadeRepository>>('repositories by URI');

export function addRepository(repository: MadeRepository): void {
  repositoriesOf(repository).set(repository.repositoryUri, repository);
}

/** The repository of an image. @default - none that a construct of the tree makes */
export function repositoryOf(tree: IConstruct, image: string): MadeRepository | undefined {
  const made = repositoriesOf(tree);
  for (let end = image.indexOf('/'); end >= 0; end = image.indexOf('/', end + 1)) {
    const repository = made.get(image.slice(0, end));
    if (repository && isInTree(repository)) return repository;
  }
  return undefined;
}

function repositoriesOf(construct: IConstruct): Map<string, MadeRepository> {
  return onlyOf(REPOSITORIES, construct, () => new Map<string, MadeRepository>());
}
