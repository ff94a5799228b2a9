import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binaryState, perpState } from '../../test/support/markets.ts';
import { buildKalshiAsset, type MarketFacts, readFacts } from '../domain/index.ts';
import type { HistoryReader } from '../history/contract/history-store.ts';
import { HistoryUnavailableError } from '../history/contract/unavailable.ts';
import { AssetDirectory } from './asset-directory.ts';
import type { Feed } from './feed.ts';

const listed = binaryState('LISTED', 0.4, {
  tickerOverrides: { title: 'Who wins?', yesMeans: 'Duke', noMeans: 'Siena' },
});
const ended = readFacts(
  binaryState('ENDED', null, { tickerOverrides: { title: 'Who won?', yesMeans: 'Siena' } }),
);

function directory(findMarketMany: () => Promise<(MarketFacts | null)[]>) {
  const states = [listed, perpState('BTC', 100)];
  const feed = { find: (asset: string) => states.find(({ ref }) => ref.asset === asset) ?? null };
  return new AssetDirectory(feed as unknown as Feed, { findMarketMany } as unknown as HistoryReader);
}
const assets = [listed.ref.asset, ended.asset, 'hl-BTC', 'hl-GONE', buildKalshiAsset('NEVER').asset, 'no id'];
const unknown = { name: null, yesMeans: null, noMeans: null };

test('assets are named by the feed, or by what the register has of those that ended', async () => {
  const names = await directory(async () => [ended, null]).readNames(assets);
  assert.deepEqual(Object.fromEntries(names), {
    [listed.ref.asset]: { name: 'Who wins?', yesMeans: 'Duke', noMeans: 'Siena' },
    [ended.asset]: { name: 'Who won?', yesMeans: 'Siena', noMeans: null },
    'hl-BTC': { ...unknown, name: 'BTC' },
    'hl-GONE': { ...unknown, name: 'GONE' },
    [buildKalshiAsset('NEVER').asset]: unknown,
    'no id': unknown,
  });
});

test('a store that is away takes the names of ended markets, and nothing else', async () => {
  const away = directory(async () => {
    throw new HistoryUnavailableError('away');
  });
  const names = await away.readNames(assets);
  assert.deepEqual(names.get(ended.asset), unknown);
  assert.equal(names.get(listed.ref.asset)?.yesMeans, 'Duke');
  const broken = directory(async () => {
    throw new TypeError('a fault of ours');
  });
  await assert.rejects(broken.readNames(assets), TypeError);
});
