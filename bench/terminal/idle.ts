import type { Browser, Page } from 'playwright-core';
import type { Row } from './report.ts';

const SETTLING_MS = 5_000;
const MINUTE_MS = 60_000;
const HIDDEN_MS = 15_000;

/** Measures the requests of untouched pages, in view and hidden. */
export async function* idle(browser: Browser, url: string): AsyncGenerator<Row> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.waitForSelector('ct-recording-lane svg rect');
  await page.waitForTimeout(SETTLING_MS);
  const seen = await requestsWithin(page, MINUTE_MS);
  yield { what: 'requests of an idle Overview in a minute', value: seen, unit: '', bar: 40 };
  // Headless pages are always in view: the page is made to believe otherwise, as a browser would show it.
  await page.evaluate(`Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'))`);
  await page.waitForTimeout(SETTLING_MS);
  const hidden = await requestsWithin(page, HIDDEN_MS);
  await page.close();
  yield { what: '… in 15 s while it is hidden', value: hidden, unit: '', bar: 0 };
}

async function requestsWithin(page: Page, ms: number): Promise<number> {
  let requests = 0;
  const count = () => {
    requests += 1;
  };
  page.on('request', count);
  await page.waitForTimeout(ms);
  page.off('request', count);
  return requests;
}
