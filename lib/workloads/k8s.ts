/**
 * The only file that imports code of cdk8s-plus-27: by this path, because its higher constructs would take as long to load
 * again. The library writes its own parts of manifests as JSON. Parts that users give in the types of cdk8s-plus-27 become
 * JSON by its own functions, which cost as much as all the rest of a job if they get a whole pod.
 */
export {
  IntOrString,
  KubeServiceAccount,
  Quantity,
  toJson_EnvVarSource,
  toJson_Lifecycle,
  toJson_NetworkPolicyPeer,
  toJson_PodSecurityContext,
  toJson_PodSpec,
  toJson_Probe,
  toJson_SecurityContext,
  toJson_Toleration,
  toJson_Volume,
} from 'cdk8s-plus-27/lib/imports/k8s';
