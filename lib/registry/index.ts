// Registries of training runs and of the models that they made.
export { ModelRegistry, type ModelRegistryProps } from './model-registry';
export { KubeflowModelRegistry, type KubeflowModelRegistryProps } from './kubeflow-model-registry';
export type { RegistryServerOptions } from './registry-server';
export { RegistryArtifacts, RegistryDatabase, type RegistryVolume } from './registry-store';
export type { RegistryExperiment, RunTags } from './experiment';
export type { RegisteredModel, RegisteredModelOptions, VersionedModel } from './registered-model';
