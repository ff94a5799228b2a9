import assert from 'node:assert/strict';
import { test } from 'node:test';
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
