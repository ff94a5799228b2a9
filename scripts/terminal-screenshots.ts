import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { TERMINAL_PAGES } from '../src/http/pages/terminal/terminal-page.ts';
import { findFreePort } from '../test/servers/free-port.ts';
import { SKIPPED, startBrowser } from '../test/terminal/browser.ts';

/*
 * The pictures of README.md, docs/tape.md and docs/concepts.md, from the demo: node bin/with-node24 scripts/terminal-screenshots.ts [--url http://...]
 * Without an address it starts a demo of its own and lets it record for some minutes, in which one venue fails for a
 * while and the streams of another fall silent: the record then has holes to show.
 *
 * `--only terminal-event` takes one of them.
 *
 * `--every <folder>` takes every page instead, dark and light, wide and on a phone, to be looked at; account and bot with
 * a key, admin with a token, where the demo is its own. It names what is wider than its panel.
 */

const ROOT = path.join(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'docs', 'images');
const MINUTE_MS = 60_000;
const RECORDING_MS = 6 * MINUTE_MS;
/** A venue that is polled each 30 s has a gap after three polls. */
const FAILING = { fromMs: 1.5 * MINUTE_MS, toMs: 4 * MINUTE_MS, venue: 'kalshi' };
/** The venue whose streams are silent for a minute while the other one fails: its books break. */
const SILENT = { lastsMs: MINUTE_MS, venue: 'polymarket' };
const DRAWN_MS = 60_000;

/** Chart, book and the trades below them. */
const DESK_HEIGHT_PX = 1_440;

const PICTURES = [
  {
    name: 'terminal-dark.png',
    page: () => '/asset/hl-BTC?range=1h&show=fair,profile',
    drawn: 'ct-chart-host canvas',
    colorScheme: 'dark',
    height: 900,
  },
  {
    name: 'terminal-light.png',
    page: () => '/?range=1h',
    drawn: 'ct-recording-lane svg rect',
    colorScheme: 'light',
    height: 900,
  },
  {
    name: 'terminal-book.png',
    page: (url: string) => findMoment(url, ({ fromMs }) => fromMs - MINUTE_MS / 2),
    drawn: '.asof',
    colorScheme: 'dark',
    height: DESK_HEIGHT_PX,
  },
  {
    name: 'terminal-break.png',
    page: (url: string) => findMoment(url, ({ fromMs, toMs }) => (fromMs + toMs) / 2),
    drawn: '.tape-lane .hole',
    colorScheme: 'light',
    height: DESK_HEIGHT_PX,
  },
  {
    name: 'terminal-event.png',
    page: async (url: string) => `/${await findEvent(url, ({ threshold }) => threshold !== undefined)}`,
    drawn: 'table.distribution rect',
    colorScheme: 'dark',
    height: 1_100,
  },
] as const;

const ADMIN_TOKEN = randomBytes(24).toString('hex');
const OVERLAYS = 'show=fair,links,cascades,profile,flow';
/**
 * Finds the addresses of pages that are about an asset or an event; an event is one of which the demo lists several
 * outcomes.
 */
const findAddresses = async (url: string): Promise<Readonly<Record<string, string>>> => ({
  asset: `asset/hl-BTC?range=1h&${OVERLAYS}`,
  event: await findEvent(url),
});
const MAX_HEIGHT_PX = 6_000;

const { values } = parseArgs({
  options: { url: { type: 'string' }, only: { type: 'string' }, every: { type: 'string' } },
});
if (SKIPPED !== false) throw new Error(SKIPPED);

const demo = values.url === undefined ? await startDemo() : null;
const browser = await startBrowser();
try {
  const url = values.url ?? demo?.url ?? '';
  await (values.every === undefined
    ? takePictures(url)
    : takeEveryPage(url, values.every, demo?.key ?? null));
} finally {
  await browser.close();
  await demo?.stop();
}

async function takePictures(url: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const { name, page: address, drawn, colorScheme, height } of PICTURES) {
    if (values.only !== undefined && name !== `${values.only}.png`) continue;
    const page = await browser.newPage({ viewport: { width: 1440, height }, colorScheme });
    await page.goto(url + (await address(url)));
    await page.waitForSelector(drawn, { timeout: DRAWN_MS });
    await settle(page);
    await page.screenshot({ path: path.join(FOLDER, name) });
    await page.close();
    console.log(path.join('docs', 'images', name));
  }
}

async function takeEveryPage(url: string, folder: string, key: string | null): Promise<void> {
  await mkdir(folder, { recursive: true });
  const addresses = await findAddresses(url);
  for (const colorScheme of ['dark', 'light'] as const) {
    for (const width of [390, 1_280, 1_440, 1_920]) {
      for (const segment of TERMINAL_PAGES.keys()) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
        if (key !== null && (segment === 'account' || segment === 'bot')) {
          await page.addInitScript(`sessionStorage.setItem('crosstape.key', ${JSON.stringify(key)})`);
        }
        await page.goto(`${url}/${addresses[segment] ?? segment}`);
        await page.waitForSelector('main :is(h1, .panel)', { timeout: DRAWN_MS });
        if (key !== null && segment === 'admin') {
          await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
          await page.getByRole('button', { name: 'use it' }).click();
        }
        await settle(page);
        // As high as the page: what is out of view is neither requested nor drawn.
        const height = await page.evaluate<number>('document.documentElement.scrollHeight');
        await page.setViewportSize({ width, height: Math.min(MAX_HEIGHT_PX, height) });
        await settle(page);
        const file = path.join(folder, `${segment || 'overview'}-${colorScheme}-${width}.png`);
        await page.screenshot({ path: file });
        const wide = await page.evaluate<string[]>(
          `[...document.querySelectorAll('.panel > .body')].filter((body) => body.scrollWidth > body.clientWidth + 1)
            .map((body) => body.parentElement.querySelector('h2')?.innerText + ' ' + body.scrollWidth + ' of ' + body.clientWidth + ' px')`,
        );
        console.log([file, ...wide].join('; '));
        await page.close();
      }
    }
  }
}

