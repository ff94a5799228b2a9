import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { WebSocketServer } from 'ws';
import { wallClock } from '../../src/domain/index.ts';
import { Intake } from '../../src/upstream/intake.ts';
import { MarketStream } from '../../src/venues/polymarket/stream/stream.ts';
import { listPolledMarkets, tokenOf } from './polled-markets.ts';

/**
 * Processor time of one change of a book on the main thread, from the socket to the listeners: with listeners of prices
 * alone, and with those of the tape. The venue is a thread of its own, whose time does not count.
 *
 * Usage: frames.ts [CHANGES] [MARKETS] [CHANGES_A_FRAME]
 */
const [changes = 200_000, markets = 1_000, perFrame = 1] = isMainThread
  ? process.argv.slice(2).map(Number)
  : [];

/** Frames that are on their way before the next are sent. */
const BATCH = 500;
const WARM_UP = 0.2;
const MAX_WAIT_MS = 60_000;

/** Builds a frame as the venue writes it: each change in terms of both tokens. */
function frameOf(n: number, market: number, perFrame: number): string {
  const hash = '0123456789abcdef0123456789abcdef01234567';
  const yes = { best_bid: '0.39', best_ask: '0.5' };
  const no = { best_bid: '0.5', best_ask: '0.61' };
  const rows = Array.from({ length: perFrame }, (_, i) => {
    const cents = 10 + ((n + i) % 30);
    const size = String(100 + ((n + i) % 997));
    return [
      { asset_id: tokenOf('yes', market), price: `0.${cents}`, size, hash, side: 'BUY', ...yes },
      { asset_id: tokenOf('no', market), price: `0.${100 - cents}`, size, hash, side: 'SELL', ...no },
    ];
  });
  const timestamp = String(1_790_000_000_000 + n);
  const facts = { market: `0x${market}`, timestamp, event_type: 'price_change' };
  return JSON.stringify({ ...facts, price_changes: rows.flat() });
}

function bookOf(token: string): object {
  const levels = (from: number) =>
    Array.from({ length: 30 }, (_, i) => ({ price: `0.${from + i}`, size: '50' }));
  const facts = { market: '0x1', asset_id: token, timestamp: '1790000000000', hash: 'x' };
  return { ...facts, bids: levels(10), asks: levels(50).reverse(), event_type: 'book' };
}

/** Serves the venue: answers subscriptions with books, and sends the requested number of frames. */
async function serve(): Promise<void> {
  const { markets: count, perFrame: rows } = workerData as { markets: number; perFrame: number };
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/ws/market' });
  await once(server, 'listening');
  const carried = new Map<string, import('ws').WebSocket>();
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const text = String(data);
      if (text === 'PING') return socket.send('PONG');
      const { assets_ids } = JSON.parse(text) as { assets_ids: string[] };
      for (const token of assets_ids) carried.set(token, socket);
      socket.send(JSON.stringify(assets_ids.map(bookOf)));
    }),
  );
  let sent = 0;
  parentPort?.on('message', (frames: number) => {
    for (let i = 0; i < frames; i++, sent++) {
      const market = (sent * 7_919) % count;
      carried.get(tokenOf('yes', market))?.send(frameOf(sent, market, rows));
    }
  });
  parentPort?.postMessage((server.address() as AddressInfo).port);
}

/** Measures the microseconds of processor time of this thread for a change. */
async function measure(isTaped: boolean): Promise<number> {
  const venue = new Worker(new URL(import.meta.url), { workerData: { markets, perFrame } });
  const [port] = await once(venue, 'message');
  const stream = new MarketStream({
    wsUrl: `ws://127.0.0.1:${port}`,
    clock: wallClock,
    random: () => 0,
    intake: new Intake(),
  });
  let updates = 0;
  let taped = 0;
  stream.onUpdate(() => {
    updates++;
  });
  if (isTaped) {
    stream.onBook((event) => {
      if (event.kind === 'change') taped += event.changes.length;
    });
    stream.onTrade(() => undefined);
  }
  stream.start();
  stream.track(listPolledMarkets(markets));
  const until = async (count: number) => {
    for (const startedAt = performance.now(); updates < count; ) {
      if (performance.now() - startedAt > MAX_WAIT_MS) throw new Error(`${updates} of ${count} updates`);
      await new Promise((next) => setTimeout(next, 1));
    }
  };
  await until(markets);
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent += BATCH * perFrame) {
      const before = updates;
      venue.postMessage(BATCH);
      await until(before + BATCH);
    }
  };
  await send(changes * WARM_UP);
  const before = process.threadCpuUsage();
  await send(changes);
  const { user, system } = process.threadCpuUsage(before);
  await stream.stop();
  await venue.terminate();
  if (isTaped && taped < changes) throw new Error(`${taped} of ${changes} changes on the tape`);
  return (user + system) / changes;
}

if (isMainThread) {
  const rounds = [false, true, false, true, false, true];
  const times = { prices: [] as number[], tape: [] as number[] };
  for (const isTaped of rounds) times[isTaped ? 'tape' : 'prices'].push(await measure(isTaped));
  for (const [name, found] of Object.entries(times)) {
    const median = found.sort((a, b) => a - b)[1] ?? 0;
    process.stdout.write(`${name}: ${median.toFixed(2)} us of processor time a change\n`);
  }
} else await serve();
