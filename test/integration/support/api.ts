import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { lazily } from '../../../lib/core/lazily';

// The API server of KUBECONFIG, asked over connections that stay open. A kubectl for each question would need more of the
// processors than the API server does.

/** An answer of the API server that is no success. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(messageOf(text));
  }
}

export interface Question {
  readonly method?: 'DELETE' | 'PATCH' | 'POST';
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** The content type of the body. @default application/json */
  readonly type?: string;
  readonly accept?: string;
}

/** The text of an answer; throws a `Refusal`. */
export async function ask(path: string, { method, query = {}, body, type, accept }: Question = {}): Promise<string> {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) parameters.set(key, value);
  const sends = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const options = {
    socketPath: await proxy(),
    agent: AGENT,
    method: method ?? 'GET',
    path: `${path}?${parameters.toString()}`,
    headers: {
      host: 'localhost',
      'content-type': type ?? 'application/json',
      // Without it Node sends the body of a DELETE as if it were the next request.
      'content-length': sends?.length ?? 0,
      accept: accept ?? 'application/json',
    },
  };
  const [status, text] = await new Promise<[number, string]>((resolve, reject) => {
    const sent = request(options, (response) => {
      let all = '';
      response.setEncoding('utf8').on('data', (part: string) => (all += part));
      response.on('error', reject).on('end', () => {
        resolve([response.statusCode ?? 0, all]);
      });
    });
    sent.on('error', reject).end(sends);
  });
  if (status >= 300) throw new Refusal(status, text);
  return text;
}

const AGENT = new Agent({ keepAlive: true, maxSockets: 8 });

/** The socket of a kubectl that signs in to the cluster, however that is done there. It ends when this process does. */
const proxy = lazily(async () => {
  const socket = join(mkdtempSync(join(tmpdir(), 'trainyard-api-')), 'socket');
  const command = 'kubectl proxy --unix-socket="$0" & read -r _; kill $!; rm -r "${0%/*}"';
  const child = spawn('sh', ['-c', command, socket], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as Socket).unref();
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('Starting to serve')) break;
  return socket;
});

function messageOf(text: string): string {
  try {
    const { reason, message } = JSON.parse(text) as { reason?: string; message?: string };
    return `Error from server (${reason ?? 'Unknown'}): ${message ?? text}`;
  } catch {
    return text;
  }
}

/** A kind that the API server has. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  /** As in `pods` and `jobs.batch`. */
  readonly names: readonly string[];
  /** Of one object, or of all in a namespace or in the cluster. */
  readonly path: (namespace: string | undefined, name?: string) => string;
}

/** The first of these resources; the API server is asked again for one that it did not have before. */
export async function resourceOf(what: string, isIt: (resource: Resource) => boolean): Promise<Resource> {
  const found = resources.find(isIt);
  if (found) return found;
  resources = (await Promise.all(['/api', '/apis'].map(discovered))).flat();
  const added = resources.find(isIt);
  if (!added) throw new Error(`the API server has no ${what}`);
  return added;
}

let resources: readonly Resource[] = [];

async function discovered(root: string): Promise<Resource[]> {
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  const { items } = JSON.parse(await ask(root, { accept })) as Discovery;
  return items.flatMap(({ metadata: { name: group = '' }, versions }) =>
    versions.flatMap(({ version, resources: all }) =>
      all.map(({ resource, singularResource, responseKind: { kind }, scope }) => {
        const apiVersion = group === '' ? version : `${group}/${version}`;
        return {
          apiVersion,
          kind,
          names: [kind, singularResource, resource, `${resource}.${group}`],
          path: (namespace, name) => {
            const within = scope === 'Namespaced' && namespace !== undefined ? ['namespaces', namespace] : [];
            return [
              root,
              ...apiVersion.split('/').slice(-2),
              ...within,
              resource,
              ...(name === undefined ? [] : [name]),
            ].join('/');
          },
        };
      }),
    ),
  );
}

interface Discovery {
  readonly items: readonly {
    readonly metadata: { readonly name?: string };
    readonly versions: readonly {
      readonly version: string;
      readonly resources: readonly {
        readonly resource: string;
        readonly singularResource: string;
        readonly responseKind: { readonly kind: string };
        readonly scope: string;
      }[];
    }[];
  }[];
}
