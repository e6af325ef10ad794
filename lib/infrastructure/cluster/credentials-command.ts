/** The location of a cluster, and the address of its control plane. */
interface Endpoint {
  readonly clusterName: string;
  readonly location: string;
  readonly project?: string;
  readonly dnsEndpoint?: boolean;
}

/** The command that writes a cluster's credentials to the kubeconfig. */
export function credentialsCommand({ clusterName, location, project, dnsEndpoint = false }: Endpoint): string {
  return [
    `gcloud container clusters get-credentials ${clusterName} --location ${location}`,
    ...(project === undefined ? [] : [`--project ${project}`]),
    ...(dnsEndpoint ? ['--dns-endpoint'] : []),
  ].join(' ');
}

/** The context that the command writes. Without a project, it has that of the reader's configuration. */
export function contextName({ clusterName, location, project }: Endpoint): string | undefined {
  return project === undefined ? undefined : `gke_${project}_${location}_${clusterName}`;
}
