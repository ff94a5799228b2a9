import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { epochMs, HOUR_MS, MINUTE_MS } from '../../src/domain/index.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { recordSeries, recordWindow } from '../support/evidence-record.ts';
import { SKIPPED } from './browser.ts';
import { terminalStand, until, untilText } from './stand.ts';

const WIDTHS = [
  ['wide', 1_440],
  ['tablet', 820],
  ['phone', 390],
] as const;

describe('what windows settle by', { skip: SKIPPED }, () => {
  const stand = terminalStand();

  test('contradicted windows come first, and nothing scrolls sideways at three widths', async (t) => {
    const store = stand.service.app.history as HistoryStore;
    const closeAt = Math.floor((Date.now() - HOUR_MS) / (15 * MINUTE_MS)) * 15 * MINUTE_MS;
    const openAt = closeAt - 15 * MINUTE_MS;
    // A coin of its own, which the relays of the stand do not bring.
    await recordSeries(store, 'twap60-old', openAt, closeAt + 5_000, [closeAt - 5 * MINUTE_MS]);
    const window = { openAt, closeAt, recordedAt: closeAt + MINUTE_MS, terms: { coin: 'old' } };
    const line = await recordWindow(store, { slug: 'old-updown-15m-1', ...window, outcome: 'no', payout: 0 });
    const { venue, storeKey, asset, outcome, payout, settledAt, source, recordedAt } = line;
    const said = { outcome, payout, settledAt, source, recordedAt, disputed: null };
    await store.append([{ venue, storeKey, asset, t: epochMs(closeAt), p: 0.99, v: null, s: 'poll' }]);
    await store.putResolution({ venue, storeKey, asset, ...said });
    const missing = { ...window, closeAt: closeAt - 5 * MINUTE_MS };
    await recordWindow(store, { slug: 'old-updown-10m-1', ...missing });

    const { page, faults } = await stand.visit(t, '/settled', 'ct-table .row');
    await untilText(page, 'main', /the recorded prices give Yes, and the venue paid No\./);
    // No interval where nothing was decided.
    assert.doesNotMatch(await page.locator('main').innerText(), /– to –/);
    for (const [name, width] of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await until(page, `innerWidth === ${width} && document.documentElement.scrollWidth <= ${width}`);
      if (process.env.SHOTS !== undefined)
        await page.screenshot({ path: `${process.env.SHOTS}-settled-${name}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.getByRole('button', { name: 'not proven' }).click();
    await untilText(page, 'main', /the second \d\d:\d\d:00 was not received\./);
    await page.getByRole('button', { name: 'Kalshi', exact: true }).click();
    await untilText(page, 'main', /none of these/);
    assert.deepEqual(faults, []);
  });

  test('a market says what it settles by, its verdict in a sentence, and has its evidence to save', async (t) => {
    const { page, faults } = await stand.visit(t, '/asset/pm-old-updown-15m-1', '.panel');
    const panel = page.locator('section.panel', { hasText: 'Settles by' });
    await untilText(page, 'main', /Contradicted: the recorded prices give Yes/);
    assert.match(await panel.innerText(), /twap60 of OLD/);
    for (const [name, width] of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await until(page, `innerWidth === ${width} && document.documentElement.scrollWidth <= ${width}`);
      if (process.env.SHOTS !== undefined)
        await page.screenshot({ path: `${process.env.SHOTS}-asset-${name}.png`, fullPage: true });
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('link', { name: 'evidence' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'pm-old-updown-15m-1.evidence.json');
    // A market that is not listed has no book.
    assert.deepEqual(
      faults.filter((fault) => !/status of 404/.test(fault)),
      [],
    );
  });
});
