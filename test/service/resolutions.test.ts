import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SIMULATED_VENUES } from '../../simulator/world/venues.ts';
import { buildKalshiAsset, buildPolymarketAsset, epochMs, MINUTE_MS } from '../../src/domain/index.ts';
import type { StoredResolution } from '../../src/history/contract/resolutions.ts';
import { startBench } from '../support/service-bench.ts';
import { allVenuesPolled, eventually, startSimulatedService } from '../support/simulated-service.ts';

/** Markets of every simulated venue stop trading at this hour; their ends follow within five minutes. */
const CLOSE_AT = Date.UTC(2026, 10, 20, 17);
const FIELDS = [
  'asset',
  'venue',
  'name',
  'yesMeans',
  'noMeans',
  'outcome',
  'payout',
  'settledAt',
  'source',
  'disputed',
  'recordedAt',
  'reopenedAt',
  'verdict',
];

type Row = Record<string, unknown> & { asset: string; venue: string; recordedAt: number };

test('markets that settle are stored forever and shown', { timeout: 240_000 }, async (t) => {
  const service = await startSimulatedService(t, {
    startAt: CLOSE_AT - 8_000,
    // Polls each second would use up the budget of these two.
    config: { feed: { adapters: { hyperliquid: { pollMs: 5_000 }, limitless: { pollMs: 8_000 } } } },
  });
  const resolutions = async (query = '') =>
    (await service.get(`/api/resolutions?limit=1000${query}`)).body.resolutions as Row[];
  await allVenuesPolled(service);
  assert.deepEqual(await resolutions(), []);

  // Past the end of trading, and past the venues' own time to settle.
  service.pass(6 * MINUTE_MS);
  await Promise.all(
    SIMULATED_VENUES.map((venue) => {
      const seen = service.app.feed.snapshot(venue);
      return eventually(() => service.app.feed.snapshot(venue) !== seen, `${venue} is polled again`);
    }),
  );
  service.pass(10_000);
  await eventually(
    async () => {
      // A question that got no answer waits for a minute of this clock.
      service.pass(1_000);
      const found = await service.app.history.listResolutions({ limit: 1_000 });
      return SIMULATED_VENUES.every((venue) => found.resolutions.some((one) => one.venue === venue));
    },
    'every venue says how a market ended',
    100_000,
  );

  for (const venue of SIMULATED_VENUES) {
    const [row] = await resolutions(`&venue=${venue}`);
    assert.ok(row);
    assert.deepEqual(Object.keys(row), FIELDS);
    assert.equal(row.venue, venue);
    assert.match(String(row.source), new RegExp(`^${venue}`));
    const truth = service.simulator.world.universe(service.simulator.now()).byVenue[venue];
    assert.ok(truth.length > 0 && ['yes', 'no', 'void'].includes(String(row.outcome)));
    const page = await service.get(`/api/asset/${row.asset}`);
    assert.equal(page.status, 200);
    assert.deepEqual(page.body.resolution, row);
  }

  // Some ends are still awaited: they are asked for after a restart, and the others are still known.
  const before = await resolutions();
  await service.stop();
  service.pass(MINUTE_MS);
  await service.start();
  await allVenuesPolled(service);
  service.pass(20_000);
  await eventually(
    async () =>
      (await service.app.history.listResolutions({ limit: 1_000 })).resolutions.length > before.length,
    'further ends are recorded after the restart',
    100_000,
  );
  const after = await resolutions();
  assert.deepEqual(after.slice(0, before.length), before);
});

test('an asset that has not ended has no resolution, and a perpetual has no such member', async (t) => {
  const { app } = await startBench(t);
  assert.equal((await app.inject('/api/asset/kalshi-kxhighny-26jul19-t80')).json().resolution, null);
  assert.ok(!('resolution' in (await app.inject('/api/asset/hl-BTC')).json()));
});

test('resolutions come in the order in which they were learnt, page by page', async (t) => {
  const { app, history } = await startBench(t);
  const ended = (index: number): StoredResolution => ({
    ...(index % 2 === 0 ? buildKalshiAsset(`K-${index}`) : buildPolymarketAsset(`p-${index}`)),
    outcome: 'no',
    payout: 0,
    settledAt: null,
    source: 'the venue',
    disputed: null,
    recordedAt: epochMs(1_000 * Math.floor(index / 3)),
  });
  for (let index = 0; index < 130; index++) await history.putResolution(ended(index));

  const read = async (query: string) => (await app.inject(`/api/resolutions${query}`)).json();
  assert.equal((await read('')).count, 100);
  assert.equal((await read('?limit=5000')).count, 130);
  const paged: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await read(`?limit=50${cursor === '' ? '' : `&cursor=${cursor}`}`);
    paged.push(...page.resolutions);
    cursor = page.nextCursor;
  }
  assert.equal(new Set(paged.map(({ asset }) => asset)).size, 130);
  const times = paged.map(({ recordedAt }) => recordedAt);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  const since = await read('?limit=1000&since=42000&venue=polymarket');
  assert.deepEqual(
    since.resolutions.map(({ asset }: Row) => asset),
    ['pm-p-127', 'pm-p-129'],
  );
});

test('a limit above 1,000 counts as 1,000', async (t) => {
  const { app } = await startBench(t);
  const { parameters } = (await app.inject('/api/openapi.json')).json().paths['/api/resolutions'].get;
  const limit = parameters.find(({ name }: { name: string }) => name === 'limit');
  assert.equal(limit.schema['x-cap'], 1_000);
});

test('a wrong parameter of /api/resolutions is refused by its name', async (t) => {
  const { app } = await startBench(t);
  for (const [query, parameter] of [
    ['venue=nowhere', 'venue'],
    ['venue=kalshi&venue=kalshi', 'venue'],
    ['since=-1', 'since'],
    ['since=soon', 'since'],
    ['since=1.5', 'since'],
    ['limit=0', 'limit'],
    ['limit=many', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['cursor=', 'cursor'],
    ['cursor=xyz', 'cursor'],
    [`cursor=${'a'.repeat(513)}`, 'cursor'],
  ]) {
    const answer = await app.inject(`/api/resolutions?${query}`);
    assert.equal(answer.statusCode, 400, query);
    assert.equal(answer.json().error, 'validation_failed');
    assert.match(answer.json().message, new RegExp(`^${parameter} `), query);
  }
  assert.equal((await app.inject('/api/resolutions?unknown=1')).statusCode, 200);
});
