import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startBotBench } from '../support/bot-bench.ts';
import { SseClient } from '../support/live-streams.ts';

/** The bot's server on loopback. */
async function startTape(t: TestContext, options: Parameters<typeof startBotBench>[1] = {}) {
  const bench = await startBotBench(t, { fees: 2_000, ...options });
  await bench.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = bench.app.server.address() as AddressInfo;
  const open = async (headers: Record<string, string> = {}) => {
    const client = await SseClient.open(`http://127.0.0.1:${port}/api/bot/tape`, headers);
    t.after(() => client.close());
    return client;
  };
  const sizes = (fills: readonly { filledUsd: number }[]) => fills.map(({ filledUsd }) => filledUsd);
  return { ...bench, open, sizes };
}

test('the tape begins with the newest fills and continues with new ones, without a key and without the id of a bot', async (t) => {
  const { open, trade } = await startTape(t);
  await trade({ sizeUsd: 11 });
  const client = await open();
  assert.equal(client.response.headers['content-type'], 'text/event-stream; charset=utf-8');
  assert.equal((await client.next()).comment, 'connected');
  const snapshot = await client.next();
  assert.deepEqual([snapshot.id, snapshot.data.type], ['mock-1', 'snapshot']);
  const [{ handle, ...fill }] = snapshot.data.fills;
  assert.match(handle, /^[a-z]+-[a-z]+-[0-9a-f]{4}$/);
  const { t: at, ...shown } = fill;
  assert.ok(Number.isInteger(at));
  assert.deepEqual(shown, {
    venue: 'hyperliquid',
    venueAsset: 'BTC',
    side: 'buy',
    filledUsd: 11,
    avgPrice: 87_250,
    basis: 'stated',
  });

  await trade({ sizeUsd: 12 });
  const next = await client.next();
  assert.deepEqual(
    [next.id, next.data.type, next.data.fills[0].filledUsd, next.data.fills[0].handle],
    ['mock-2', 'fills', 12, handle],
  );
  assert.equal(client.text.includes('bot_'), false);
});

test('fills that come together are sent together, each once and in order, to every reader', async (t) => {
  const { open, trade, sizes } = await startTape(t);
  const clients = await Promise.all(Array.from({ length: 5 }, () => open()));
  for (const client of clients) {
    await client.next();
    assert.deepEqual((await client.event()).data, { type: 'snapshot', fills: [], truncated: false });
  }
  await Promise.all(Array.from({ length: 30 }, (_, i) => trade({ sizeUsd: 10 + i })));
  const received = await Promise.all(
    clients.map(async (client) => {
      const fills: number[] = [];
      while (fills.length < 30) fills.push(...sizes((await client.event()).data.fills));
      return fills;
    }),
  );
  const [first = []] = received;
  assert.equal(new Set(first).size, 30);
  for (const fills of received) assert.deepEqual(fills, first);
});

test('a reader resumes behind the last event that it saw, also after all readers had left', async (t) => {
  const { open, trade, sizes } = await startTape(t);
  await trade({ sizeUsd: 11 });
  const first = await open();
  await first.next();
  const { id } = await first.event();
  first.close();
  await trade({ sizeUsd: 12 });
  await trade({ sizeUsd: 13 });
  const again = await open({ 'last-event-id': String(id) });
  await again.next();
  const missed = await again.event();
  assert.deepEqual([missed.id, missed.data.type, sizes(missed.data.fills)], ['mock-3', 'fills', [12, 13]]);
  await trade({ sizeUsd: 14 });
  assert.deepEqual(sizes((await again.event()).data.fills), [14]);
});

test('a place that is none of this tape, or too long ago, is a resync with a snapshot', async (t) => {
  const { open, bot, trade } = await startTape(t);
  await trade({ sizeUsd: 11 });
  const { readTape } = bot.orders;
  for (const id of ['live-1', 'mock-7', 'nonsense', '4f1c20a9be77-42']) {
    const client = await open({ 'last-event-id': id });
    await client.next();
    const resync = await client.next();
    assert.deepEqual([resync.event, resync.data], ['resync', { lastEventId: id }]);
    assert.equal((await client.event()).data.type, 'snapshot');
    client.close();
  }
  // More than a thousand missed.
  const [fill] = await readTape.call(bot.orders, 'mock', { limit: 1 });
  Object.assign(bot.orders, {
    readTape: async (mode: 'mock', options: { limit: number; afterSeq?: number }) =>
      options.afterSeq === undefined
        ? readTape.call(bot.orders, mode, options)
        : Array.from({ length: options.limit }, (_, i) => ({ ...fill, seq: i + 1 })),
  });
  const client = await open({ 'last-event-id': 'mock-0' });
  await client.next();
  assert.equal((await client.next()).event, 'resync');
});

test('fills that could not be read are sent when they can be', async (t) => {
  const { open, bot, trade, sizes } = await startTape(t);
  const client = await open();
  await client.next();
  await client.next();
  const { readTape } = bot.orders;
  let failures = 0;
  Object.assign(bot.orders, {
    readTape: async (...args: Parameters<typeof readTape>) => {
      if (failures++ === 0) throw new Error('the disk does not answer');
      return readTape.apply(bot.orders, args);
    },
  });
  await trade({ sizeUsd: 12 });
  assert.deepEqual(sizes((await client.event()).data.fills), [12]);
  assert.ok(failures > 1);
});

test('streams of one address are limited, and a HEAD takes no place', async (t) => {
  const { open, app } = await startTape(t, { streamLimits: { perAddress: 2, total: 10 } });
  await open();
  await open();
  const third = await open();
  assert.equal(third.response.statusCode, 429);
  assert.equal((await app.inject({ method: 'HEAD', url: '/api/bot/tape' })).statusCode, 200);
});
