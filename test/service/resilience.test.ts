import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FaultSpec } from '../../simulator/faults.ts';
import { SIMULATED_VENUES, type SimulatedVenue } from '../../simulator/world/venues.ts';
import { MINUTE_MS } from '../../src/domain/index.ts';
import {
  allVenuesPolled,
  eventually,
  type SimulatedService,
  startSimulatedService,
} from '../support/simulated-service.ts';

// Long form alone: `silence.test.ts` and the tests of the poller show a venue that is away.

/** Ages above this show that a venue was held up by the failure of another; it polls each second. */
const FRESH_MS = 15_000;

/** Some of each kind: the more there are, the more processor time the wait for back-off takes. */
const MARKETS = 24;

/** What goes wrong with one venue, one after the other. */
const FAILURES: Readonly<
  Record<SimulatedVenue, readonly (readonly [fault: FaultSpec, error: RegExp, blocked: boolean])[]>
> = {
  hyperliquid: [[{ kind: 'reset' }, /ECONNRESET|closed|socket/i, false]],
  polymarket: [
    [{ kind: 'status', status: 500 }, /HTTP 500/, false],
    [{ kind: 'status', status: 403 }, /HTTP 403/, true],
  ],
  kalshi: [
    [{ kind: 'status', status: 429, retryAfterSeconds: 2 }, /HTTP 429/, false],
    [{ kind: 'status', status: 451 }, /HTTP 451/, true],
  ],
  limitless: [[{ kind: 'malformed' }, /not JSON/, false]],
};

type FeedHealth = {
  readonly verdict: string;
  readonly degraded: Record<SimulatedVenue, boolean>;
  readonly health: Record<SimulatedVenue, { lastError: string | null; blocked: boolean; failCount: number }>;
};

async function feedHealth(service: SimulatedService): Promise<FeedHealth> {
  return (await service.get('/api/feed/health')).body as unknown as FeedHealth;
}

function assertOthersAreFresh({ app }: SimulatedService, failing: SimulatedVenue): void {
  for (const venue of SIMULATED_VENUES) {
    if (venue === failing) continue;
    const age = app.feed.ageMs(venue) ?? Number.POSITIVE_INFINITY;
    assert.ok(age < FRESH_MS, `${venue} is ${age} ms old while ${failing} fails`);
  }
}

