// Registries of training runs and of the models that they made.
export { ModelRegistry, type ModelRegistryProps } from './model-registry';
export { KubeflowModelRegistry, type KubeflowModelRegistryProps } from './kubeflow-model-registry';
export type { RegistryServerOptions } from './registry';
export { RegistryArtifacts, RegistryDatabase } from './registry-store';
export type { RegistryExperiment, RunTags } from './experiment';
export type { RegisteredModel, RegisteredModelOptions, VersionedModel } from './registered-model';
