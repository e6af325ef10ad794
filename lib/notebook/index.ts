// Notebooks: JupyterLab for one person, on a pool, and JupyterHub for many.
export { Notebook, type NotebookProps } from './notebook';
export { NotebookEngine } from './notebook-engine';
export type { StopTime } from './notebook-program';
export { NotebookHub, type NotebookHubProps, type HubProfile } from './notebook-hub';