// Most of their time these tests wait, so two run side by side, each with a service of its own.
describe('a service whose venues fail', { concurrency: 2 }, () => {
  for (const venue of SIMULATED_VENUES) {
    test(`${venue} fails: the others stay fresh, and every answer says so`, {
      timeout: 120_000,
    }, async (t) => {
      // Few outcomes leave Hyperliquid's budget to the polls in the first minute.
      const service = await startSimulatedService(t, {
        markets: MARKETS,
        config: { feed: { adapters: { hyperliquid: { maxMarkets: 5 } } } },
      });
      const { app, simulator } = service;
      await allVenuesPolled(service);
      for (const [fault, error, blocked] of FAILURES[venue]) {
        const seen = new Set((await app.history.listGaps(venue, {})).map(({ fromMs }) => fromMs));
        simulator.faults.set({ ...fault, venue } as FaultSpec);
        // Streams alone keep Hyperliquid's perpetuals alive; here the venue is gone altogether.
        simulator.faults.set({ kind: 'silence', venue });
        const newGap = async () =>
          (await app.history.listGaps(venue, {})).find(
            ({ fromMs, reason }) => !seen.has(fromMs) && error.test(reason),
          );
        await eventually(async () => (await newGap()) !== undefined, 'a gap is open', 40_000);

        const gap = await newGap();
        assert.equal(gap?.toMs, null);
        assert.equal(gap?.storeKey, null);
        assert.match(gap?.reason ?? '', error);
        assert.match(app.feed.health(venue).lastError ?? '', error);
        assert.equal(app.feed.health(venue).wire.blocked, blocked);
        // The answers are cached for some seconds.
        await eventually(async () => {
          const { degraded, health } = await feedHealth(service);
          const names = SIMULATED_VENUES.filter((one) => degraded[one]);
          const { lastError, blocked: isBlocked } = health[venue];
          return names.join() === venue && error.test(lastError ?? '') && isBlocked === blocked;
        }, 'the health of the feed says so');
        let feed = await service.get('/api/feed?top=1');
        await eventually(async () => {
          feed = await service.get('/api/feed?top=1');
          const errors = feed.body.errors as Record<SimulatedVenue, string | null>;
          return SIMULATED_VENUES.every((one) =>
            one === venue ? error.test(errors[one] ?? '') : errors[one] === null,
          );
        }, 'the feed says so');
        assert.notEqual(feed.body[venue], null, 'the last snapshot is still shown');
        assert.equal((await service.get('/api/health')).status, 200);
        assertOthersAreFresh(service, venue);

        simulator.faults.clearAll();
        await eventually(async () => (await newGap())?.toMs !== null, 'the gap is closed', 60_000);
        assert.ok((app.feed.ageMs(venue) ?? FRESH_MS) < FRESH_MS);
        assert.equal(app.feed.health(venue).lastError, null);
        assertOthersAreFresh(service, venue);
      }
    });
  }

  test('a venue that is away for two minutes is stale, and says so until it is back', async (t) => {
    const service = await startSimulatedService(t, { markets: MARKETS });
    const { app, simulator } = service;
    await allVenuesPolled(service);
    simulator.faults.set({ kind: 'status', status: 500, venue: 'kalshi' });
    await eventually(() => app.feed.health('kalshi').failCount > 0, 'a poll fails');
    service.pass(3 * MINUTE_MS);
    const others = SIMULATED_VENUES.filter((venue) => venue !== 'kalshi');
    await eventually(() => others.every((venue) => (app.feed.ageMs(venue) ?? FRESH_MS) < FRESH_MS), 'polls');

    // Another process may have heard of the newest polls a moment later.
    await eventually(async () => {
      const { body } = await service.get('/api/health/anomalies');
      const codes = body.anomalies as { code: string; venue: SimulatedVenue }[];
      const names = codes.filter(({ code }) => code === 'venue_stale').map(({ venue }) => venue);
      return names.join() === 'kalshi';
    }, 'the anomalies name kalshi alone');
    await eventually(async () => {
      const stale = (await service.get('/api/feed?top=2')).body.stale as Record<SimulatedVenue, boolean>;
      return SIMULATED_VENUES.filter((venue) => stale[venue]).join() === 'kalshi';
    }, 'the feed names kalshi alone');
    simulator.faults.clearAll();
    await eventually(() => !app.feed.isStale('kalshi'), 'kalshi is fresh again', 60_000);
  });

  test('late answers, frozen prices and a wrong clock stop nothing', { timeout: 120_000 }, async (t) => {
    const service = await startSimulatedService(t, { markets: MARKETS });
    const { app, simulator } = service;
    await allVenuesPolled(service);
    const rows: readonly (readonly [SimulatedVenue, FaultSpec])[] = [
      ['kalshi', { kind: 'delay', delayMs: 1_500 }],
      ['polymarket', { kind: 'freeze' }],
      ['limitless', { kind: 'clock_skew', skewMs: 3_600_000 }],
      ['hyperliquid', { kind: 'clock_skew', skewMs: -3_600_000 }],
    ];
    for (const [venue, fault] of rows) simulator.faults.set({ ...fault, venue } as FaultSpec);
    for (const [venue] of rows) {
      const { okCount } = app.feed.health(venue);
      await eventually(() => app.feed.health(venue).okCount >= okCount + 3, `${venue} is polled`);
      assert.ok((app.feed.ageMs(venue) ?? FRESH_MS) < FRESH_MS);
      assert.equal(app.feed.health(venue).lastError, null);
    }
    const now = service.now();
    const { entries } = await app.history.listAssets({ limit: 100_000 });
    for (const venue of SIMULATED_VENUES) {
      const lastMs = Math.max(...entries.filter((one) => one.venue === venue).map((one) => one.lastMs));
      assert.ok(now - lastMs < FRESH_MS && lastMs <= now, `${venue} was recorded at ${lastMs - now} ms`);
    }
  });
});
