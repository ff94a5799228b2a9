import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FundingDaysRow } from '../../../client/src/index.ts';
import { findScale, listBehind, listDays, orderRows } from './map-model.ts';

const LAST_MS = Date.UTC(2026, 10, 2, 9);

const row = (coin: string, sums: readonly (number | null)[] | null): FundingDaysRow => ({
  asset: `hl-${coin}`,
  kind: 'hl-perp',
  venue: 'hyperliquid',
  coin,
  volume24hUsd: 1,
  fundingHourly: 0,
  state: sums === null ? 'waiting' : 'known',
  sumFrac: sums === null ? null : sums.reduce<number>((sum, value) => sum + (value ?? 0), 0),
  lastMs: sums === null ? null : LAST_MS,
  daily:
    sums?.map((sumFrac, index) => ({
      day: `2026-11-0${index + 1}`,
      sumFrac,
      payments: sumFrac === null ? 0 : 24,
    })) ?? null,
});
const ROWS = [row('A', null), row('B', [0.001, -0.004]), row('C', [0.002, null]), row('D', [0, 0])];

test('rows by what longs or shorts paid have the unknown last', () => {
  const coins = (order: string) =>
    orderRows(ROWS, order)
      .map(({ coin }) => coin)
      .join('');
  assert.equal(coins('volume'), 'ABCD');
  assert.equal(coins('paid'), 'CDBA');
  assert.equal(coins('earned'), 'BDCA');
});

test('a wild day is beyond the scale, and without days there is none', () => {
  const calm = row(
    'E',
    Array.from({ length: 99 }, () => 0.001),
  );
  assert.equal(findScale([calm, row('F', [-0.5])]), 0.001);
  assert.equal(findScale([row('A', null)]), 0);
});

test('the CSV has a column for each day', () => {
  assert.deepEqual(listDays({ rows: ROWS })[2], {
    asset: 'hl-C',
    coin: 'C',
    state: 'known',
    sumFrac: 0.002,
    '2026-11-01': 0.002,
    '2026-11-02': null,
  });
});

test('payments that end hours ago are told, those of the last hour are not', () => {
  const old = { ...row('E', [0.001]), lastMs: LAST_MS - 86_400_000 };
  const at = (hours: number) => new Date(LAST_MS + hours * 3_600_000).toISOString();
  assert.deepEqual(listBehind({ rows: ROWS, generatedAt: at(1.2) }), []);
  assert.deepEqual(
    listBehind({ rows: [...ROWS, old], generatedAt: at(2.1) }).map(({ coin }) => coin),
    ['E', 'B', 'C', 'D'],
  );
});
