import { after, before, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { VENUES } from '../../src/domain/index.ts';
import {
  allVenuesPolled,
  eventually,
  type SimulatedService,
  startSimulatedService,
} from '../support/simulated-service.ts';
import { borrowBrowser, openPage, type WatchedPage } from './browser.ts';

/** Every page, with what it must have drawn before it is judged. */
export const PAGES: readonly (readonly [path: string, drawn: string])[] = [
  ['/', 'ct-recording-lane svg rect'],
  ['/markets', 'ct-table .row'],
  ['/watch', 'input[aria-label^="add a market"]'],
  ['/asset/hl-BTC', 'ct-chart-host canvas'],
  ['/disagreement', '.answer'],
  ['/event/asset/hl-BTC', 'ct-table .row'],
  ['/movers', 'h1'],
  ['/funding', 'table.heat td.sum'],
  ['/correlations', 'h1'],
  ['/calibration', 'h1'],
  ['/settled', 'h1'],
  ['/account', 'h1'],
  ['/bot', 'h1'],
  ['/admin', 'h1'],
];

type PageOptions = NonNullable<Parameters<typeof openPage>[2]>;

/** The browser of the process, and one service over the simulator for all tests of a suite. */
export interface TerminalStand {
  readonly browser: Browser;
  readonly service: SimulatedService;
  /** Opens a page and waits until it has drawn. */
  visit(t: TestContext, to: string, drawn: string, options?: PageOptions): Promise<WatchedPage>;
  /** Opens a page that shows nothing yet, so that its answers or its clock can be changed first. */
  blank(t: TestContext, options?: PageOptions): Promise<WatchedPage>;
}

/** Borrows the browser and starts a service before the tests of the suite in which it is called, and gives back and stops them after. */
export function terminalStand({
  pollMs,
  ...options
}: Pick<NonNullable<Parameters<typeof startSimulatedService>[1]>, 'env' | 'config'> & {
  /** Interval between polls of each venue, ms. */
  readonly pollMs?: number;
} = {}): TerminalStand {
  let browser: Browser | null = null;
  let service: SimulatedService | null = null;
  const cleanups: (() => unknown)[] = [];
  const start = async () => {
    const borrowed = await borrowBrowser();
    browser = borrowed.browser;
    cleanups.push(borrowed.giveBack);
    const suite = { after: (run: () => unknown) => cleanups.push(run) } as unknown as TestContext;
    const feed = { adapters: Object.fromEntries(VENUES.map((venue) => [venue, { pollMs }])) };
    service = await startSimulatedService(suite, {
      ...options,
      ...(pollMs === undefined ? {} : { config: { ...options.config, feed } }),
    });
    await allVenuesPolled(service);
  };
  const stop = async () => {
    for (const run of cleanups.splice(0)) await run();
  };
  before(async () => {
    try {
      await start();
    } catch (error) {
      // Nothing runs after a suite that did not begin, and an open browser would keep the process.
      await stop();
      throw error;
    }
  });
  after(stop);

  const stand: TerminalStand = {
    get browser() {
      return browser as Browser;
    },
    get service() {
      return service as SimulatedService;
    },
    blank: (t, pageOptions = {}) => openPage(t, stand.browser, pageOptions),
    visit: async (t, to, drawn, pageOptions = {}) => {
      const opened = await stand.blank(t, pageOptions);
      await opened.page.goto(stand.service.app.apiUrl + to);
      await opened.page.waitForSelector(drawn, { timeout: 20_000 });
      return opened;
    },
  };
  return stand;
}

/** Waits until an expression holds on the page. The policy of the pages forbids what Playwright waits with. */
export async function until(page: Page, expression: string, limitMs = 30_000): Promise<void> {
  await eventually(async () => (await page.evaluate(expression)) === true, expression, limitMs);
}

/** Waits until the text of an element fits. @param pattern The source of a regular expression. */
export function untilText(page: Page, selector: string, pattern: RegExp, limitMs = 30_000): Promise<void> {
  const text = `(document.querySelector(${JSON.stringify(selector)})?.innerText ?? '')`;
  return until(page, `${pattern}.test(${text}.replace(/\\s+/g, ' '))`, limitMs);
}
