import type { Browser } from 'playwright-core';
import { inPage } from './in-page.ts';
import type { Row } from './report.ts';

const HOUR_MS = 3_600_000;
/** Speed of the page's clock as a multiple of real time, unless a real hour is requested. */
const FACTOR = 20;
const SETTLING_MS = 20_000;
const SAMPLES = 12;

/**
 * Measures the heap of the Asset page after an hour of live prices, each sample after a collection.
 *
 * @param isRealHour false: polls and frames of an hour in three minutes.
 */
export async function* heap(browser: Browser, url: string, isRealHour: boolean): AsyncGenerator<Row> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (!isRealHour) await context.addInitScript(await inPage('quicker', { factor: FACTOR }));
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.goto(`${url}/asset/hl-BTC?range=1h&show=fair,links,profile,flow,cascades`);
  await page.waitForSelector('text=● live', { timeout: 30_000 });
  await page.waitForTimeout(SETTLING_MS);
  const megabytes = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    return usedSize / 1_000_000;
  };
  const lastMs = isRealHour ? HOUR_MS : HOUR_MS / FACTOR;
  const samples = [await megabytes()];
  for (let index = 0; index < SAMPLES; index++) {
    await page.waitForTimeout(lastMs / SAMPLES);
    samples.push(await megabytes());
    console.error(`heap, MB: ${samples.at(-1)?.toFixed(1)}`);
  }
  await context.close();
  const what = isRealHour
    ? 'heap after 1 h live on Asset'
    : `heap after the polls and frames of 1 h on Asset, in ${lastMs / 60_000} minutes`;
  yield { what, value: samples.at(-1) ?? Number.NaN, unit: 'MB', bar: 40 };
  // The second half alone: what fills at first is bounded.
  yield { what: '… grown in its second half', value: growth(samples.slice(SAMPLES / 2)), unit: 'MB', bar: 1 };
}

/** Computes the growth from the first to the last sample by the line of least squares, MB. */
function growth(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const rise = samples.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  const spread = samples.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  return (rise / spread) * (samples.length - 1);
}