interface Hole {
  readonly fromMs: number;
  readonly toMs: number;
  readonly reason: string;
}

/**
 * Finds the largest market of the venue that was silent, with a time before or in the longest hole of the record of its
 * book.
 */
async function findMoment(url: string, choose: (hole: Hole) => number): Promise<string> {
  const read = async (path: string) => (await (await fetch(url + path)).json()) as unknown;
  const feed = (await read('/api/feed?top=1')) as Readonly<
    Record<string, { readonly markets: readonly { readonly asset: string }[] }>
  >;
  const asset = feed[SILENT.venue]?.markets[0]?.asset ?? '';
  const { coverage, toMs } = (await read(`/api/book/${asset}/changes?limit=1`)) as {
    readonly toMs: number;
    readonly coverage: { readonly recordedFromMs: number; readonly notRecorded: readonly Hole[] };
  };
  const [longest] = coverage.notRecorded
    .filter(({ reason }) => reason !== 'before')
    .toSorted((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs));
  const { recordedFromMs } = coverage;
  const at = choose(longest ?? { fromMs: toMs, toMs, reason: '' });
  const members = Object.entries({ from: recordedFromMs - 30_000, to: toMs + 15_000, at }).map(
    ([name, ms]) => `${name}=${new Date(ms).toISOString()}`,
  );
  return `/asset/${asset}?show=none&${members.join('&')}`;
}

interface Listed {
  readonly eventKey?: string | null;
  readonly threshold?: object;
}

/** Finds the event with the most wanted outcomes in the feed; the page of one market where no event has two. */
async function findEvent(url: string, isWanted: (market: Listed) => boolean = () => true): Promise<string> {
  const feed = (await (await fetch(`${url}/api/feed`)).json()) as Readonly<
    Record<string, { readonly markets?: readonly Listed[] } | null>
  >;
  const counts = new Map<string, number>();
  for (const [venue, answer] of Object.entries(feed)) {
    const { markets } = answer ?? {};
    for (const market of Array.isArray(markets) ? markets : []) {
      const { eventKey } = market;
      if (eventKey == null || !isWanted(market)) continue;
      const address = `event/${venue}/${encodeURIComponent(eventKey)}`;
      counts.set(address, (counts.get(address) ?? 0) + 1);
    }
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most !== undefined && most[1] > 1 ? most[0] : 'event/asset/hl-BTC';
}

/** Waits until nothing loads, twice in a row: a panel that follows asks when the first has answered. */
async function settle(page: Page): Promise<void> {
  for (let settled = 0; settled < 2; ) {
    await sleep(2_000);
    settled = (await page.locator('.state.loading').count()) === 0 ? settled + 1 : 0;
  }
}

interface Demo {
  readonly url: string;
  /** A key that it has issued. */
  readonly key: string;
  stop(): Promise<void>;
}

async function startDemo(): Promise<Demo> {
  const [port, botPort, dataDir] = await Promise.all([
    findFreePort(),
    findFreePort(),
    mkdtemp(path.join(tmpdir(), 'crosstape-pictures-')),
  ]);
  const service = spawn(process.execPath, [path.join(ROOT, 'src', 'main.js'), 'serve', '--simulate'], {
    env: {
      ...process.env,
      CROSSTAPE_PORT: String(port),
      CROSSTAPE_BOT_PORT: String(botPort),
      CROSSTAPE_DATA_DIR: dataDir,
      CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const simulator = await readSimulatorUrl(service);
  console.log(`recording for ${RECORDING_MS / MINUTE_MS} minutes`);
  const setFault = async (fault: object): Promise<number> => {
    const set = await fetch(`${simulator}/simulator/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
    return ((await set.json()) as { id: number }).id;
  };
  await sleep(FAILING.fromMs);
  await setFault({ kind: 'status', status: 503, venue: FAILING.venue });
  const silence = await setFault({ kind: 'silence', venue: SILENT.venue });
  await sleep(SILENT.lastsMs);
  await fetch(`${simulator}/simulator/faults/${silence}`, { method: 'DELETE' });
  await sleep(FAILING.toMs - FAILING.fromMs - SILENT.lastsMs);
  await fetch(`${simulator}/simulator/faults`, { method: 'DELETE' });
  await sleep(RECORDING_MS - FAILING.toMs);
  const url = `http://127.0.0.1:${port}`;
  const issued = await fetch(`${url}/api/account/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tier: 'pro', owner: 'owner_1' }),
  });
  const { rawKey } = (await issued.json()) as { rawKey: string };
  return {
    url,
    key: rawKey,
    stop: async () => {
      service.kill();
      await new Promise((resolve) => service.once('exit', resolve));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Reads the address of the demo's simulator from its log. */
function readSimulatorUrl({
  stdout,
  stderr,
}: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    for (const stream of [stdout, stderr]) {
      stream.on('data', (chunk) => {
        text += String(chunk);
        const [, url] = /"simulator":"([^"]+)"/.exec(text) ?? [];
        if (url !== undefined) resolve(url);
      });
    }
  });
}
