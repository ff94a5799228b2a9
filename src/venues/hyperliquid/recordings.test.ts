import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { StrictIntake } from '../../../test/support/strict-intake.ts';
import type { WireSchema } from '../../upstream/client.ts';
import { findOutcomeState, normaliseOutcomeMeta } from './normalise-outcomes.ts';
import { normalisePerps } from './normalise-perps.ts';
import * as wire from './wire.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'recordings', 'hyperliquid');
const skip = existsSync(folder) ? false : 'the folder ../shared/recordings is absent';
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
const readData = (name: string): unknown => (read(name) as { data: unknown }).data;

interface Reader {
  readonly name: string;
  findProblem(value: unknown): string | null;
}

/** Reads the rows of a recorded body and requires that each of them is valid. */
const rows = <Schema extends TSchema>(schema: WireSchema<Schema>, list: readonly unknown[]) =>
  new StrictIntake().readRows(list, schema);

test('every recorded answer fits the schema that reads it', { skip }, () => {
  const rows: [string, Reader][] = [
    ['metaAndAssetCtxs-1', wire.metaAndAssetCtxs],
    ['metaAndAssetCtxs-dex-xyz', wire.metaAndAssetCtxs],
    ['perpDexs-1', wire.perpDexs],
    ['perpDexs-2', wire.perpDexs],
    ['allMids-1', wire.allMids],
    ['allMids-2-with-outcomes', wire.allMids],
    ['outcomeMeta-1', wire.outcomeMeta],
    ['l2Book-BTC-no-n', wire.l2Book],
    ['l2Book-BTC-nsf3', wire.l2Book],
    ['l2Book-BTC-nsf4', wire.l2Book],
    ['l2Book-BTC-nsf5', wire.l2Book],
    ['l2Book-BTC-nsf5-m5', wire.l2Book],
    ['candleSnapshot-1', wire.candleSnapshot],
    ['fundingHistory-1', wire.fundingHistory],
  ];
  for (const [name, schema] of rows) assert.equal(schema.findProblem(read(name)), null, name);
});

test('every recorded frame fits the schema that reads it', { skip }, () => {
  const rows: [string, Reader][] = [
    ['ws-allDexsAssetCtxs', wire.allDexsAssetCtxs],
    ['ws-bbo', wire.bbo],
    ['ws-bbo-one-sided', wire.bbo],
    ['ws-trades', wire.streamTrades],
    ['ws-activeSpotAssetCtx', wire.activeSpotAssetCtx],
    ['ws-activeAssetCtx-perp', wire.activeSpotAssetCtx],
    ['ws-outcomeMetaUpdates', wire.outcomeMetaUpdates],
  ];
  for (const [name, schema] of rows) {
    assert.equal(wire.streamFrame.findProblem(read(name)), null, name);
    assert.equal(schema.findProblem(readData(name)), null, name);
  }
});

test('the recorded main dex becomes 190 listed perpetuals with finite numbers', { skip }, () => {
  const body = read('metaAndAssetCtxs-1');
  assert.ok(wire.metaAndAssetCtxs.accepts(body));
  const universe = rows(wire.perpMeta, body[0].universe);
  const contexts = rows(wire.perpContext, body[1]);
  const perps = normalisePerps(universe, contexts, { fromRest: true, findVolumeCounter: () => null });
  assert.equal(perps.length, 228 - 38);
  for (const { ticker, price } of perps) {
    assert.ok(price !== null && price > 0, ticker.coin);
    for (const value of Object.values(ticker)) assert.ok(typeof value !== 'number' || Number.isFinite(value));
  }
  assert.equal(new Set(perps.map(({ ref }) => ref.storeKey)).size, perps.length);
});

test('the recorded outcomes become fourteen markets, each with a distinct id and a title of its own', {
  skip,
}, () => {
  const meta = read('outcomeMeta-1');
  assert.ok(wire.outcomeMeta.accepts(meta));
  const outcomes = rows(wire.outcomeRow, meta.outcomes);
  const questions = rows(wire.questionRow, meta.questions);
  const markets = normaliseOutcomeMeta({ outcomes, questions }, new Map());
  assert.equal(markets.length, 14);
  assert.equal(new Set(markets.map(({ ref }) => ref.asset)).size, 14);
  assert.equal(new Set(markets.map(({ text }) => text.title)).size, 14);
  const mids = read('allMids-2-with-outcomes');
  assert.ok(wire.allMids.accepts(mids));
  for (const market of markets) {
    const mid: number = Number(mids[market.yesCoin]);
    assert.ok(mid > 0 && mid < 1, market.yesCoin);
    const touch = { bid: mid / 2, ask: (1 + mid) / 2, venueTime: null };
    const quote = {
      touch,
      isTouchFresh: false,
      mid,
      lastPrice: null,
      volume24hUsd: null,
      volumeCounter: null,
    };
    const state = findOutcomeState(market, { ...quote, polled: null, carried: false }, new Set());
    assert.equal(state.price, mid);
    assert.ok(state.ticker.venueNativeUrl.startsWith('https://app.hyperliquid.xyz/trade/'));
  }
});

test('the recorded frame of all dexes pairs with a universe by position', { skip }, () => {
  const data = readData('ws-allDexsAssetCtxs');
  assert.ok(wire.allDexsAssetCtxs.accepts(data));
  const dexes = rows(wire.dexContexts, data.ctxs);
  assert.equal(
    dexes.reduce((sum, [, contexts]) => sum + rows(wire.streamedContext, contexts).length, 0),
    412,
  );
  const main = read('metaAndAssetCtxs-1');
  assert.ok(wire.metaAndAssetCtxs.accepts(main));
  const contexts = rows(wire.streamedContext, dexes.find(([dex]) => dex === '')?.[1] ?? []);
  const perps = normalisePerps(rows(wire.perpMeta, main[0].universe), contexts, {
    fromRest: false,
    findVolumeCounter: () => null,
  });
  assert.equal(perps.find(({ ticker }) => ticker.coin === 'BTC')?.price, 77562);
});
