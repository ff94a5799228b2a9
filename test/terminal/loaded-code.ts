import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';

/** The code that a browser has loaded by a moment: scripts, also those that are imported on demand. */
export interface LoadedCode {
  readonly files: readonly string[];
  /** Of all together, each compressed by gzip on its own. Bytes. */
  readonly gzippedBytes: number;
}

/** Loads a page in a session of its own and counts its code up to the moment at which something is drawn. */
export async function countCode(browser: Browser, url: string, drawn: string): Promise<LoadedCode> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  try {
    const page = await context.newPage();
    const loaded: { readonly name: string; readonly body: Promise<Buffer> }[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      const name = new URL(response.url()).pathname.split('/').slice(3).join('/');
      loaded.push({ name, body: response.body() });
    });
    await page.goto(url);
    await page.waitForSelector(drawn, { timeout: 30_000 });
    const seen = [...loaded];
    const bodies = await Promise.all(seen.map(({ body }) => body));
    return {
      files: seen.map(({ name }) => name),
      gzippedBytes: bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0),
    };
  } finally {
    await context.close();
  }
}

/** What is counted: pages, what they have drawn when they work, and what that may take. */
export const CODE_BUDGETS = [
  {
    what: 'before the first table of Overview',
    path: '/',
    drawn: '#panel-venues',
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
