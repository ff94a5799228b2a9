import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { AlertSources } from '../../src/alerts/evaluation/sources.ts';
import type { Endpoint } from '../../src/alerts/rule.ts';
import { type AssetUpdate, type EpochMs, epochMs } from '../../src/domain/index.ts';
import type { VenueSnapshot } from '../../src/feed/feed.ts';
import { BTC, FixedFeed, NOW, perp } from './fixed-feed.ts';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A feed of one perpetual, whose polls and stream a test sends. */
export class AlertFeed extends FixedFeed {
  now: EpochMs = NOW;
  readonly #updates = new Set<(update: AssetUpdate) => void>();
  readonly #snapshots = new Set<(snapshot: VenueSnapshot) => void>();

  override onUpdate(listener: (update: AssetUpdate) => void): () => void {
    this.#updates.add(listener);
    return () => this.#updates.delete(listener);
  }

  override onSnapshot(listener: (snapshot: VenueSnapshot) => void): () => void {
    this.#snapshots.add(listener);
    return () => this.#snapshots.delete(listener);
  }

  /** Polls this price, a millisecond after the last one. */
  poll(price: number, fundingHourly: number | null = null): void {
    this.now = epochMs(this.now + 1);
    this.set('hyperliquid', [perp(BTC, { markPx: price, fundingHourly })], this.now);
    for (const listener of [...this.#snapshots]) listener(this.snapshot('hyperliquid')!);
  }

  /** Sends a price of the stream, a millisecond after the last one. */
  stream(price: number | null, asset = BTC.asset): void {
    this.now = epochMs(this.now + 1);
    const update = { asset, price, bid: null, ask: null, venueTime: null, receivedAt: this.now };
    for (const listener of [...this.#updates]) listener(update);
  }
}

/** Limits of deliveries that no test reaches. */
export const NO_LIMITS = { perMinute: 1e9, undelivered: 1e9 };

/** Sources without content. */
export const NO_SOURCES: AlertSources = {
  readAnomalies: async () => null,
  readBalance: async () => null,
  readLimits: async () => null,
  listEdges: async () => null,
  listFills: async () => [],
};

export const NO_HISTORY = {
  findResolution: async () => null,
  aggregate: async () => {
    const none = new Float64Array();
    return {
      length: 0,
      t: none,
      open: none,
      high: none,
      low: none,
      close: none,
      count: none,
      volume: none,
      vwap: none,
      truncated: false,
    };
  },
};

export interface ReceivedCall {
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of alerts on this machine. */
export interface AlertReceiver {
  readonly endpoint: Endpoint;
  readonly calls: ReceivedCall[];
}

/** Starts a receiver. @param answer Answers a call; its body was read. Default: 204. */
export async function startReceiver(
  t: TestContext,
  answer: (response: http.ServerResponse, call: ReceivedCall) => void = (response) =>
    void response.writeHead(204).end(),
): Promise<AlertReceiver> {
  const calls: ReceivedCall[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const call = { headers: request.headers, body };
      calls.push(call);
      answer(response, call);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/hook/very-private`);
  return { endpoint: { id: 'phone', url, format: 'standard', secrets: [SECRET], chatId: null }, calls };
}
