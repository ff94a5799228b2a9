import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Request: the path with its query, the JSON body (null: none) and the headers. */
export interface Asked {
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows its bodies.
  readonly body: any;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A server that answers every request with the JSON that a test gives. */
export class JsonServer {
  readonly url: string;
  readonly asked: Asked[] = [];
  readonly #server: Server;

  private constructor(url: string, server: Server) {
    this.url = url;
    this.#server = server;
  }

  static async start(answer: (asked: Asked) => unknown): Promise<JsonServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const started = new JsonServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    server.on('request', async (request, response) => {
      const body = await text(request);
      const asked = {
        path: request.url ?? '',
        body: body === '' ? null : JSON.parse(body),
        headers: request.headers,
      };
      started.asked.push(asked);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer(asked)));
    });
    return started;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
