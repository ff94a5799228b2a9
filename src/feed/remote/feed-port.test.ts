import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { describeTapedMarkets } from '../../../test/contract/taped-markets.ts';
import { FakeAdapter } from '../../../test/support/fake-adapter.ts';
import { startFeedPort, PORT_TOKEN as TOKEN } from '../../../test/support/feed-port-stand.ts';
import { binaryState, ManualClock } from '../../../test/support/markets.ts';
import { quietFeed } from '../../../test/support/quiet-feed.ts';
import { TAPE_STATUS } from '../../../test/support/tape-status.ts';
import {
  type AssetRef,
  type Book,
  buildKalshiAsset,
  epochMs,
  fillStatus,
  noFill,
  UpstreamError,
} from '../../domain/index.ts';
import { createBookRead } from '../book-read.ts';
import { LiveBooks } from '../live-books.ts';
import type { FeedPortOptions } from './feed-port.ts';
import { PortClient } from './port-client.ts';
import { checkCall, PROOF, proveAnswer, signCall } from './port-proof.ts';
import { RemoteFiller } from './remote-filler.ts';
import { RemoteTapedMarkets } from './remote-taped-markets.ts';
import { decodeSnapshot } from './snapshot-body.ts';

const ref = buildKalshiAsset('A');

async function startPort(
  t: TestContext,
  parts: Partial<Pick<FeedPortOptions, 'tape' | 'tapedMarkets' | 'want'>> = {},
) {
  const clock = new ManualClock();
  const adapter = new FakeAdapter('kalshi');
  const feed = quietFeed([adapter], clock.read);
  const faults: unknown[] = [];
  const { port, url, openClient } = await startFeedPort(t, {
    feed,
    books: new LiveBooks({ read: createBookRead(new Map([['kalshi', adapter]])), clock: clock.read }),
    markets: {
      readCandles: async () => [
        { t: clock.read(), open: 1, high: 1, low: 1, close: 1, volume: null, trades: null },
      ],
      readFunding: async () => {
        throw new Error('ours');
      },
    },
    onFault: (error) => faults.push(error),
    ...parts,
  });
  return { clock, adapter, feed, port, url, faults, client: openClient(), openClient };
}

test('one read of a venue serves all processes that ask while it is fresh', async (t) => {
  const { adapter, clock, openClient } = await startPort(t);
  const book: Book = {
    asset: ref.asset,
    bids: [{ price: 0.4, size: 1 }],
    asks: [],
    venueTime: null,
    receivedAt: clock.read(),
  };
  adapter.books.set(ref.asset, book);
  const processes = [openClient(TOKEN), openClient(TOKEN), openClient(TOKEN)];
  const books = await Promise.all(
    processes.flatMap((client) => Array.from({ length: 20 }, () => client.book(ref))),
  );
  assert.deepEqual(books, Array(60).fill(book));
  assert.equal(adapter.calls.book, 1);
});

test('a refusal of the venue arrives as it was, and a fault of the feed as a failure without details', async (t) => {
  const { client, faults } = await startPort(t);
  await assert.rejects(client.book(ref), (error: UpstreamError) => {
    assert.ok(error instanceof UpstreamError);
    assert.deepEqual([error.failure, error.message], ['network', 'kalshi: unreachable']);
    return true;
  });
  assert.equal((await client.candles(ref)).length, 1);
  await assert.rejects(client.funding(ref), { name: 'UpstreamError', failure: 'server' });
  assert.match(String(faults), /ours/);
});

test('the state of the tape arrives as it is, also that there is none', async (t) => {
  const { client } = await startPort(t, { tape: { read: async () => TAPE_STATUS } });
  assert.deepEqual(await client.readTape(), TAPE_STATUS);
  assert.equal(await (await startPort(t)).client.readTape(), null);
});

test('wanted assets reach the process that fills, with their caller, and come back with their status', async (t) => {
  const asked: [assets: string[], caller: string][] = [];
  const want = async (refs: readonly AssetRef[], caller: string) => {
    asked.push([refs.map(({ asset }) => asset), caller]);
    return refs.map((_, i) => (i === 0 ? noFill('failed', epochMs(5)) : fillStatus('queued')));
  };
  const { client, port } = await startPort(t, { want });
  const filler = new RemoteFiller(client);
  const refs = Array.from({ length: 21 }, (_, i) => buildKalshiAsset(`M${i}`));
  const statuses = await filler.want(refs, '203.0.113.7');
  assert.deepEqual(statuses, [
    noFill('failed', epochMs(5)),
    ...Array(19).fill(fillStatus('queued')),
    noFill('failed', epochMs(5)),
  ]);
  assert.deepEqual(asked.map(([assets, caller]) => [assets.length, caller]).toSorted(), [
    [1, '203.0.113.7'],
    [20, '203.0.113.7'],
  ]);
  await port.close();
  assert.deepEqual(await filler.want([ref], ''), [noFill('unreachable')]);
});

describeTapedMarkets({
  name: 'of another process',
  open: async (t, tapedMarkets) => {
    const { client, port } = await startPort(t, { tapedMarkets });
    return { reader: new RemoteTapedMarkets(client), close: () => port.close() };
  },
});

