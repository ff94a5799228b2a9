import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueTrade } from '../../src/domain/index.ts';
import {
  REFRESHED,
  type SseBlock,
  type SseClient,
  STREAMED,
  startLive,
  turn,
} from '../support/live-streams.ts';

const STREAM = '/api/stream';
const BOTH = `${STREAM}?assets=${STREAMED.asset},${REFRESHED.asset}`;

/** Reads events up to `ready`. */
async function readToReady(client: SseClient): Promise<SseBlock[]> {
  const blocks: SseBlock[] = [];
  for (;;) {
    const block = await client.event();
    blocks.push(block);
    if (block.event === 'ready') return blocks;
  }
}

const names = (blocks: readonly SseBlock[]) => blocks.map(({ event }) => event);

test('a stream of many assets begins with a snapshot of each and ready, which holds the position', async (t) => {
  const { open, clock } = await startLive(t);
  const client = await open(BOTH);
  const blocks = await readToReady(client);
  assert.deepEqual(names(blocks), ['quote', 'quote', 'ready']);
  const [first, , ready] = blocks;
  assert.deepEqual(first?.data, {
    type: 'quote',
    asset: 'hl-BTC',
    kind: 'hl-perp',
    price: 100,
    bid: 99,
    ask: 101,
    change24hPct: 0,
    venueTime: null,
    receivedAt: clock.read(),
    sentAt: clock.read(),
    snapshot: true,
    skipped: 0,
  });
  assert.equal(first?.id, null);
  assert.match(ready?.id ?? '', /^[0-9a-f]{12}-\d+$/);
  assert.deepEqual(ready?.data, {
    type: 'ready',
    assets: [STREAMED.asset, REFRESHED.asset],
    everyMs: { [STREAMED.asset]: 250, [REFRESHED.asset]: 5_000 },
  });
});

test('changes of all assets follow in one sequence, joined every 50 ms', async (t) => {
  const { open, say, pass } = await startLive(t);
  const client = await open(BOTH);
  const [, , ready] = await readToReady(client);
  await pass(1_000);
  say(105);
  await pass(50);
  const events = [await client.event(), await client.event()];
  assert.deepEqual(events.map(({ data }) => [data.asset, data.price, data.snapshot, data.skipped]).sort(), [
    ['hl-BTC', 105, false, 0],
    [REFRESHED.asset, 0.46, false, 0],
  ]);
  const numbers = [ready, ...events].map((block) => Number(block?.id?.split('-')[1]));
  assert.deepEqual(
    numbers.map((number) => number - numbers[0]!),
    [0, 1, 2],
  );
});

test('POST takes the same from a body', async (t) => {
  const { open, say, pass } = await startLive(t);
  const client = await open(STREAM, {}, { assets: [STREAMED.asset], kinds: ['quote'], maxRate: 4 });
  assert.equal(client.response.statusCode, 200);
  assert.deepEqual(names(await readToReady(client)), ['quote', 'ready']);
  say(102);
  await pass(300);
  assert.equal((await client.event()).data.price, 102);
});

test('flow is a kind of its own, whose sums begin with the connection', async (t) => {
  const { open, say, pass } = await startLive(t);
  const client = await open(`${BOTH}&kinds=flow,quote`);
  await readToReady(client);
  for (const price of [101, 102]) {
    await pass(300);
    say(price);
    await pass(50);
  }
  const flows = client.pending().filter(({ event, data }) => event === 'flow' && data.asset === 'hl-BTC');
  assert.deepEqual(
    flows.map(({ data }) => [data.p, data.prevP, data.side, data.cumulative]),
    [
      [101, 100, 'buy', 1],
      [102, 101, 'buy', 2],
    ],
  );
});

test('a reader that comes back receives exactly what it missed, of its assets and kinds', async (t) => {
  const { open, say, pass } = await startLive(t);
  const stays = await open(`${BOTH}&kinds=quote,flow`);
  const leaves = await open(BOTH);
  await readToReady(stays);
  await readToReady(leaves);
  await pass(300);
  say(101);
  await pass(50);
  let seen = await leaves.event();
  while (seen.data.price !== 101) seen = await leaves.event();
  leaves.close();
  await leaves.ended;
  for (const price of [102, 103, 104]) {
    await pass(300);
    say(price);
  }
  await pass(50);
  const all = stays
    .pending()
    .filter(
      ({ event, id }) => event === 'quote' && Number(id?.split('-')[1]) > Number(seen.id?.split('-')[1]),
    );
  const back = await open(BOTH, { 'last-event-id': String(seen.id) });
  assert.deepEqual(names(await readToReady(back)), ['ready']);
  await pass(50);
  const missed = back.pending().filter(({ event }) => event === 'quote');
  assert.deepEqual(
    missed.map(({ id, data }) => [id, data.price]),
    all.map(({ id, data }) => [id, data.price]),
  );
  assert.deepEqual(
    missed.map(({ data }) => data.price).filter((price) => price > 1),
    [102, 103, 104],
  );
});

