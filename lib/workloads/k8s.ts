/**
 * The classes of the Kubernetes API that the library makes objects of. The only file that imports code of
 * cdk8s-plus-27: by this path, because its higher constructs would take as long to load again.
 */
export {
  IntOrString,
  KubeServiceAccount,
  Quantity,
  toJson_NetworkPolicySpec,
  toJson_PodTemplateSpec,
} from 'cdk8s-plus-27/lib/imports/k8s';
