import type { TrainingStrategy } from '../../training-strategy';
import { IndexedTasks, type IndexedTasksOptions } from './indexed-tasks';

/** Programs of any framework, or of none. */
export const Plain = {
  /** Tasks that are all alike but for their index, as those of an Indexed Job of Kubernetes. */
  indexedTasks: (options: IndexedTasksOptions = {}): TrainingStrategy<'Plain', 1> => IndexedTasks.of(options),
};