test('the only reader misses nothing while it is away, and no book is read for it then', async (t) => {
  const { open, say, pass, bookReads } = await startLive(t);
  const first = await open(BOTH);
  const ready = (await readToReady(first)).at(-1);
  first.close();
  await first.ended;
  await turn();
  const reads = bookReads();
  await pass(60_000);
  say(111);
  await pass(50);
  assert.equal(bookReads(), reads);
  const back = await open(BOTH, { 'last-event-id': String(ready?.id) });
  assert.deepEqual(names(await readToReady(back)), ['ready']);
  const prices = back.pending().map(({ data }) => data.price);
  if (!prices.includes(111)) {
    let event = await back.event();
    while (event.data.price !== 111) event = await back.event();
  }
});

test('ids of another run, of a list that was not followed, and nonsense give resync and snapshots', async (t) => {
  const { open } = await startLive(t);
  const one = await open(`${STREAM}?assets=${STREAMED.asset}`);
  const own = (await readToReady(one)).at(-1)?.id ?? '';
  const cases = ['aaaaaaaaaaaa-3', 'nonsense', '-', `${own}9999`, '9'.repeat(400), own];
  for (const id of cases) {
    const client = await open(`${STREAM}?assets=${REFRESHED.asset}`, { 'last-event-id': id });
    const [resync, ...rest] = await readToReady(client);
    assert.deepEqual([resync?.event, resync?.data, resync?.id], ['resync', { lastEventId: id }, null]);
    assert.deepEqual(names(rest), ['quote', 'ready']);
    client.close();
    await client.ended;
    // A topic that was joined is logged from then on, so each case needs one that was not.
    if (id === '9'.repeat(400)) break;
  }
});

test('maxRate sends the newest event of each asset, and counts the others', async (t) => {
  const { open, say, pass } = await startLive(t);
  const client = await open(`${STREAM}?assets=${STREAMED.asset}&maxRate=1&kinds=quote,flow`);
  await readToReady(client);
  say(101);
  await pass(50);
  await pass(250);
  for (const price of [102, 103, 104]) {
    say(price);
    await pass(250);
  }
  await pass(250);
  const events = client.pending();
  const quotes = events.filter(({ event }) => event === 'quote');
  assert.deepEqual(
    quotes.map(({ data }) => [data.price, data.skipped]),
    [
      [101, 0],
      [104, 2],
    ],
  );
  const flows = events.filter(({ event }) => event === 'flow');
  assert.deepEqual(
    flows.map(({ data }) => [data.p, data.prevP, data.signed, data.cumulative, data.skipped]),
    [
      [101, 100, 1, 1, 0],
      [104, 101, 3, 4, 2],
    ],
  );
});

/** Lets time pass until the stream has sent an event of the kind. */
async function passUntil(
  client: SseClient,
  pass: (ms: number) => Promise<void>,
  kind: string,
): Promise<SseBlock> {
  for (;;) {
    const found = client.pending().find(({ event }) => event === kind);
    if (found !== undefined) return found;
    await pass(50);
  }
}

test('a signal is a bundle with its cause: at the start, after a pulse, and when it was quiet', async (t) => {
  const { open, say, pass } = await startLive(t);
  const address = `${STREAM}?assets=${STREAMED.asset}&kinds=signal`;
  const client = await open(address);
  assert.deepEqual(names(await readToReady(client)), ['ready']);
  const init = await passUntil(client, pass, 'signal');
  assert.deepEqual(
    [init.data.type, init.data.cause, init.data.snapshot, init.data.asset],
    ['signal', 'init', false, 'hl-BTC'],
  );
  const [snapshot] = await readToReady(await open(address));
  const { snapshot: isSnapshot, ...same } = snapshot?.data ?? {};
  const { snapshot: _, ...made } = init.data;
  assert.deepEqual([isSnapshot, same], [true, made], 'a later reader receives what was made for the first');
  say(123);
  const moved = await passUntil(client, pass, 'signal');
  assert.deepEqual([moved.data.cause, moved.data.price.last, moved.data.snapshot], ['pulse', 123, false]);
  const quiet = await passUntil(client, pass, 'signal');
  assert.equal(quiet.data.cause, 'idle');
});

