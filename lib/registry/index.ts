// Registries of training runs and of the models that they made.
export { ModelRegistry, type ModelRegistryProps } from './model-registry';
export { RegistryArtifacts, RegistryDatabase, type RegistryVolume } from './registry-store';
export type { RegistryExperiment, RunTags } from './experiment';
export type { RegisteredModel, RegisteredModelOptions } from './registered-model';
