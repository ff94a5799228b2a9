import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CHROMIUM, freePort, startBrowser } from '../test/terminal/browser.ts';

/*
 * The pictures of README.md, from the demo: node bin/with-node24 scripts/terminal-screenshots.ts [--url http://...]
 * Without an address it starts a demo of its own and lets it record for some minutes, in which one venue fails for a
 * while: the tape then has a hole to show.
 */

const ROOT = path.join(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'docs', 'images');
const MINUTE_MS = 60_000;
const RECORDING_MS = 6 * MINUTE_MS;
/** A venue that is polled each 30 s has a gap after three polls. */
const FAILING = { fromMs: 1.5 * MINUTE_MS, toMs: 4 * MINUTE_MS, venue: 'kalshi' };
const DRAWN_MS = 60_000;

const PICTURES = [
  {
    name: 'terminal-dark.png',
    page: '/asset/hl-BTC?range=1h&show=fair,profile',
    drawn: 'ct-chart-host canvas',
    colorScheme: 'dark',
  },
  { name: 'terminal-light.png', page: '/?range=1h', drawn: 'ct-tape-lane svg rect', colorScheme: 'light' },
] as const;

const { values } = parseArgs({ options: { url: { type: 'string' } } });
if (CHROMIUM === null) throw new Error('there is no Chromium; CROSSTAPE_CHROMIUM names one');

const demo = values.url === undefined ? await startDemo() : null;
const browser = await startBrowser();
try {
  const url = values.url ?? demo?.url ?? '';
  await mkdir(FOLDER, { recursive: true });
  for (const { name, page: address, drawn, colorScheme } of PICTURES) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme });
    await page.goto(url + address);
    await page.waitForSelector(drawn, { timeout: DRAWN_MS });
    // Nothing loads any more, twice in a row: a panel that follows asks when the first has answered.
    for (let settled = 0; settled < 2; ) {
      await sleep(2_000);
      settled = (await page.locator('.state.loading').count()) === 0 ? settled + 1 : 0;
    }
    await page.screenshot({ path: path.join(FOLDER, name) });
    await page.close();
    console.log(path.join('docs', 'images', name));
  }
} finally {
  await browser.close();
  await demo?.stop();
}

async function startDemo(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const [port, botPort, dataDir] = await Promise.all([
    freePort(),
    freePort(),
    mkdtemp(path.join(tmpdir(), 'crosstape-pictures-')),
  ]);
  const service = spawn(process.execPath, [path.join(ROOT, 'src', 'main.ts'), 'serve', '--simulate'], {
    env: {
      ...process.env,
      CROSSTAPE_PORT: String(port),
      CROSSTAPE_BOT_PORT: String(botPort),
      CROSSTAPE_DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const simulator = await readSimulatorUrl(service);
  console.log(`recording for ${RECORDING_MS / MINUTE_MS} minutes`);
  await sleep(FAILING.fromMs);
  await fetch(`${simulator}/simulator/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'status', status: 503, venue: FAILING.venue }),
  });
  await sleep(FAILING.toMs - FAILING.fromMs);
  await fetch(`${simulator}/simulator/faults`, { method: 'DELETE' });
  await sleep(RECORDING_MS - FAILING.toMs);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      service.kill();
      await new Promise((resolve) => service.once('exit', resolve));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Where the demo's simulator answers, as its log says. */
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
