import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A double of the service of buckets, as far as Terraform keeps state there. */
export interface BucketService {
  /** What Terraform needs to find it. */
  readonly env: Readonly<Record<string, string>>;
  /** The texts of the objects, by bucket and name. */
  readonly objects: ReadonlyMap<string, string>;
}

export async function bucketService(): Promise<BucketService> {
  const objects = new Map<string, string>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        answer(objects, request, Buffer.concat(parts).toString(), response);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const env = { GOOGLE_BACKEND_STORAGE_CUSTOM_ENDPOINT: `http://127.0.0.1:${port}/storage/v1/b` };
  return { env: { ...env, GOOGLE_STORAGE_CUSTOM_ENDPOINT: Object.values(env)[0] ?? '' }, objects };
}

/** A list, a read, an upload that may ask for a new object, and a deletion. */
function answer(objects: Map<string, string>, request: IncomingMessage, body: string, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const say = (status: number, text: string) => response.writeHead(status, HEADERS).end(text);
  const [, uploaded] = /^\/upload\/storage\/v1\/b\/([^/]+)\/o$/.exec(pathname) ?? [];
  const [, listed] = /^\/storage\/v1\/b\/([^/]+)\/o$/.exec(pathname) ?? [];
  const [, of, name = ''] = /^\/storage\/v1\/b\/([^/]+)\/o\/(.+)$/.exec(pathname) ?? [];
  if (uploaded !== undefined) {
    const path = `${uploaded}/${searchParams.get('name') ?? ''}`;
    if (searchParams.get('ifGenerationMatch') === '0' && objects.has(path)) return void say(412, '{}');
    objects.set(path, body.split('\r\n\r\n')[2]?.split('\r\n--')[0] ?? '');
    say(200, JSON.stringify({ bucket: uploaded, name: searchParams.get('name'), generation: '1' }));
  } else if (listed !== undefined) {
    const items = [...objects.keys()].map((path) => ({ bucket: listed, name: path.slice(listed.length + 1) }));
    say(200, JSON.stringify({ kind: 'storage#objects', items }));
  } else {
    const path = of === undefined ? decodeURIComponent(pathname.slice(1)) : `${of}/${decodeURIComponent(name)}`;
    const text = objects.get(path);
    if (text === undefined) say(404, '{}');
    else if (request.method === 'DELETE') {
      objects.delete(path);
      say(204, '');
    } else say(200, of === undefined ? text : JSON.stringify({ bucket: of, name, generation: '1' }));
  }
}

const HEADERS = { 'content-type': 'application/json', 'x-goog-generation': '1', 'x-goog-metageneration': '1' };
