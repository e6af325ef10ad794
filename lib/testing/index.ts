export { manifestsOf } from './manifests';
export { terraformOf, type TerraformJson } from './terraform';
