import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { StaleReports } from '../../src/health/stale/stale-reports.ts';

export interface StaleReportBench {
  readonly reports: StaleReports;
  /** Opens the same reports again, as a restart does. */
  reopen(): Promise<StaleReports>;
}

export type OpenStaleReports = (t: TestContext) => Promise<StaleReportBench>;

const HOUR = 3_600_000;
const NOW = 1_763_700_000_000;

/** Defines the tests that every engine of the stale reports passes. */
export function describeStaleReports(engine: string, open: OpenStaleReports): void {
  const check = (name: string, body: (bench: StaleReportBench) => Promise<void>) =>
    test(`${engine}: ${name}`, async (t) => body(await open(t)));

  check('without a report there is no newest one', async ({ reports }) => {
    assert.equal(await reports.findNewest(), null);
    assert.deepEqual(await reports.listSince(0), []);
  });

  check(
    'reports come oldest first, and those older than 48 hours go with the next one',
    async ({ reports }) => {
      for (const hours of [0, 10, 47, 48, 49]) await reports.add({ ts: NOW + hours * HOUR, ages: {} });
      assert.deepEqual(
        (await reports.listSince(NOW)).map(({ ts }) => (ts - NOW) / HOUR),
        [10, 47, 48, 49],
      );
      assert.equal((await reports.findNewest())?.ts, NOW + 49 * HOUR);
    },
  );

  check('the beginning of a span belongs to it', async ({ reports }) => {
    await reports.add({ ts: NOW, ages: {} });
    assert.equal((await reports.listSince(NOW)).length, 1);
    assert.equal((await reports.listSince(NOW + 1)).length, 0);
  });

  check('a report of the same time replaces the one before', async ({ reports }) => {
    const ages = (neverRecorded: number) => ({ kalshi: { neverRecorded, byMinutes: { 3: 1 } } });
    await reports.add({ ts: NOW, ages: ages(1) });
    await reports.add({ ts: NOW, ages: ages(2) });
    assert.deepEqual(await reports.listSince(0), [{ ts: NOW, ages: ages(2) }]);
  });

  check('a restart keeps them', async ({ reports, reopen }) => {
    await reports.add({ ts: NOW, ages: {} });
    const again = await reopen();
    assert.deepEqual(await again.findNewest(), { ts: NOW, ages: {} });
  });
}
