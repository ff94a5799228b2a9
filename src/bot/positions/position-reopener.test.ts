import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../../domain/index.ts';
import type { SettledMarket } from '../orders/order-figures.ts';
import { type KnownResolution, reopenSettledPositions } from './position-reopener.ts';

const settled = (storeKey: string, resolvedAt: number | null): SettledMarket => ({
  venue: 'kalshi',
  storeKey,
  resolvedAt: resolvedAt === null ? null : epochMs(resolvedAt),
});

const known = (recordedAt: number, changes: Partial<KnownResolution> = {}): KnownResolution => ({
  asset: 'kalshi-a',
  recordedAt: epochMs(recordedAt),
  hasEarlier: false,
  isTakenBack: false,
  ...changes,
});

/** Runs one round over markets, each with the resolution that is known of it. */
async function run(markets: readonly (readonly [SettledMarket, KnownResolution | null])[], broken = '') {
  const reopened: string[] = [];
  const faults: string[] = [];
  const all = markets.map(([market]) => market);
  await reopenSettledPositions({
    since: epochMs(1),
    orders: {
      listSettledMarkets: async (_since, limit, after) => {
        const from = after === undefined ? 0 : all.indexOf(after) + 1;
        return all.slice(from, from + limit);
      },
      reopenPositions: async ({ storeKey }) => {
        if (storeKey === broken) throw new Error('not booked');
        reopened.push(storeKey);
        return 1;
      },
    },
    findResolutions: async (page) =>
      page.map(({ storeKey }) => markets.find(([market]) => market.storeKey === storeKey)?.[1] ?? null),
    onFault: (error, { storeKey }) => faults.push(`${storeKey}: ${(error as Error).message}`),
  });
  return { reopened, faults };
}

test('a settlement stands while its resolution is the one that counts', async () => {
  const { reopened } = await run([
    [settled('in-force', 5), known(5)],
    [settled('taken-back', 5), known(5, { isTakenBack: true })],
    [settled('ended-again', 5), known(9, { hasEarlier: true })],
    [settled('unknown', 5), null],
    [settled('of-before', null), known(5)],
    [settled('of-before-taken-back', null), known(5, { isTakenBack: true })],
    [settled('of-before-ended-again', null), known(9, { hasEarlier: true })],
  ]);
  assert.deepEqual(reopened, ['taken-back', 'ended-again', 'of-before-taken-back', 'of-before-ended-again']);
});

test('every settled market is looked at, and one that cannot be booked keeps no other from it', async () => {
  const markets = Array.from({ length: 1_203 }, (_, i) => [settled(`m-${i}`, 5), known(9)] as const);
  const { reopened, faults } = await run(markets, 'm-600');
  assert.equal(reopened.length, 1_202);
  assert.deepEqual(faults, ['m-600: not booked']);
});