test('the newest state can be read while Redis is away', async (t) => {
  const { client, feed, clock } = await startPort(t);
  assert.deepEqual([...(await client.readHeads(['kalshi', 'polymarket'])).keys()], ['kalshi']);
  assert.equal(await client.readBody('kalshi'), null);
  feed.restore({ venue: 'kalshi', fetchedAt: clock.read(), markets: [binaryState('A', 0.4)], emptyBooks: 0 });
  const head = (await client.readHeads(['kalshi'])).get('kalshi');
  assert.deepEqual([head?.fence, head?.fetchedAt, head?.status?.resolutions.recorded], [4, clock.read(), 2]);
  const { markets } = await decodeSnapshot((await client.readBody('kalshi')) as Buffer);
  assert.equal(markets[0]?.price, 0.4);
});

test('a call that is not signed with the token is refused and counted, and tells nothing', async (t) => {
  const { url, port, adapter, openClient } = await startPort(t);
  const now = Date.now();
  for (const call of [`/book?asset=${ref.asset}`, '/state', '/nothing']) {
    const forged = [
      'Crosstape',
      `Bearer ${TOKEN}`,
      ...['', `${TOKEN}x`, TOKEN.slice(1), 'ü'.repeat(32)].map(
        (one) => signCall(one, call, now).authorization,
      ),
      // Signatures of another call, of yesterday, and with a changed character.
      signCall(TOKEN, '/snapshot', now).authorization,
      signCall(TOKEN, call, now - 6 * 60_000).authorization,
      signCall(TOKEN, call, now).authorization.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ];
    for (const authorization of forged) {
      const response = await fetch(new URL(call, url), { headers: { authorization } });
      assert.equal(response.status, 401);
      assert.deepEqual(await response.json(), { message: 'the call is not signed with the token' });
    }
  }
  assert.equal((await fetch(new URL('state', url))).status, 401);
  assert.deepEqual(port.stats(), { answered: 0, forged: 28 });
  assert.equal(adapter.calls.book, 0);
  await assert.rejects(openClient('wrong').book(ref), { name: 'UpstreamError' });
});

test('a call that no process of the installation signed is refused', async (t) => {
  const { url } = await startPort(t);
  // Clocks of processes may differ by a minute.
  const ask = async (call: string, init: RequestInit = {}) => {
    const { authorization } = signCall(TOKEN, `/${call}`, Date.now() - 60_000);
    return (await fetch(new URL(call, url), { ...init, headers: { authorization } })).status;
  };
  assert.equal(await ask('book?asset=none'), 400);
  assert.equal(await ask('book'), 400);
  assert.equal(await ask('snapshot?venue=none'), 400);
  assert.equal(await ask(`fill?asset=${ref.asset}&waitMs=1e9`), 400);
  assert.equal(await ask('elsewhere'), 404);
  assert.equal(await ask('state', { method: 'POST', body: 'x' }), 404);
});

test('a feed that gives no answer within a second, or an unreadable one, is a failure of the upstream', async (t) => {
  let answer = '';
  const server = createServer((request, response) => {
    const nonce = checkCall(TOKEN, String(request.url), request.headers.authorization, Date.now());
    response.setHeader(PROOF, proveAnswer(TOKEN, String(nonce), 200, Buffer.from(answer)));
    if (answer !== '') response.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const openClient = (limitMs: number) =>
    new PortClient({ url: () => url, anyUrl: () => url, token: TOKEN, limitMs });
  await assert.rejects(openClient(50).book(ref), { name: 'UpstreamError', failure: 'timeout' });
  const client = openClient(60_000);
  for (answer of ['no json', '{"asset":1}', 'null']) {
    await assert.rejects(client.book(ref), { name: 'UpstreamError', failure: 'malformed' });
  }
  const nowhere = new PortClient({ url: () => null, anyUrl: () => null, token: TOKEN });
  await assert.rejects(nowhere.book(ref), { name: 'UpstreamError', failure: 'network' });
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  await assert.rejects(client.book(ref), { name: 'UpstreamError', failure: 'network' });
});

test('another program at the address that Redis names for the feed learns no token, and is not believed', async (t) => {
  const heard: (string | undefined)[] = [];
  const { url, port } = await startPort(t);
  let forge: (response: ServerResponse, proof: string) => void = () => undefined;
  const stranger = createServer(async (request, response) => {
    heard.push(request.headers.authorization);
    // A proxy may forward the call and change the answer.
    const { authorization = '' } = request.headers;
    const real = await fetch(new URL(String(request.url), url), { headers: { authorization } });
    forge(response, String(real.headers.get(PROOF)));
  });
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  t.after(() => {
    stranger.closeAllConnections();
    stranger.close();
  });
  const { port: listening } = stranger.address() as AddressInfo;
  const at = () => `http://127.0.0.1:${listening}`;
  const client = new PortClient({ url: at, anyUrl: at, token: TOKEN, limitMs: 60_000 });
  const forgeries: (typeof forge)[] = [
    (response) => response.end('[]'),
    (response, proof) => response.setHeader(PROOF, proof).end('[{}]'),
    (response, proof) => response.writeHead(502, { [PROOF]: proof }).end('[]'),
    (response) => response.setHeader(PROOF, proveAnswer('wrong', 'nonce', 200, Buffer.from('[]'))).end('[]'),
  ];
  for (forge of forgeries) await assert.rejects(client.readProbes(), { failure: 'server' });
  forge = (response, proof) => response.setHeader(PROOF, proof).end('[]');
  assert.deepEqual(await client.readProbes(), []);
  assert.equal(port.stats().forged, 0);
  assert.ok(heard.every((said) => said?.startsWith('Crosstape ') === true && !said.includes(TOKEN)));
});
