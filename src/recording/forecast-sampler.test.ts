import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs, HOUR_MS } from '../domain/index.ts';
import type { ListedMarket } from '../history/contract/market-register.ts';
import { HistoryUnavailableError } from '../history/contract/unavailable.ts';
import { ForecastSampler } from './forecast-sampler.ts';

const NOW = epochMs(Date.UTC(2026, 10, 1));
const END = epochMs(NOW + 5 * HOUR_MS);
const MARKET = { venue: 'kalshi', storeKey: 'a', kind: 'kalshi', closesAt: END, endsAt: null };

test('stated ends that cannot be read are read with the next poll, and an unknown error is reported', async () => {
  const errors: unknown[] = [];
  let reads = 0;
  let failure: Error | null = null;
  const store = {
    read: () => assert.fail('no quote is read'),
    findEndsMany: async () => {
      reads += 1;
      if (failure !== null) throw failure;
      return [[{ from: NOW, end: END }]];
    },
  } as unknown as ConstructorParameters<typeof ForecastSampler>[0];
  const sampler = new ForecastSampler(store, (error) => errors.push(error));
  const damaged = new Error('database disk image is malformed');

  failure = new HistoryUnavailableError('ClickHouse: no answer');
  await sampler.confirm(NOW, [], [MARKET as ListedMarket]);
  failure = damaged;
  await sampler.confirm(NOW, [], []);
  failure = null;
  await sampler.confirm(NOW, [], []);
  await sampler.confirm(NOW, [], []);

  assert.deepEqual(errors, [damaged]);
  assert.equal(reads, 3);
});
