import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/** Change of a venue's wire format since it was recorded. */
export interface Drift {
  /** Changes an answer; `path` has no query, `asked` is the body of a POST. undefined: it stays. */
  readonly body?: (body: unknown, path: string, asked: unknown) => unknown;
  /** Whether the path is moved, with 308. */
  readonly isMoved?: (path: string, asked: unknown) => boolean;
  /** Frames from the venue that never come, while the socket lives. */
  readonly isSilenced?: (frame: string) => boolean;
}

/** A venue behind a proxy that changes its answers and frames as a drift says. */
export class DriftingVenue {
  /** Addresses for the venue's settings, in place of the given ones. */
  readonly url: string;
  readonly wsUrl: string;
  drift: Drift = {};
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });

  private constructor(server: Server, targets: { readonly url: string; readonly wsUrl: string }) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}${new URL(targets.url).pathname.replace(/\/$/, '')}`;
    this.wsUrl = `ws://127.0.0.1:${port}${new URL(targets.wsUrl).pathname.replace(/\/$/, '')}`;
    const [http, ws] = [new URL(targets.url).origin, new URL(targets.wsUrl).origin];
    server.on('request', (request, response) => void this.#answer(request, response, http));
    server.on('upgrade', (request, socket, head) =>
      this.#sockets.handleUpgrade(request, socket, head, (client) => this.#join(client, request, ws)),
    );
  }

  static async start(targets: { readonly url: string; readonly wsUrl: string }): Promise<DriftingVenue> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new DriftingVenue(server, targets);
  }

  async stop(): Promise<void> {
    for (const client of this.#sockets.clients) client.terminate();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const body = await text(request);
    const asked: unknown = body === '' ? null : JSON.parse(body);
    const path = url.split('?', 1)[0]!;
    if (this.drift.isMoved?.(path, asked) === true) {
      response.writeHead(308, { location: `https://moved.example${path}` }).end();
      return;
    }
    try {
      const answer = await fetch(`${origin}${url}`, {
        method,
        headers: { 'content-type': 'application/json', 'user-agent': String(request.headers['user-agent']) },
        ...(body === '' ? {} : { body }),
      });
      const given = await answer.text();
      const changed = answer.ok ? this.drift.body?.(JSON.parse(given), path, asked) : undefined;
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(changed === undefined ? given : JSON.stringify(changed));
    } catch {
      response.writeHead(502).end();
    }
  }

  #join(client: WebSocket, request: IncomingMessage, origin: string): void {
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => /^(kalshi|user-agent)/.test(name)),
    ) as Record<string, string>;
    const venue = new WebSocket(`${origin}${request.url}`, { headers });
    const waiting: RawData[] = [];
    client.on('message', (data) => {
      if (venue.readyState === WebSocket.OPEN) venue.send(String(data));
      else waiting.push(data);
    });
    venue.on('open', () => {
      for (const data of waiting) venue.send(String(data));
    });
    venue.on('message', (data) => {
      const frame = String(data);
      if (this.drift.isSilenced?.(frame) !== true) client.send(frame);
    });
    venue.on('ping', () => client.ping());
    for (const [one, other] of [
      [client, venue],
      [venue, client],
    ] as const) {
      one.on('close', () => other.terminate());
      one.on('error', () => other.terminate());
    }
  }
}
