import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { type Resolution, UpstreamError, type WholeStatement } from '../../domain/index.ts';
import { readStated as readKalshi } from '../kalshi/stated.ts';
import type { KalshiMarket } from '../kalshi/wire.ts';
import { readStated as readLimitless } from '../limitless/stated.ts';
import type { LimitlessMarket } from '../limitless/wire.ts';
import { addStated, readStated as readPolymarket } from '../polymarket/stated.ts';
import type { GammaMarket } from '../polymarket/wire.ts';
import { withStated } from './stated.ts';

type Body = Readonly<Record<string, unknown>>;

const SENTENCES = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'fixtures/sentences.json'), 'utf8'),
) as readonly { readonly sentence: string; readonly market: Body }[];
/** Finds the market whose rules contain a sentence of the list. */
const find = (sentence: string): Body => SENTENCES.find((one) => one.sentence === sentence)!.market;
const never = new AbortController().signal;
const RESOLUTION: Resolution = {
  asset: 'pm-window',
  outcome: 'yes',
  payout: 1,
  settledAt: null,
  source: 'polymarket:gamma/markets',
  disputed: null,
};

const kalshi = (sentence: string, members: Body) =>
  readKalshi({
    ticker: 'K',
    event_ticker: 'K',
    status: 'finalized',
    ...find(sentence),
    ...members,
  } as KalshiMarket);

test('kalshi: the value that a market ended by, to the places that it is written with', () => {
  for (const [sent, text, decimals] of [
    ['84349.74', '84349.74', 2],
    ['84349.70', '84349.7', 2],
    ['84350', '84350', 0],
    [' 0.0451 ', '0.0451', 4],
    [84349.74, '84349.74', 2],
    [1e-7, '0.0000001', 7],
  ] as const)
    assert.deepEqual(kalshi('K1', { expiration_value: sent })?.value, { kind: 'rounded', text, decimals });
  for (const sent of ['', '84,349.74', '-1', '0', 'none', null, undefined, {}, true])
    assert.equal(kalshi('K1', { expiration_value: sent })?.value, null, String(sent));
});

test('kalshi: a quarter of an hour states its strike too, a market with a strike of its own does not', () => {
  // The market without the sentence and the member that state the number of decimals.
  const unrounded = { rules_secondary: '', custom_strike: null };
  const quarter = kalshi('K2 K3', { ...unrounded, expiration_value: '84349.74', floor_strike: 84_351.1 });
  assert.deepEqual(quarter, {
    value: { kind: 'rounded', text: '84349.74', decimals: 2 },
    strike: { kind: 'rounded', text: '84351.1', decimals: 1 },
  });
  const toTwo = kalshi('K2 K3', { floor_strike: 84_351.1 });
  assert.deepEqual(toTwo?.strike, { kind: 'rounded', text: '84351.1', decimals: 2 });
  assert.equal(kalshi('K2 K3', { floor_strike: null })?.strike, null);
  assert.equal(kalshi('K1', { floor_strike: 69_999.99 })?.strike, null);
});

test('kalshi: a market about no index states nothing', () => {
  const market = { rules_primary: 'If it rains, then the market resolves to Yes.', expiration_value: '1' };
  assert.equal(
    readKalshi({ ticker: 'K', event_ticker: 'K', status: 'finalized', ...market } as KalshiMarket),
    null,
  );
});

