import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TidepoolSimulator {
  readonly url: string;
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

/** Tidepool's API, as small as a venue can be. */
export async function startTidepool(): Promise<TidepoolSimulator> {
  const server = createServer((request, response) => {
    const answer = answerTo(request.url ?? '');
    response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'nothing here' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
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
