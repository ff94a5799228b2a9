import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

export interface TidepoolSimulator {
  readonly url: string;
  readonly wsUrl: string;
  /** Loses every connection of the stream. */
  cut(): void;
  close(): Promise<void>;
}

const MARKETS = [
  {
    key: 'High-Water-Friday',
    title: 'Does the pool overflow on Friday?',
    bid: 0.4,
    ask: 0.44,
    volumeUsd: 900,
  },
  { key: 'crabs', title: 'Are there crabs?', bid: null, ask: 0.9, volumeUsd: 10 },
];

/** Frames of a new connection: a whole book, a change of it, a trade. */
const FRAMES = [
  { kind: 'book', key: 'High-Water-Friday', t: 1_790_000_000_000, bids: [[0.4, 120]], asks: [[0.44, 80]] },
  { kind: 'change', key: 'High-Water-Friday', t: 1_790_000_000_500, side: 'bid', price: 0.4, size: 70 },
  {
    kind: 'trade',
    key: 'High-Water-Friday',
    t: 1_790_000_000_500,
    id: 'wave-1',
    side: 'sell',
    price: 0.4,
    size: 50,
  },
];

/** Starts Tidepool's API, as small as a venue can be. */
export async function startTidepool(): Promise<TidepoolSimulator> {
  const server = createServer((request, response) => {
    const answer = answerTo(request.url ?? '');
    response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'nothing here' }));
  });
  const sockets = new WebSocketServer({ server, path: '/ws' });
  sockets.on('connection', (socket) => {
    for (const frame of FRAMES) socket.send(JSON.stringify(frame));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    for (const socket of sockets.clients) socket.terminate();
  };
  return {
    url: `http://${at}`,
    wsUrl: `ws://${at}/ws`,
    cut,
    close: async () => {
      cut();
      sockets.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerTo(url: string): unknown {
  if (url === '/markets') return { markets: MARKETS };
  const key = /^\/book\/(.+)$/.exec(url)?.[1];
  const market = MARKETS.find((one) => one.key.toLowerCase() === key);
  if (market === undefined) return null;
  return {
    bids: market.bid === null ? [] : [[market.bid, 120]],
    asks: [
      [market.ask, 80],
      [market.ask + 0.01, 300],
    ],
  };
}
