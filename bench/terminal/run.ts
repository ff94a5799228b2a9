/*
 * The budgets of the terminal in the machine's Chromium, over the simulator:
 *   node bin/with-node24 bench/terminal/run.ts
 * Times depend on the machine and on what else it does; sizes and counts do not.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import type { Browser, Page } from 'playwright-core';
import { startApp } from '../../src/app/assemble.ts';
import { simulatedVenues } from '../../src/cli/simulator-thread.ts';
import { changeConfig, readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { TerminalFiles } from '../../src/http/pages/terminal/terminal-files.ts';
import { startSimulator } from '../../src/simulator/index.ts';
import { startBrowser } from '../../test/terminal/browser.ts';

const ROUNDS = 3;
const ROWS = 5_000;
const POINTS = 50_000;
const IDLE_MS = 60_000;

interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly bar: number;
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

function sizes(): Row[] {
  const files = TerminalFiles.read();
  const gzipped = (page: string) =>
    files
      .graphOf(['web/main.ts', page])
      .reduce((sum, name) => sum + gzipSync(files.find(name)?.body ?? '', { level: 9 }).length, 0) / 1_000;
  return [
    {
      what: 'modules before Overview works',
      value: files.graphOf(['web/main.ts', 'web/pages/overview.ts']).length,
      unit: '',
      bar: 20,
    },
    { what: 'code before Overview works, gz', value: gzipped('web/pages/overview.ts'), unit: 'kB', bar: 60 },
    { what: 'code with a chart, gz', value: gzipped('web/pages/asset.ts'), unit: 'kB', bar: 100 },
  ];
}

/** A feed of many markets, from one that the simulator gave. */
async function manyMarkets(page: Page): Promise<void> {
  await page.route(/\/api\/feed(\?|$)/, async (route) => {
    const response = await route.fetch();
    const feed = await response.json();
    const [market] = feed.polymarket.markets;
    const top = Number(new URL(route.request().url()).searchParams.get('top') ?? ROWS);
    feed.polymarket.markets = Array.from({ length: Math.min(ROWS, top) }, (_, index) => ({
      ...market,
      asset: `pm-market-${index}`,
      title: `Market ${index} of many`,
      volume24hUsd: 1e9 - index,
    }));
    await route.fulfill({ response, json: feed });
  });
}

async function table(browser: Browser, url: string): Promise<Row[]> {
  const first: number[] = [];
  const repeated: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await manyMarkets(page);
    for (const times of [first, repeated]) {
      const startedAt = performance.now();
      await page.goto(`${url}/markets`);
      await page.waitForSelector('ct-table .row');
      times.push(performance.now() - startedAt);
    }
    await context.close();
  }
  return [
    { what: 'rows usable, first visit', value: median(first), unit: 'ms', bar: 1_000 },
    { what: 'rows usable, repeat visit', value: median(repeated), unit: 'ms', bar: 500 },
  ];
}

/** Draws the chart of the terminal by itself, with more points than any request gives. */
const CHART = `async (base, points) => {
  const { createChart } = await import(base + '/web/chart/chart.ts');
  const host = document.createElement('div');
  document.body.replaceChildren(host);
  host.style.width = '1300px';
  const now = Date.now();
  const t = Array.from({ length: points }, (_, index) => now - (points - index) * 60000);
  let price = 100;
  const close = t.map(() => (price += Math.sin(price) + Math.random() - 0.5));
  const bars = { t, open: close, high: close.map((p) => p + 1), low: close.map((p) => p - 1), close,
    volume: close.map(() => 1), isThin: close.map(() => false), widthMs: 60000 };
  const layers = { gaps: [{ fromMs: t[1000], toMs: t[3000], reason: 'bench' }], recordedFromMs: null, lines: [], levels: [],
    moves: [], profile: [], flow: [] };
  const startedAt = performance.now();
  const chart = createChart({ host, height: 420, priceText: String, isProbability: false, isUtc: true,
    now: () => now, onWindow() {}, onReset() {}, onBar() {} });
  chart.setWindow({ fromMs: t[0], toMs: now });
  chart.show(bars, layers);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const painted = performance.now() - startedAt;
  const frames = [];
  let before = performance.now();
  for (let step = 0; step < 30; step++) {
    chart.setWindow({ fromMs: t[0] + step * 600000, toMs: now + step * 600000 });
    await new Promise(requestAnimationFrame);
    frames.push(performance.now() - before);
    before = performance.now();
  }
  chart.show({ ...bars, close: [...close.slice(0, -1), 120] }, layers);
  const liveAt = performance.now();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const live = performance.now() - liveAt;
  frames.sort((a, b) => a - b);
  chart.close();
  return { painted, p95: frames[Math.floor(frames.length * 0.95)], live };
}`;

async function charts(browser: Browser, url: string): Promise<Row[]> {
  const runs: { painted: number; p95: number; live: number }[] = [];
  const { base } = TerminalFiles.read();
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}/asset/hl-BTC`);
    await page.waitForSelector('ct-chart-host canvas');
    runs.push(await page.evaluate(`(${CHART})(${JSON.stringify(base)}, ${POINTS})`));
    await page.close();
  }
  return [
    {
      what: '50,000 points painted',
      value: median(runs.map(({ painted }) => painted)),
      unit: 'ms',
      bar: 200,
    },
    {
      what: 'frame, p95, panning all of them',
      value: median(runs.map(({ p95 }) => p95)),
      unit: 'ms',
      bar: 20,
    },
    { what: 'a live price painted', value: median(runs.map(({ live }) => live)), unit: 'ms', bar: 100 },
  ];
}

async function idle(browser: Browser, url: string): Promise<Row[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.waitForSelector('ct-tape-lane svg rect');
  await page.waitForTimeout(5_000);
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  await page.waitForTimeout(IDLE_MS);
  await page.close();
  return [{ what: 'requests of an idle Overview in a minute', value: requests, unit: '', bar: 40 }];
}

const simulator = await startSimulator({ port: 0, seed: 7, markets: 120 });
const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-terminal-'));
const config = changeConfig(readConfig({}, simulatedVenues(simulator.urls)), {
  dataDir,
  server: { port: 0, botPort: 0 },
});
const app = await startApp({ config, secrets: readSecrets({}), log: pino({ level: 'silent' }) });
const browser = await startBrowser();
try {
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  const rows = [
    ...sizes(),
    ...(await table(browser, app.apiUrl)),
    ...(await charts(browser, app.apiUrl)),
    ...(await idle(browser, app.apiUrl)),
  ];
  console.log('| What | Measured | At most |\n|---|---:|---:|');
  for (const { what, value, unit, bar } of rows) {
    const digits = Number.isInteger(value) ? 0 : 1;
    console.log(`| ${what} | ${value.toFixed(digits)} ${unit} | ${bar} ${unit} |`);
  }
} finally {
  await browser.close();
  await app.stop();
  await simulator.close();
  await rm(dataDir, { recursive: true, force: true });
}
