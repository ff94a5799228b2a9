import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binaryState, ManualClock } from '../../../test/support/markets.ts';
import { type EpochMs, epochMs, HOUR_MS, type Observation } from '../../domain/index.ts';
import type { SeriesKey } from '../../history/contract/series.ts';
import { ReferencePrices } from './reference-prices.ts';

/** Creates a store with one record per series. */
function createStore(
  records: Readonly<Record<string, { readonly ageHours: number; readonly p: number }>>,
  now: EpochMs,
) {
  const calls: string[] = [];
  const last = async ({ storeKey }: SeriesKey, atOrBefore?: EpochMs): Promise<Observation | null> => {
    calls.push(storeKey);
    const record = records[storeKey];
    if (record === undefined) return null;
    const t = epochMs(now - record.ageHours * HOUR_MS);
    return atOrBefore !== undefined && t > atOrBefore ? null : { t, p: record.p, v: null, s: null };
  };
  const lastMany = (keys: readonly SeriesKey[], atOrBefore?: EpochMs) =>
    Promise.all(keys.map((key) => last(key, atOrBefore)));
  return { lastMany, calls };
}

const createReferences = (
  findLastMany: ReturnType<typeof createStore>['lastMany'],
  clock: ManualClock,
  isStale = false,
) => new ReferencePrices({ feed: { isStale: () => isStale }, history: { findLastMany }, clock: clock.read });

test('the change is against the last record 24 to 30 hours old, both ends inclusive', async () => {
  const clock = new ManualClock();
  const ages: [name: string, ageHours: number, expected: number | null][] = [
    ['too-young', 23.99, null],
    ['exactly-24', 24, 0.25],
    ['between', 27, 0.25],
    ['exactly-30', 30, 0.25],
    ['too-old', 30.01, null],
  ];
  const records = Object.fromEntries(ages.map(([name, ageHours]) => [name, { ageHours, p: 0.4 }]));
  const { lastMany } = createStore(records, clock.read());
  const references = createReferences(lastMany, clock);
  const changes = await references.readChanges(ages.map(([name]) => binaryState(name, 0.5)));
  assert.deepEqual(
    changes,
    ages.map(([, , frac]) => (frac === null ? null : { frac, source: 'store-delta' })),
  );
});

test('a market without a price, without a record, or with a reference of 0 has no change', async () => {
  const clock = new ManualClock();
  const { lastMany } = createStore(
    { zero: { ageHours: 25, p: 0 }, priced: { ageHours: 25, p: 0.4 } },
    clock.read(),
  );
  const references = createReferences(lastMany, clock);
  const states = [binaryState('zero', 0.5), binaryState('unrecorded', 0.5), binaryState('priced', null)];
  assert.deepEqual(await references.readChanges(states), [null, null, null]);
});

test('the store is asked once a minute for a market, whether it had a record or not', async () => {
  const clock = new ManualClock();
  const { lastMany, calls } = createStore({ known: { ageHours: 25, p: 0.4 } }, clock.read());
  const references = createReferences(lastMany, clock);
  const states = [binaryState('known', 0.5), binaryState('unrecorded', 0.5)];
  await references.readChanges(states);
  clock.advance(59_999);
  assert.deepEqual(await references.readChanges([binaryState('known', 0.6)]), [
    { frac: 0.6 / 0.4 - 1, source: 'store-delta' },
  ]);
  assert.deepEqual(calls, ['known', 'unrecorded']);
  clock.advance(1);
  await references.readChanges(states);
  assert.deepEqual(calls, ['known', 'unrecorded', 'known', 'unrecorded']);
});

test("where the store holds no price of a day ago, the change is the venue's own", async () => {
  const clock = new ManualClock();
  const { lastMany } = createStore(
    { old: { ageHours: 25, p: 0.4 }, zero: { ageHours: 25, p: 0 }, young: { ageHours: 2, p: 0.3 } },
    clock.read(),
  );
  const states = [
    binaryState('old', 0.5, { venueChange24h: -0.2 }),
    // The store knows that the price was 0, so the venue's change is not used.
    binaryState('zero', 0.5, { venueChange24h: 0.1 }),
    binaryState('young', 0.5, { venueChange24h: 0.1 }),
    binaryState('unrecorded', 0.5, { venueChange24h: -0.5 }),
    binaryState('silent', 0.5, { venueChange24h: null }),
    binaryState('older', 0.5),
    binaryState('unpriced', null, { venueChange24h: 0.1 }),
  ];
  const expected = [
    { frac: 0.25, source: 'store-delta' },
    null,
    { frac: 0.25, source: 'venue' },
    { frac: -0.5, source: 'venue' },
    null,
    null,
    null,
  ];
  assert.deepEqual(await createReferences(lastMany, clock).readChanges(states), expected);
  const stale = await createReferences(lastMany, clock, true).readChanges(states);
  assert.deepEqual(stale, [expected[0], null, null, null, null, null, null], 'a day later it says nothing');
});
