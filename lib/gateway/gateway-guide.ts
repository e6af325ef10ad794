import type { GuideStep } from '../core/contracts/guide';
import type { GatewayBackend } from './gateway-backend';
import type { ResolvedGateway, ResolvedRoute, RoutedService } from './resolved-gateway';

/** The steps of DEPLOY.md about a gateway. */
export function gatewaySteps(gateway: ResolvedGateway, backend: GatewayBackend): GuideStep[] {
  const { name, hosts, routes } = gateway;
  const names = Object.keys(hosts).filter((host) => host !== 'localhost');
  const records = names.map((host) => `\`${host}\``).join(', ');
  const use = names.length > 0 ? `to which the DNS records of ${records} lead` : 'of the gateway in its cluster';
  const addresses = routes.map((route) => `- \`${route.name}\`: \`${route.address}\``).join('\n');
  const clients = `Clients use these addresses of the gateway \`${name}\`:\n\n${addresses}\n\n`;
  const text = `${addresses === '' ? '' : clients}This prints the address ${use}:`;
  return [
    ...routes.flatMap((route) => gatesOf(route)),
    ...secretSteps(gateway, backend.secrets),
    ...proxySteps(gateway),
    { phase: 'standing', text, commands: [backend.addressCommand(gateway)] },
  ];
}

/** The step about Secrets that the program does not make. @param place the namespace of those with certificates */
function secretSteps({ name, namespace, hosts, routes }: ResolvedGateway, place = namespace): GuideStep[] {
  const certificates = Object.values(hosts).flatMap((each) =>
    each.kind === 'secret' ? [`Secret \`${each.name}\` of the type \`kubernetes.io/tls\` in \`${place}\``] : [],
  );
  const signIns = routes.flatMap(({ signIn }) => {
    if (!signIn || signIn.kind === 'iap') return [];
    const key = signIn.kind === 'basic' ? '.htpasswd' : 'client-secret';
    return [`Secret \`${signIn.secretName}\` with key \`${key}\` in \`${namespace}\``];
  });
  const secrets = [...new Set([...certificates, ...signIns])].join(', ');
  const text = `Hosts and routes of the gateway \`${name}\` do not answer until there is what this program does not make: ${secrets}.`;
  return secrets === '' ? [] : [{ phase: 'standing', text }];
}

/** The step about the Identity-Aware Proxy, which the objects of a gateway turn on, but not its service. */
function proxySteps({ name, routes, cluster }: ResolvedGateway): GuideStep[] {
  if (!routes.some(({ signIn }) => signIn?.kind === 'iap')) return [];
  const project = cluster?.project === undefined ? '' : ` --project '${cluster.project}'`;
  const text = `The Identity-Aware Proxy lets in to routes of the gateway \`${name}\` those whom you give the role \`roles/iap.httpsResourceAccessor\` of the project. This turns its service on:`;
  return [{ phase: 'infrastructure', text, commands: [`gcloud services enable iap.googleapis.com${project}`] }];
}

/** A version without ready pods fails its share of the requests, so it gets none before it has some. */
export function gatesOf({ name, versions: [first, ...others] }: ResolvedRoute): GuideStep[] {
  // Clients that no route has divided yet come by the server's own Service.
  const usual = { ...first, name: first.serving?.name ?? first.name };
  const none = first.service ? 'canary: 0' : 'percent: 0';
  return others
    .filter(({ percent }) => percent > 0)
    .map((version) => ({
      phase: 'checks',
      text: `Route \`${name}\` gives ${version.percent} percent of its requests to \`${version.name}\`. This fails if \`${usual.name}\` has clients and \`${version.name}\` has no ready pod. Then deploy with \`${none}\` first.`,
      commands: [`if ${isReady(usual)}; then`, `  ${isReady(version)}`, 'fi'],
    }));
}

/** A command that succeeds if a pod of a Service is ready. */
function isReady({ name, namespace }: RoutedService): string {
  const ready = "-o jsonpath='{.items[*].endpoints[*].conditions.ready}'";
  return `kubectl -n ${namespace} get endpointslices -l kubernetes.io/service-name=${name} ${ready} | grep -q true`;
}
