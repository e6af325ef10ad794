// Notebooks: JupyterLab for one person, on a pool.
export { Notebook, type NotebookProps } from './notebook';
export { NotebookEngine } from './notebook-engine';
export type { StopTime } from './notebook-program';
