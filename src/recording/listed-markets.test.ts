import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sampleMarket } from '../../test/support/sample-markets.ts';
import { epochMs, HOUR_MS, type MarketState, MINUTE_MS, type VenuePoll } from '../domain/index.ts';
import { KnownFacts } from '../feed/local/known-facts.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../history/sqlite/index.ts';
import { ListedMarkets } from './listed-markets.ts';
import { PollRecorder } from './poll-recorder.ts';

const START = 1_763_700_000_000;
const ASSET = 'pm-will-it-rain';
const QUESTION = { title: 'Will it rain?', eventKey: '7', eventTitle: 'Weather', rules: 'Yes if it rains.' };

const poll = (markets: readonly MarketState[], afterMs = 0): VenuePoll => ({
  venue: 'polymarket',
  receivedAt: epochMs(START + afterMs),
  markets,
  emptyBooks: 0,
});

function say(listed: ListedMarkets, markets: readonly MarketState[], afterMs = 0): number {
  const { changed } = listed.review(poll(markets, afterMs));
  listed.confirm();
  return changed.length;
}

test('a market is told once, and again when what it says changes', () => {
  const listed = new ListedMarkets();
  assert.equal(say(listed, [sampleMarket(ASSET, QUESTION)]), 1);
  assert.equal(say(listed, [sampleMarket(ASSET, { ...QUESTION, yesPrice: 0.4, volume24hUsd: 9 })], 1), 0);
  assert.equal(say(listed, [sampleMarket(ASSET, { ...QUESTION, status: 'closed', exhaustive: true })], 2), 0);
  assert.equal(say(listed, [sampleMarket(ASSET, { ...QUESTION, title: 'Will it snow?' })], 3), 1);
});

test('what could not be stored is told again', () => {
  const listed = new ListedMarkets();
  const markets = [sampleMarket(ASSET, QUESTION)];
  assert.equal(listed.review(poll(markets)).changed.length, 1);
  assert.equal(say(listed, markets, 1), 1);
  assert.equal(say(listed, markets, 2), 0);
});

test('marked states are told by their change, wherever they stand in the list', async () => {
  const listed = new ListedMarkets();
  const facts = new KnownFacts();
  const sayMarked = async (afterMs: number, ...titles: string[]) => {
    const markets = titles.map((title) =>
      sampleMarket(`pm-${title[0]}`, { ...QUESTION, title, yesPrice: 0.4 }),
    );
    await facts.mark(poll(markets, afterMs));
    const { changed } = listed.review(poll(markets, afterMs));
    listed.confirm();
    return changed.map(({ title }) => title);
  };
  assert.deepEqual(await sayMarked(0, 'a', 'b', 'c'), ['a', 'b', 'c']);
  assert.deepEqual(await sayMarked(1, 'c', 'd', 'a', 'b'), ['d']);
  assert.deepEqual(await sayMarked(2, 'c', 'd', 'a other', 'b'), ['a other']);
  assert.deepEqual(await sayMarked(3, 'c', 'd', 'a other', 'b'), []);
  listed.forget([{ storeKey: 'd' }]);
  assert.deepEqual(await sayMarked(4, 'c', 'd', 'a other', 'b'), ['d']);
  assert.deepEqual(await sayMarked(5, 'b', 'c'), []);
  assert.deepEqual(await sayMarked(2 * HOUR_MS, 'b', 'c'), []);
  assert.equal(listed.size, 2);
});

test('a field that flips with each poll is written less and less often', () => {
  const listed = new ListedMarkets();
  let writes = 0;
  for (let i = 0; i < 24 * 120; i++) {
    writes += say(listed, [sampleMarket(ASSET, { ...QUESTION, title: `Title ${i % 2}` })], i * 30_000);
  }
  assert.ok(writes >= 20 && writes <= 35, `${writes} writes in a day`);
});

test('an event that was not read this time is no change', () => {
  const listed = new ListedMarkets();
  say(listed, [sampleMarket(ASSET, QUESTION)]);
  assert.equal(say(listed, [sampleMarket(ASSET, { ...QUESTION, eventTitle: null })], 1), 0);
  assert.equal(say(listed, [sampleMarket(ASSET, QUESTION)], 2), 0);
});

test('a venue that lists nothing for a while has not dropped its markets; one that does so for an hour has', () => {
  const listed = new ListedMarkets();
  const markets = [sampleMarket(ASSET, QUESTION)];
  say(listed, markets);
  listed.review(poll([], 5 * MINUTE_MS));
  assert.equal(listed.size, 1);
  assert.equal(say(listed, markets, 10 * MINUTE_MS), 0);
  listed.review(poll([], 11 * MINUTE_MS + HOUR_MS));
  assert.equal(listed.size, 0);
});

test('a venue that lists everything at once is registered with that poll, in several commits', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'listed-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const history = await openSqliteHistory({ dataDir });
  const recorder = new PollRecorder({ history, clock: () => epochMs(START), intervalMs: () => 30_000 });
  const markets = Array.from({ length: 1_001 }, (_, i) =>
    sampleMarket(`pm-${i}`, { ...QUESTION, yesPrice: 0.5 }),
  );
  await recorder.record(poll(markets));
  const { markets: known } = await history.listMarkets({ limit: 2_000 });
  const { commits, observations } = await history.readStats();
  assert.deepEqual([known.length, commits, observations], [1_001, 6, 1_001]);
  await history.close();
});

test('what a market asks is stored with its first poll, also without a price, and a restart changes nothing', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'listed-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const clock = () => epochMs(START);
  const market = sampleMarket(ASSET, QUESTION);
  for (const afterMs of [0, 30_000]) {
    const history = await openSqliteHistory({ dataDir });
    const recorder = new PollRecorder({ history, clock, intervalMs: () => 30_000 });
    await recorder.record(poll([market], afterMs));
    const reader = await openReadOnlyHistory({ dataDir });
    const known = await reader.findMarket(market.ref);
    assert.deepEqual([known?.title, known?.seenFrom, known?.changedAt], ['Will it rain?', START, START]);
    assert.equal(await reader.findRules(known?.rulesHash ?? ''), 'Yes if it rains.');
    await reader.close();
    await history.close();
  }
});