test('limitless: reports that were taken, to the last digit, and their moments', () => {
  const file = path.join(import.meta.dirname, '../limitless/fixtures/market-resolved.json');
  const market: LimitlessMarket = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual(readLimitless(market), {
    strike: { kind: 'exact', text: '86513.574462924859113472' },
    value: { kind: 'exact', text: '86369.921369164048498688' },
    openTakenAt: Date.UTC(2026, 8, 22, 19, 30),
    closeTakenAt: Date.UTC(2026, 8, 22, 19, 45),
  });
  const read = (close: unknown) =>
    readLimitless({ ...market, metadata: { chainlinkTwapResolution: { close } } } as LimitlessMarket);
  const late = read({ raw: '1', selectedAt: '2026-09-22T19:45:03.000Z' });
  assert.deepEqual(late, {
    strike: null,
    value: { kind: 'exact', text: '0.000000000000000001' },
    openTakenAt: null,
    closeTakenAt: Date.UTC(2026, 8, 22, 19, 45, 3),
  });
  assert.equal(read({ selectedAt: 1_790_106_300_000 })?.closeTakenAt, 1_790_106_300_000);
  const NOTHING = { strike: null, value: null, openTakenAt: null, closeTakenAt: null };
  for (const raw of ['---', '', '0', '-1', '86369.9', '08', 86_369, null, '9'.repeat(61)])
    assert.equal(read({ raw })?.value, null, String(raw));
  for (const close of [null, 'text', 7, [], { selectedAt: 'soon' }, { selectedAt: {} }])
    assert.deepEqual(read(close), NOTHING, JSON.stringify(close));
  for (const metadata of [null, undefined, {}, { chainlinkTwapResolution: 'none' }])
    assert.deepEqual(readLimitless({ ...market, metadata } as LimitlessMarket), NOTHING);
});

test('polymarket: prices of the event as doubles, and nothing where it has none', () => {
  const read = (eventMetadata: unknown) => readPolymarket({ eventMetadata });
  assert.deepEqual(read({ priceToBeat: 86_513.57446292487, finalPrice: '86369.92136916405' }), {
    strike: { kind: 'double', text: '86513.57446292487' },
    value: { kind: 'double', text: '86369.92136916405' },
  });
  assert.deepEqual(read({ priceToBeat: 0.00001234 }), {
    strike: { kind: 'double', text: '0.00001234' },
    value: null,
  });
  assert.deepEqual(read({ priceToBeat: 0, finalPrice: true }), { strike: null, value: null });
  for (const metadata of [null, undefined, 'text', 7]) assert.equal(read(metadata), null);
  assert.equal(readPolymarket(null), null);
});

test('polymarket: the event is asked for what a row leaves out, and a venue that does not answer costs no result', async () => {
  const asked: string[] = [];
  let answer: () => { readonly eventMetadata?: unknown } = () => ({});
  const client = {
    readEventMetadata: async (id: string) => {
      asked.push(id);
      return answer();
    },
  };
  const window = (events: unknown) => ({ id: '1', ...find('P1'), events }) as GammaMarket;
  const read = (market: GammaMarket) => addStated(client, market, RESOLUTION, never);
  const stated: WholeStatement = {
    strike: { kind: 'double', text: '100.5' },
    value: null,
    openTakenAt: null,
    closeTakenAt: null,
  };
  const metadata = { eventMetadata: { priceToBeat: 100.5 } };
  assert.deepEqual((await read(window([{ id: '7', ...metadata }])))?.stated, stated);
  assert.deepEqual(asked, []);
  assert.deepEqual(await read(window([{ id: '7' }])), RESOLUTION);
  answer = () => metadata;
  assert.deepEqual((await read(window([{ id: '8' }])))?.stated, stated);
  answer = () => {
    throw new UpstreamError('timeout', 'no answer');
  };
  assert.deepEqual(await read(window([{ id: '9' }])), RESOLUTION);
  assert.deepEqual(asked, ['7', '8', '9']);
  answer = () => {
    throw new TypeError('a mistake of ours');
  };
  await assert.rejects(read(window([{ id: '9' }])), TypeError);
  // No request is sent for a market without an event, with a strike of its own, or without a result.
  assert.deepEqual(await read(window([])), RESOLUTION);
  assert.deepEqual(await read({ id: '1', ...find('P5'), events: [{ id: '9' }] } as GammaMarket), RESOLUTION);
  assert.equal(await addStated(client, window([{ id: '9' }]), null, never), null);
  assert.equal(asked.length, 4);
});

test('a resolution states nothing where no member is stated', () => {
  assert.equal(withStated(null, { strike: { kind: 'double', text: '1' } }), null);
  assert.deepEqual(withStated(RESOLUTION, null), RESOLUTION);
  assert.deepEqual(withStated(RESOLUTION, { strike: null, value: null }), RESOLUTION);
  assert.deepEqual(withStated(RESOLUTION, { closeTakenAt: 5 })?.stated, {
    strike: null,
    value: null,
    openTakenAt: null,
    closeTakenAt: 5,
  });
});
