import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  /** Instead of JSON-RPC: the bare status. */
  readonly status?: number;
}

/** Sees a question and what the honest node answers, and may answer otherwise. undefined: the honest answer. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows its method.
export type Tamper = (method: string, params: any[], honest: () => Promise<any>) => unknown;

/** A node of another, which lies, limits or fails as a test says. */
export class NodeProxy {
  readonly url: string;
  readonly asked: {
    readonly method: string;
    readonly params: unknown[];
    readonly key: string | undefined;
  }[] = [];
  tamper: Tamper | null = null;
  readonly #server: Server;

  private constructor(url: string, server: Server) {
    this.url = url;
    this.#server = server;
  }

  static async start(target: string): Promise<NodeProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new NodeProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    server.on('request', async (request, response) => {
      const body = await text(request);
      const { method, params } = JSON.parse(body);
      proxy.asked.push({ method, params, key: request.headers.authorization });
      const honest = async () => {
        const answer = await fetch(target, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        });
        return answer.json();
      };
      const answer = ((await proxy.tamper?.(method, params, honest)) ?? (await honest())) as RpcAnswer;
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }));
    });
    return proxy;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
