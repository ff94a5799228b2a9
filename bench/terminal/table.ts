import type { Browser, Page } from 'playwright-core';
import { inPage } from './in-page.ts';
import { median, type Row } from './report.ts';

const ROUNDS = 5;
const ROWS = 5_000;
const LIMIT_MS = 30_000;

interface Visit {
  /** ms from the start of the navigation to the first rows painted. */
  readonly firstRows: number;
  /** To the frame in which the table holds all rows, and those in view are painted. */
  readonly allRows: number;
  readonly rows: number;
}

/** How long until a list of 5,000 markets can be used, in a browser that never saw it and in one that did. */
export async function tableRows(browser: Browser, url: string): Promise<Row[]> {
  const first: Visit[] = [];
  const repeat: Visit[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript(await inPage('table-watch', { rows: ROWS }));
    const page = await context.newPage();
    first.push(await visit(page, url));
    repeat.push(await visit(page, url));
    await context.close();
  }
  const row = (
    what: string,
    visits: readonly Visit[],
    member: 'firstRows' | 'allRows',
    bar: number | null,
  ) => ({
    what,
    value: Math.round(median(visits.map((each) => each[member]))),
    unit: 'ms',
    bar,
  });
  const count = Math.min(...[...first, ...repeat].map(({ rows }) => rows));
  return [
    row(`${count} rows usable, first visit`, first, 'allRows', 1_000),
    row('of which until the first rows are painted', first, 'firstRows', null),
    row(`${count} rows usable, repeat visit`, repeat, 'allRows', 500),
    row('of which until the first rows are painted', repeat, 'firstRows', null),
  ];
}

async function visit(page: Page, url: string): Promise<Visit> {
  await page.goto(`${url}/markets`);
  const deadline = performance.now() + LIMIT_MS;
  while (performance.now() < deadline) {
    const seen = (await page.evaluate('globalThis.tableWatch')) as Visit | { allRows: null };
    if (seen.allRows !== null) return seen as Visit;
    await page.waitForTimeout(100);
  }
  throw new Error(`the table of markets did not come to ${ROWS} rows within ${LIMIT_MS / 1_000} s`);
}