test('resolutions and gaps of the assets are events, once each, and those of others are not', async (t) => {
  const { open, pass, history, clock } = await startLive(t);
  const client = await open(`${BOTH}&kinds=resolution,gap`);
  await readToReady(client);
  const { venue, storeKey, asset } = REFRESHED;
  const fromMs = clock.read();
  await history.putGap({ venue, storeKey, fromMs, toMs: null, reason: 'polls failed: timeout' });
  await history.putGap({ venue: 'polymarket', storeKey: null, fromMs, toMs: null, reason: 'another venue' });
  await history.putGap({ venue, storeKey: 'b', fromMs, toMs: null, reason: 'another asset' });
  const begun = await passUntil(client, pass, 'gap');
  const { sentAt: _, ...gap } = begun.data;
  assert.deepEqual(gap, {
    type: 'gap',
    asset,
    venue,
    ofVenue: false,
    fromMs,
    toMs: null,
    reason: 'polls failed: timeout',
    snapshot: false,
    skipped: 0,
  });
  const toMs = clock.read();
  await history.putGap({ venue, storeKey, fromMs, toMs, reason: 'polls failed: timeout' });
  assert.equal((await passUntil(client, pass, 'gap')).data.toMs, toMs);

  const resolution = {
    ...REFRESHED,
    outcome: 'yes' as const,
    payout: 1,
    settledAt: null,
    source: 'kalshi:/markets/{ticker}',
    disputed: null,
    recordedAt: clock.read(),
  };
  const { kind: __, ...stored } = resolution;
  await history.putResolution(stored);
  const resolved = await passUntil(client, pass, 'resolution');
  assert.deepEqual([resolved.data.asset, resolved.data.outcome, resolved.data.payout], [asset, 'yes', 1]);
  for (let i = 0; i < 4; i++) await pass(5_000);
  assert.deepEqual(
    client.pending().filter(({ event }) => event !== null),
    [],
  );
});

