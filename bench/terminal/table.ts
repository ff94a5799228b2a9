import type { Browser, Page } from 'playwright-core';
import { inPage } from './in-page.ts';
import { median, type Row } from './report.ts';

const ROUNDS = 5;
const ROWS = 5_000;
const LIMIT_MS = 60_000;

interface Visit {
  /** ms from the start of the navigation to the first rows painted. */
  readonly firstRows: number;
  /** Time until the frame in which the table holds all rows, and the rows in view are painted, ms. */
  readonly allRows: number;
  readonly rows: number;
  /** ms that the page's main thread worked until then, at most 0.1 s longer: what other programs cannot lengthen. */
  readonly processor: number;
}

/** Measures the time until a list of 5,000 markets can be used, in a browser that never saw it and in one that did. */
export async function* tableRows(browser: Browser, url: string): AsyncGenerator<Row> {
  const first: Visit[] = [];
  const repeat: Visit[] = [];
  const empty: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript(await inPage('table-watch', { rows: ROWS }));
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    empty.push(await emptyVisit(page, url));
    first.push(await visit(page, url));
    repeat.push(await visit(page, url));
    await context.close();
  }
  const row = (
    what: string,
    visits: readonly Visit[],
    member: 'firstRows' | 'allRows' | 'processor',
    bar: number | null,
  ) => ({
    what,
    value: Math.round(median(visits.map((each) => each[member]))),
    unit: 'ms',
    bar,
  });
  const count = Math.min(...[...first, ...repeat].map(({ rows }) => rows));
  yield* [
    {
      what: 'a page of one short text, first visit',
      value: Math.round(median(empty)),
      unit: 'ms',
      bar: null,
    },
    row(`${count} rows usable, first visit`, first, 'allRows', 1_000),
    row('… until the first rows are painted', first, 'firstRows', null),
    row("… processor time of the page's main thread", first, 'processor', null),
    row(`${count} rows usable, repeat visit`, repeat, 'allRows', 500),
    row('… until the first rows are painted', repeat, 'firstRows', null),
    row("… processor time of the page's main thread", repeat, 'processor', null),
  ];
}

/** Measures the time of the machine for an empty page: ms to one short answer of the service, painted. */
async function emptyVisit(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/api/health/snapshotter`);
  const painted = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null`;
  const deadline = performance.now() + LIMIT_MS;
  while (performance.now() < deadline) {
    const at = (await page.evaluate(painted)) as number | null;
    if (at !== null) return at;
    await page.waitForTimeout(50);
  }
  throw new Error('an answer of one line was not painted');
}

async function visit(page: Page, url: string): Promise<Visit> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const processorMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  const before = await processorMs();
  await page.goto(`${url}/markets`);
  const deadline = performance.now() + LIMIT_MS;
  while (performance.now() < deadline) {
    const seen = (await page.evaluate('globalThis.tableWatch')) as Visit | { allRows: null };
    if (seen.allRows !== null) return { ...(seen as Visit), processor: (await processorMs()) - before };
    await page.waitForTimeout(100);
  }
  throw new Error(`the table of markets did not come to ${ROWS} rows within ${LIMIT_MS / 1_000} s`);
}
