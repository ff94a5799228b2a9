import type { Browser } from 'playwright-core';
import { TerminalFiles } from '../../src/http/pages/terminal/terminal-files.ts';
import { inPage } from './in-page.ts';
import { median, type Row } from './report.ts';

const ROUNDS = 5;
const POINTS = 50_000;
const FRAMES = 90;

interface Times {
  readonly painted: number;
  readonly frame: number;
  readonly live: number;
}

interface Run {
  readonly emptyFrame: number;
  readonly plainPainted: number;
  readonly plainFrame: number;
  readonly bars: Times;
  readonly overlaid: Times;
}

/** Measures the chart with 50,000 points, beside an empty canvas and a plain line of uPlot in the same page. */
export async function* charts(browser: Browser, url: string): AsyncGenerator<Row> {
  const runs: Run[] = [];
  const script = await inPage('chart', { base: TerminalFiles.read().base, points: POINTS, frames: FRAMES });
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    // A page without panels of its own, so that nothing else draws.
    await page.goto(`${url}/asset`);
    await page.waitForSelector('h1');
    runs.push(await page.evaluate(script));
    await page.close();
  }
  const row = (what: string, pick: (run: Run) => number, bar: number | null): Row => ({
    what,
    value: median(runs.map(pick)),
    unit: 'ms',
    bar,
  });
  yield* [
    row('50,000 points painted', ({ bars }) => bars.painted, 200),
    row('… with every overlay', ({ overlaid }) => overlaid.painted, 200),
    row('… one plain line of uPlot', ({ plainPainted }) => plainPainted, null),
    row('frame, p95, panning all of them', ({ bars }) => bars.frame, 20),
    row('… with every overlay', ({ overlaid }) => overlaid.frame, 20),
    row('… one plain line of uPlot', ({ plainFrame }) => plainFrame, null),
    row('… an empty canvas', ({ emptyFrame }) => emptyFrame, null),
    row('a live price painted', ({ bars }) => bars.live, 100),
    row('… with every overlay', ({ overlaid }) => overlaid.live, 100),
  ];
}
