// The same content by plain cdk8s and cdktf: `plain.ts jobs|charts|servers|pools CONTENT_FOLDER FOLDER`. The content was written by
// `ours.ts`; reading it is not measured.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App as KubernetesApp, Chart } from 'cdk8s';
import { App, LocalBackend, TerraformStack } from 'cdktf';
import { ComputeNetwork } from '@cdktf/provider-google/lib/compute-network';
import { ComputeRouter } from '@cdktf/provider-google/lib/compute-router';
import { ComputeRouterNat } from '@cdktf/provider-google/lib/compute-router-nat';
import { ComputeSubnetwork } from '@cdktf/provider-google/lib/compute-subnetwork';
import { ContainerCluster } from '@cdktf/provider-google/lib/container-cluster';
import { ContainerNodePool } from '@cdktf/provider-google/lib/container-node-pool';
import { ProjectIamMember } from '@cdktf/provider-google/lib/project-iam-member';
import { ProjectService } from '@cdktf/provider-google/lib/project-service';
import { GoogleProvider } from '@cdktf/provider-google/lib/provider';
import { ServiceAccount } from '@cdktf/provider-google/lib/service-account';
import { parseAllDocuments } from 'yaml';
import { measured } from './measured';

const CLASSES: Record<string, new (scope: TerraformStack, id: string, config: never) => unknown> = {
  google_compute_network: ComputeNetwork,
  google_compute_router: ComputeRouter,
  google_compute_router_nat: ComputeRouterNat,
  google_compute_subnetwork: ComputeSubnetwork,
  google_container_cluster: ContainerCluster,
  google_container_node_pool: ContainerNodePool,
  google_project_iam_member: ProjectIamMember,
  google_project_service: ProjectService,
  google_service_account: ServiceAccount,
};
/** Maps, whose keys are data and stay as they are. */
const MAPS = new Set(['labels', 'resource_labels', 'metadata', 'default_labels']);

/** An object, as its file has it. */
interface Content {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

const [what, content = '', folder = ''] = process.argv.slice(2);

if (what !== 'pools') {
  const files = readdirSync(join(content, 'dist/bench'), { recursive: true, encoding: 'utf8' });
  const objects = files
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => parseAllDocuments(readFileSync(join(content, 'dist/bench', name), 'utf8')))
    .map((each) => each.toJS() as Content);
  // A chart for each namespace, as ours have.
  const charts = new Map<string, Content[]>();
  for (const object of objects) {
    const { name, namespace = name } = object.metadata;
    const chart = charts.get(namespace);
    if (chart) chart.push(object);
    else charts.set(namespace, [object]);
  }
  measured(() => {
    const app = new KubernetesApp({ outdir: join(folder, 'dist') });
    for (const [namespace, content] of charts) {
      const chart = new Chart(app, namespace);
      content.forEach((object, index) => new ApiObject(chart, `object-${index}`, object));
    }
    app.synth();
  });
} else {
  const json = JSON.parse(readFileSync(join(content, 'cdktf.out/stacks/bench/cdk.tf.json'), 'utf8')) as {
    resource: Record<string, Record<string, Record<string, unknown>>>;
    provider: { google: [Record<string, unknown>] };
  };
  measured(() => {
    const app = new App({ outdir: join(folder, 'cdktf.out'), stackTraces: false });
    const stack = new TerraformStack(app, 'bench');
    new LocalBackend(stack, { path: '../../../state/bench.tfstate' });
    new GoogleProvider(stack, 'google', camel(json.provider.google[0]) as never);
    for (const [type, resources] of Object.entries(json.resource)) {
      const Resource = CLASSES[type];
      if (!Resource) throw new Error(`add ${type} to CLASSES`);
      for (const [id, config] of Object.entries(resources)) new Resource(stack, id, camel(config) as never);
    }
    app.synth();
  });
}

function camel(value: unknown, inMap = false): unknown {
  if (Array.isArray(value)) return value.map((each) => camel(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '//')
      .map(([key, child]) => [
        inMap ? key : key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
        camel(child, MAPS.has(key)),
      ]),
  );
}
