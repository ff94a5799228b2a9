import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

/** One question to a venue with its true answer, on its way to the client. */
export interface Passing {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows its bodies.
  readonly body: any;
  status: number;
  /** Answer that the test may change or replace. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows its bodies.
  answer: any;
}

/** Stands between a venue and its client, and changes answers. */
export interface LyingVenue {
  /** Routes the venue's own address through this server. */
  routeUrl(venueUrl: string): string;
  /** Function that changes every answer from now on; null: none is changed. */
  lie: ((passing: Passing) => void) | null;
}

/** Starts a lying venue, which ends with the test. */
export async function startLyingVenue(t: TestContext): Promise<LyingVenue> {
  let target = '';
  const lying: LyingVenue = {
    lie: null,
    routeUrl: (venueUrl) => {
      const { origin, pathname } = new URL(venueUrl);
      target = origin;
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname.replace(/\/$/, '')}`;
    },
  };
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const { host: _, connection: __, ...headers } = request.headers;
    const { method = 'GET', url = '/' } = request;
    const answered = await fetch(`${target}${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...(body === '' ? {} : { body }),
    });
    const passing: Passing = {
      method,
      path: url,
      body: body === '' ? null : JSON.parse(body),
      status: answered.status,
      answer: await answered.json(),
    };
    lying.lie?.(passing);
    const date = answered.headers.get('date');
    response.writeHead(passing.status, {
      'content-type': 'application/json',
      ...(date === null ? {} : { date }),
    });
    response.end(JSON.stringify(passing.answer));
  };
  const server = createServer((request, response) => void pass(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return lying;
}
