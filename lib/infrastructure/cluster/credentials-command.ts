/** The command that writes a cluster's credentials to the kubeconfig. */
export function credentialsCommand(
  {
    clusterName,
    location,
    project,
  }: { readonly clusterName: string; readonly location: string; readonly project?: string },
  byDnsEndpoint: boolean,
): string {
  return [
    `gcloud container clusters get-credentials ${clusterName} --location ${location}`,
    ...(project === undefined ? [] : [`--project ${project}`]),
    ...(byDnsEndpoint ? ['--dns-endpoint'] : []),
  ].join(' ');
}
