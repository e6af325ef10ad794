/** The command that writes a cluster's credentials to the kubeconfig. */
export function credentialsCommand(
  cluster: { readonly clusterName: string; readonly location: string; readonly project: string },
  byDnsEndpoint: boolean,
): string {
  const { clusterName, location, project } = cluster;
  return [
    `gcloud container clusters get-credentials ${clusterName} --location ${location} --project ${project}`,
    ...(byDnsEndpoint ? ['--dns-endpoint'] : []),
  ].join(' ');
}
