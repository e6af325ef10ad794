import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type ClientHttp2Session } from 'node:http2';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { setTimeout } from 'node:timers/promises';

/** An answer of a gateway. */
export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** The requests of one client of a gateway, over a few connections that stay open. */
export class Client {
  private session?: ClientHttp2Session;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 8 });

  constructor(readonly address: string) {}

  /** Sends a request; with a body, by POST. @param auth a name and a password: `ann:secret` */
  ask(host: string, path: string, body?: unknown, auth?: string): Promise<Answered> {
    const options = { host: this.address, path, agent: this.agent, headers: { host }, timeout: 30_000, auth };
    return answerTo(request({ ...options, method: body === undefined ? 'GET' : 'POST' }), body);
  }

  /** The answer to a request with headers; anything but success is told by its status. */
  async get(host: string, path: string, headers: Readonly<Record<string, string>>): Promise<string> {
    const options = { host: this.address, path, agent: this.agent, headers: { ...headers, host } };
    const { status, body } = await answerTo(request(options));
    return status === 200 ? body : String(status);
  }

  /** The same by gRPC, over one connection. Its status "unimplemented" is 404. */
  async call(authority: string, path: string, headers: Readonly<Record<string, string>>): Promise<string> {
    this.session ??= connect(`http://${this.address}`);
    const grpc = { 'content-type': 'application/grpc', te: 'trailers' };
    const stream = this.session.request({
      ...headers,
      ...grpc,
      ':method': 'POST',
      ':authority': authority,
      ':path': path,
    });
    const ended: { 'grpc-status'?: unknown } = {};
    stream.on('trailers', (trailers: object) => Object.assign(ended, trailers));
    // No compression, one byte.
    stream.end(Buffer.from([0, 0, 0, 0, 1, 0]));
    const [first] = (await once(stream, 'response')) as [{ 'grpc-status'?: unknown }];
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const status = String(first['grpc-status'] ?? ended['grpc-status']);
    if (status === '0') return Buffer.concat(chunks).subarray(5).toString();
    return status === '12' ? '404' : `grpc-status ${status}`;
  }

  /** A request by TLS, trusting one certificate alone. */
  askByTls(host: string, path: string, ca: string): Promise<Answered> {
    const options = { host: this.address, servername: host, path, ca, headers: { host }, agent: new TlsAgent() };
    return answerTo(tlsRequest(options));
  }

  /** The status of a call at a path of gRPC. It is no message of gRPC, so that a gateway tells its refusal by the status. */
  async askByHttp2(authority: string, path: string): Promise<number> {
    const session = connect(`http://${this.address}`);
    try {
      const stream = session.request({ ':method': 'POST', ':authority': authority, ':path': path });
      stream.end();
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      return Number(headers[':status']);
    } finally {
      session.destroy();
    }
  }
}

async function answerTo(asked: ReturnType<typeof request>, body?: unknown): Promise<Answered> {
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() };
}

/** Requests at a steady rate, and what became of them. Nothing is tried again. */
export class Steady {
  readonly answers: Record<string, number> = {};
  readonly failures: Record<string, number> = {};
  private readonly open = new Set<Promise<void>>();
  private ended = false;
  private readonly sending: Promise<void>;

  /** @param ask gives the text by which its answer is counted, and throws at a failure */
  constructor(
    private readonly ask: () => Promise<string>,
    private readonly perSecond = 20,
  ) {
    this.sending = this.send();
  }

  /** Ends, and waits for all answers. */
  async stop(): Promise<this> {
    this.ended = true;
    await this.sending;
    await Promise.all(this.open);
    return this;
  }

  private async send(): Promise<void> {
    const start = Date.now();
    for (let sent = 1; !this.ended; sent += 1) {
      const answer = this.ask().then(
        (text) => {
          count(this.answers, text);
        },
        (error: unknown) => {
          count(this.failures, String(error));
        },
      );
      this.open.add(answer);
      void answer.finally(() => this.open.delete(answer));
      await setTimeout(Math.max(0, start + (sent * 1000) / this.perSecond - Date.now()));
    }
  }
}

export function count(counts: Record<string, number>, text: string): void {
  counts[text] = (counts[text] ?? 0) + 1;
}
