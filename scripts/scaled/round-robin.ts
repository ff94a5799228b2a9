import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_EVERY_MS = 250;
const CHECK_TIMEOUT_MS = 1_000;

interface Backend {
  readonly port: number;
  isReady: boolean;
}

/**
 * A proxy on loopback before several api processes, for trials on one machine: it asks each whether it is ready, sends
 * requests to those in turn, and passes streams through as they come. A request that no process has begun to answer
 * goes to the next one. In production haproxy does this (`compose.scaled.yaml`).
 */
export class RoundRobinProxy {
  readonly #backends: readonly Backend[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
  readonly #server: Server;
  #checks: NodeJS.Timeout | undefined;
  #next = 0;

  constructor(ports: readonly number[]) {
    this.#backends = ports.map((port) => ({ port, isReady: false }));
    this.#server = createServer((incoming, outgoing) => this.#pass(incoming, outgoing, []));
  }

  /** Listens on a port. @param port 0: any that is free. */
  async listen(port = 0): Promise<string> {
    await this.#check();
    this.#checks = setInterval(() => void this.#check(), CHECK_EVERY_MS);
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    clearInterval(this.#checks);
    this.#server.closeAllConnections();
    this.#server.close();
    this.#agent.destroy();
    await once(this.#server, 'close');
  }

  async #check(): Promise<void> {
    await Promise.all(
      this.#backends.map(async (backend) => {
        const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
        const answer = await fetch(`http://127.0.0.1:${backend.port}/api/health/ready`, { signal }).catch(
          () => null,
        );
        backend.isReady = answer?.ok === true;
      }),
    );
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse, tried: readonly Backend[]): void {
    const backend = this.#choose(tried);
    if (backend === undefined) {
      outgoing.writeHead(503, { 'content-type': 'text/plain' }).end('no process is ready');
      return;
    }
    const { method, url, headers } = incoming;
    const address = incoming.socket.remoteAddress ?? '';
    const onward = request(
      {
        host: '127.0.0.1',
        port: backend.port,
        method,
        path: url,
        agent: this.#agent,
        headers: { ...headers, 'x-forwarded-for': address },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
        answer.once('error', () => outgoing.destroy());
      },
    );
    onward.once('error', () => {
      if (outgoing.headersSent) outgoing.destroy();
      // A body was read and cannot be sent again.
      else if (method === 'GET' || method === 'HEAD') this.#pass(incoming, outgoing, [...tried, backend]);
      else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('the process did not answer');
    });
    outgoing.once('close', () => onward.destroy());
    if (method === 'GET' || method === 'HEAD') onward.end();
    else incoming.pipe(onward);
  }

  #choose(tried: readonly Backend[]): Backend | undefined {
    const ready = this.#backends.filter((backend) => backend.isReady && !tried.includes(backend));
    this.#next = (this.#next + 1) % Math.max(1, ready.length);
    return ready[this.#next];
  }
}
