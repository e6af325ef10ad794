// Notebooks: JupyterLab for one person, on a pool.
export { Notebook, type NotebookProps } from './notebook';
export type { StopTime } from './notebook-program';
