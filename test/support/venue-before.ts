import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An answer of the list of markets on its way from a simulated venue to an adapter. */
export interface PassingList {
  /** Parsed answer of the venue; changes in place are passed on. */
  body: unknown;
  /** Calls for the list since the last {@link ListChanger.begin}, from 0. */
  readonly page: number;
  readonly url: URL;
  readonly response: ServerResponse;
}

/** Returns true when it has answered by itself. */
export type ListChange = (list: PassingList) => boolean | undefined | Promise<boolean | undefined>;

/** Part of the address, and of the body, of requests for the list of markets. */
export interface ListRequest {
  readonly path: string;
  readonly body?: string;
}

/** A server between a venue and its adapter, which changes answers to requests for the list. */
export interface ListChanger {
  readonly host: string;
  /** Begins a change of the lists of the next poll; null: they pass unchanged. */
  begin(change: ListChange | null): void;
  close(): void;
}

export async function standBeforeLists(origin: string, wanted: ListRequest): Promise<ListChanger> {
  let change: ListChange | null = null;
  let page = 0;
  const server = createServer(async (request: IncomingMessage, response) => {
    const sent = await buffer(request);
    const passed = await fetch(origin + request.url, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json' },
      ...(sent.length > 0 ? { body: sent } : {}),
    });
    const bytes = Buffer.from(await passed.arrayBuffer());
    const { url = '' } = request;
    const isList = url.includes(wanted.path) && sent.toString().includes(wanted.body ?? '');
    if (!isList || change === null) {
      response.writeHead(passed.status, { 'content-type': 'application/json' }).end(bytes);
      return;
    }
    const list: PassingList = {
      body: JSON.parse(bytes.toString()),
      page: page++,
      url: new URL(url, origin),
      response,
    };
    if ((await change(list)) === true) return;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    begin: (next) => {
      change = next;
      page = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
