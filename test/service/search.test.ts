import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { buildPerpAsset, buildPolymarketAsset, epochMs } from '../../src/domain/index.ts';
import { EndedFile } from '../../src/search/sqlite/ended-file.ts';
import { FtsSearch } from '../../src/search/sqlite/fts-search.ts';
import { BusySearch } from '../support/busy-search.ts';
import { binary, NOW, perp } from '../support/fixed-feed.ts';
import { startBench } from '../support/service-bench.ts';

type Api = Awaited<ReturnType<typeof startBench>>['app'];

async function search(app: Api, query: Record<string, string>) {
  const response = await app.inject(`/api/search?${new URLSearchParams(query)}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

const listAssets = async (app: Api, query: Record<string, string>): Promise<string[]> =>
  (await search(app, query)).results.map(({ asset }: { asset: string }) => asset);

test('a search answers with every member, mended and by other names', async (t) => {
  const { app, feed } = await startBench(t);
  feed.set('hyperliquid', [perp(), perp(buildPerpAsset('ETH'))]);
  const answer = await search(app, { q: 'bitcion' });
  assert.deepEqual(Object.keys(answer), ['ok', 'q', 'corrected', 'count', 'results', 'nextCursor']);
  const { score, ...first } = answer.results[0];
  assert.ok(score > 0);
  assert.deepEqual(first, {
    asset: 'hl-BTC',
    venue: 'hyperliquid',
    kind: 'hl-perp',
    title: 'BTC',
    event: null,
    price: 87_250.5,
    volume24hUsd: 1_930_000_000,
    settled: false,
    outcome: null,
    why: ['btc'],
  });
  const { results, corrected } = await search(app, { q: 'happens' });
  assert.equal(corrected, null);
  assert.ok(results.every(({ event }: { event: { title: string } }) => event.title === 'What happens'));
});

test('a market that left its list is found with settled alone, with its result', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'search-'));
  const ended = new EndedFile(folder);
  t.after(async () => {
    ended.close();
    await rm(folder, { recursive: true });
  });
  const { app, feed, history } = await startBench(t, { search: new FtsSearch(ended) });
  const [gone, closed] = ['gone', 'closed'].map(buildPolymarketAsset);
  const snow = { title: 'Will it snow in Lisbon?' };
  feed.set('polymarket', [binary(gone!, snow), binary(closed!, { ...snow, status: 'closed' })]);
  assert.deepEqual((await listAssets(app, { q: 'snow' })).toSorted(), [closed!.asset, gone!.asset]);
  feed.set('polymarket', [binary(closed!, { ...snow, status: 'closed' })]);
  await history.putResolution({
    ...gone!,
    outcome: 'no',
    payout: 0,
    settledAt: NOW,
    source: 'test',
    disputed: null,
    recordedAt: epochMs(NOW),
  });
  assert.deepEqual(await listAssets(app, { q: 'snow lisbon' }), [closed!.asset]);
  const { results } = await search(app, { q: 'snow lisbon', settled: 'true' });
  const told = results.map(({ asset, settled, outcome, price }: Record<string, unknown>) => [
    asset,
    settled,
    outcome,
    price === null,
  ]);
  assert.deepEqual(told.toSorted(), [
    [closed!.asset, true, null, false],
    [gone!.asset, true, 'no', true],
  ]);
});

test('venue, kind, sort and cursor', async (t) => {
  const { app } = await startBench(t);
  assert.deepEqual(await listAssets(app, { q: 'btc', kind: 'perp' }), ['hl-BTC']);
  assert.deepEqual(await listAssets(app, { q: 'btc', venue: 'limitless' }), ['limitless-btc-above-100k']);
  for (const sort of ['relevance', 'volume', 'asset']) {
    const whole = await search(app, { q: 'happens', sort });
    assert.ok(whole.count > 2 && whole.nextCursor === null);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: Record<string, string> = { q: 'happens', sort, limit: '1' };
      const page = await search(app, cursor === '' ? query : { ...query, cursor });
      paged.push(...page.results.map(({ asset }: { asset: string }) => asset));
      cursor = page.nextCursor;
    }
    assert.deepEqual(
      paged,
      whole.results.map(({ asset }: { asset: string }) => asset),
      sort,
    );
  }
});

test('nothing asked finds nothing, and no text fails', async (t) => {
  const { app } = await startBench(t);
  for (const q of [
    '',
    '  ',
    '?!',
    '""',
    '%00',
    '比特币',
    'AND',
    'NEAR(btc',
    '"btc" OR "eth"*',
    '{title}:x',
    '---',
  ])
    assert.ok((await search(app, { q })).count >= 0, q);
  for (const q of ['', '  ', '?!']) assert.deepEqual((await search(app, { q })).results, [], q);
  assert.equal((await search(app, { q: 'x'.repeat(200) })).count, 0);
});

test('while too many searches wait, others are told to come back', async (t) => {
  const { app } = await startBench(t, { search: new BusySearch() });
  for (const address of ['/api/search?q=btc', '/api/m2m/index?q=btc']) {
    const response = await app.inject(address);
    assert.equal(response.statusCode, 503, address);
    assert.equal(response.json().error, 'overloaded');
    assert.ok(Number(response.headers['retry-after']) > 0);
  }
});

for (const [query, parameter] of [
  ['', 'q'],
  [`q=${'x'.repeat(201)}`, 'q'],
  [`q=${'x'.repeat(10_000)}`, 'q'],
  ['q=btc&limit=0', 'limit'],
  ['q=btc&limit=101', 'limit'],
  ['q=btc&limit=-1', 'limit'],
  ['q=btc&limit=1.5', 'limit'],
  ['q=btc&limit=many', 'limit'],
  ['q=btc&sort=best', 'sort'],
  ['q=btc&kind=coin', 'kind'],
  ['q=btc&venue=nowhere', 'venue'],
  ['q=btc&settled=perhaps', 'settled'],
  ['q=btc&cursor=nonsense', 'cursor'],
  [`q=btc&cursor=${Buffer.from('["search","NaN","a"]').toString('base64url')}`, 'cursor'],
  [`q=btc&cursor=${Buffer.from('["index","1","a"]').toString('base64url')}`, 'cursor'],
] as const) {
  test(`a wrong parameter is refused by name: ${query.slice(0, 40)}`, async (t) => {
    const { app } = await startBench(t);
    const response = await app.inject(`/api/search?${query}`);
    assert.equal(response.statusCode, 400, response.body);
    assert.equal(response.json().error, 'validation_failed');
    assert.match(response.json().message, new RegExp(parameter));
  });
}