test('trades are events with the side that the venue stated', async (t) => {
  const listeners = new Set<(trade: VenueTrade) => void>();
  const liveTrades = {
    onTrade: (listener: (trade: VenueTrade) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const { open, pass, clock } = await startLive(t, { liveTrades });
  const client = await open(`${STREAM}?assets=${STREAMED.asset}&kinds=trade&maxRate=1`);
  await readToReady(client);
  const trade: VenueTrade = {
    asset: STREAMED.asset,
    price: 101,
    size: 0.5,
    side: 'buy',
    sideSource: 'venue',
    id: '7',
    venueTime: null,
    receivedAt: clock.read(),
    source: 'stream',
    isBlock: false,
  };
  for (const listener of listeners) {
    listener(trade);
    listener({ ...trade, id: '8', side: null });
    listener({ ...trade, asset: 'hl-ETH' });
  }
  const first = await passUntil(client, pass, 'trade');
  assert.deepEqual(
    [first.data.id, first.data.side, first.data.price, first.data.size, first.data.skipped],
    ['7', 'buy', 101, 0.5, 0],
  );
});

test('a raw reader receives every change at once, in its order, and what it missed after a cut', async (t) => {
  const { open, say, pass } = await startLive(t);
  const path = `${STREAM}?assets=${STREAMED.asset}&kinds=quote,flow&raw=true`;
  const client = await open(path);
  const ready = (await readToReady(client)).at(-1);
  for (const price of [101, 102, 103]) say(price);
  const events: SseBlock[] = [];
  while (events.length < 6) events.push(await client.event());
  assert.deepEqual(
    events.map(({ event, data }) => [event, data.price ?? data.p]),
    [
      ['quote', 101],
      ['flow', 101],
      ['quote', 102],
      ['flow', 102],
      ['quote', 103],
      ['flow', 103],
    ],
  );
  const back = await open(path, { 'last-event-id': String(events[1]?.id) });
  assert.deepEqual(names(await readToReady(back)), ['ready']);
  await pass(50);
  const missed = [await back.event(), await back.event(), await back.event(), await back.event()];
  assert.deepEqual(
    missed.map(({ id, event }) => [id, event]),
    events.slice(2).map(({ id, event }) => [id, event]),
  );
  assert.notEqual(ready?.id, null);
  // A reader that is not raw has events of its own.
  const calm = await open(`${STREAM}?assets=${STREAMED.asset}`, { 'last-event-id': String(events[1]?.id) });
  assert.deepEqual(names(await readToReady(calm)), ['resync', 'quote', 'ready']);
});

const MANY = Array.from({ length: 201 }, (_, i) => `hl-A${i}`);

test('what is wrong with a request is said before the first byte', async (t) => {
  const { app, open } = await startLive(t);
  const refused: readonly (readonly [query: string, status: number, message: RegExp])[] = [
    ['', 400, /assets is required/],
    ['?assets=', 400, /assets must not hold empty items/],
    ['?assets=hl-BTC,', 400, /assets must not hold empty items/],
    ['?assets=hl-BTC&assets=hl-ETH', 400, /assets must be given once/],
    [`?assets=${MANY.join(',')}`, 400, /assets must hold at most 200 items/],
    ['?assets=hl-BTC&kinds=quotes', 400, /kinds holds an item that must be one of quote/],
    ['?assets=hl-BTC&kinds=trade', 400, /kinds may hold trade only where trades are recorded/],
    ['?assets=hl-BTC&raw=true&maxRate=1', 400, /leave raw or maxRate out/],
    ['?assets=hl-BTC&raw=perhaps', 400, /raw must be/],
    ['?assets=hl-BTC&kinds=book', 400, /kinds holds an item that must be one of quote/],
    ['?assets=hl-BTC&kinds=', 400, /kinds must not hold empty items/],
    ['?assets=hl-BTC&maxRate=0', 400, /maxRate must be at least 0.1/],
    ['?assets=hl-BTC&maxRate=5', 400, /maxRate must be at most 4/],
    ['?assets=hl-BTC&maxRate=fast', 400, /maxRate must be a number/],
    ['?assets=hl-BTC,hl-NOPE,pm-nope', 404, /hl-NOPE, pm-nope/],
    ['?assets=hl-NOPE&partial=true', 404, /hl-NOPE/],
  ];
  for (const [query, status, message] of refused) {
    const response = await app.inject(`${STREAM}${query}`);
    assert.equal(response.statusCode, status, query);
    assert.match(response.json().message, message, query);
  }
  const bodies: readonly (readonly [body: object, status: number])[] = [
    [{}, 400],
    [{ assets: [] }, 400],
    [{ assets: 'hl-BTC' }, 400],
    [{ assets: MANY }, 400],
    [{ assets: [''] }, 400],
    [{ assets: ['hl-BTC'], kinds: ['book'] }, 400],
    [{ assets: ['hl-BTC'], kinds: [] }, 400],
    [{ assets: ['hl-BTC'], maxRate: '1' }, 400],
    [{ assets: ['hl-BTC'], maxrate: 1 }, 400],
    [{ assets: ['hl-BTC', 'hl-NOPE'] }, 404],
  ];
  for (const [payload, status] of bodies) {
    const response = await app.inject({ method: 'POST', url: STREAM, payload });
    assert.equal(response.statusCode, status, JSON.stringify(payload));
  }
  const client = await open(`${STREAM}?assets=hl-BTC`);
  assert.equal(client.response.statusCode, 200);
});

test('an asset that is named twice counts once, in any spelling', async (t) => {
  const { open } = await startLive(t);
  const client = await open(`${STREAM}?assets=hl-BTC,hl-btc,hl-BTC`);
  const blocks = await readToReady(client);
  assert.deepEqual(names(blocks), ['quote', 'ready']);
  assert.deepEqual(blocks.at(-1)?.data.assets, ['hl-BTC']);
});

test('with partial, unknown names are an event of the stream', async (t) => {
  const { open } = await startLive(t);
  const client = await open(`${STREAM}?assets=hl-NOPE,hl-BTC,pm-nope&partial=true`);
  const [unknown, ...rest] = await readToReady(client);
  assert.deepEqual(
    [unknown?.event, unknown?.data],
    ['unknown', { type: 'unknown', assets: ['hl-NOPE', 'pm-nope'] }],
  );
  assert.deepEqual(names(rest), ['quote', 'ready']);
});
