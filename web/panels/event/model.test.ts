import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Link } from '../../../client/src/index.ts';
import type { MarketRow } from '../market/model.ts';
import { getExclusivity, keepGone, linkedVenues, listOutcomes, sumOutcomes } from './model.ts';

const row = (asset: string, last: number | null, changes: Partial<MarketRow> = {}): MarketRow => ({
  asset,
  venue: 'kalshi',
  name: asset,
  side: null,
  marketClass: 'binary',
  unit: 'probability',
  last,
  bid: last === null ? null : last - 0.01,
  ask: last === null ? null : last + 0.01,
  isImpact: false,
  spread: 2,
  change: null,
  changeSource: null,
  volume24hUsd: null,
  openInterestUsd: null,
  liquidityUsd: null,
  fundingHourly: null,
  maxLeverage: null,
  category: null,
  fair: null,
  basis: null,
  isStale: false,
  at: 1,
  endMs: null,
  status: 'open',
  event: { key: 'E', title: 'Event', isExclusive: true, isExhaustive: true },
  threshold: null,
  venueUrl: null,
  ...changes,
});
const link = (a: string, b: string, relation: Link['relation']) =>
  ({ a, b, relation, state: 'active' }) as Link;
const isOfEvent = ({ event, venue }: MarketRow) => event?.key === 'E' && venue === 'kalshi';

test('an outcome is named by its side alone', () => {
  const rows = [row('k-a', 0.6, { name: 'Duke · Siena at Duke Winner?', side: 'Duke' }), row('k-b', 0.4)];
  assert.deepEqual(
    listOutcomes(rows, [], isOfEvent).map(({ name }) => name),
    ['Duke', 'k-b'],
  );
});

test('outcomes of an event are most probable first, with the same question elsewhere on this Yes', () => {
  const pm = row('pm-x', 0.3, { venue: 'polymarket', event: null });
  const outcomes = listOutcomes(
    [row('k-a', 0), row('k-b', 0.6), row('k-c', 1), pm, row('k-d', null)],
    [link('k-b', 'pm-x', 'opposite'), link('k-a', 'pm-x', 'related')],
    isOfEvent,
  );
  assert.deepEqual(
    outcomes.map(({ asset }) => asset),
    ['k-c', 'k-b', 'k-a', 'k-d'],
  );
  assert.deepEqual(outcomes[1]?.linked, [
    { asset: 'pm-x', venue: 'polymarket', isOpposite: true, isDisputed: false, price: 0.7 },
  ]);
  assert.deepEqual(outcomes[2]?.linked, [], 'related is not the same question');
  assert.deepEqual(linkedVenues(outcomes), ['polymarket']);
});

test('sums hold prices of 0 and 1, and say which outcomes have no price', () => {
  const sums = sumOutcomes(
    listOutcomes([row('k-a', 0, { bid: 0 }), row('k-b', 1, { bid: 1 })], [], isOfEvent),
  );
  assert.deepEqual([sums.last, sums.bid], [1, 1]);
  const lacking = sumOutcomes(listOutcomes([row('k-a', 0.2), row('k-b', null)], [], isOfEvent));
  assert.deepEqual([lacking.last, lacking.unpriced, lacking.bid], [0.2, 1, null]);
  assert.equal(sumOutcomes([]).last, null);
  const forty = Array.from({ length: 40 }, (_, index) => row(`k-${index}`, 0.025));
  const all = sumOutcomes(listOutcomes(forty, [], isOfEvent));
  assert.ok(Math.abs((all.last ?? 0) - 1) < 1e-9);
});

test('an outcome that is no longer listed stays, marked, and counts in no sum', () => {
  const before = listOutcomes([row('k-a', 0.4), row('k-b', 0.6)], [], isOfEvent);
  const after = keepGone(before, listOutcomes([row('k-a', 1)], [], isOfEvent));
  assert.deepEqual(
    after.map(({ asset, isGone }) => [asset, isGone]),
    [
      ['k-a', false],
      ['k-b', true],
    ],
  );
  assert.equal(sumOutcomes(after).last, 1);
});

test('whether outcomes exclude each other is what the venue says of all of them', () => {
  const exclusivity = (changes: Partial<NonNullable<MarketRow['event']>>) =>
    getExclusivity(
      listOutcomes(
        [
          row('k-a', 0.4),
          row('k-b', 0.6, {
            event: { key: 'E', title: null, isExclusive: true, isExhaustive: true, ...changes },
          }),
        ],
        [],
        isOfEvent,
      ),
    );
  assert.equal(exclusivity({}), 'complete');
  assert.equal(exclusivity({ isExhaustive: null }), 'exclusive');
  assert.equal(exclusivity({ isExclusive: false }), 'independent');
  assert.equal(exclusivity({ isExclusive: null }), 'unknown');
});
