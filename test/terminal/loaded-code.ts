import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';

/** The code that a browser has loaded by a moment: scripts, also those that are imported on demand. */
export interface LoadedCode {
  readonly files: readonly string[];
  /** Bytes of all modules together, each compressed by gzip on its own. */
  readonly gzippedBytes: number;
}

/** Loads a page in a session of its own and counts the code that was asked for before something was drawn. */
export async function countCode(browser: Browser, url: string, drawn: string): Promise<LoadedCode> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(`new MutationObserver(() => {
      if (document.querySelector(${JSON.stringify(drawn)}) !== null) window.drawnAt ??= performance.now();
    }).observe(document, { childList: true, subtree: true })`);
    await page.goto(url);
    await page.waitForSelector(drawn, { timeout: 30_000 });
    const urls = await page.evaluate<string[]>(`performance.getEntriesByType('resource')
      .filter(({ name, startTime }) => /[.](js|ts)$/.test(name) && startTime <= window.drawnAt).map(({ name }) => name)`);
    const bodies = await Promise.all(
      [...new Set(urls)].map(async (each) => (await fetch(each)).arrayBuffer()),
    );
    return {
      files: [...new Set(urls)].map((each) => new URL(each).pathname.split('/').slice(3).join('/')),
      gzippedBytes: bodies.reduce(
        (sum, body) => sum + gzipSync(new Uint8Array(body), { level: 9 }).length,
        0,
      ),
    };
  } finally {
    await context.close();
  }
}

/** Budgets of code: pages, the elements that show that they work, and the maximum bytes. */
export const CODE_BUDGETS = [
  {
    what: 'before the first table of Overview',
    path: '/',
    drawn: 'ct-table .row',
    maxFiles: 24,
    maxBytes: 60_000,
  },
  {
    what: 'with a chart',
    path: '/asset/hl-BTC',
    drawn: 'ct-chart-host canvas',
    maxFiles: null,
    maxBytes: 120_000,
  },
] as const;
