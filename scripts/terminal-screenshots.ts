import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CHROMIUM, freePort, startBrowser } from '../test/terminal/browser.ts';

/*
 * The pictures of README.md, from the demo: node bin/with-node24 scripts/terminal-screenshots.ts [--url http://...]
 * Without an address it starts a demo of its own and lets it record for some minutes.
 */

const ROOT = path.join(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'docs', 'images');
const RECORDING_MS = 240_000;
const SETTLING_MS = 6_000;

const PICTURES = [
  { name: 'terminal-dark.png', page: '/asset/hl-BTC?range=1h&show=fair,profile', colorScheme: 'dark' },
  { name: 'terminal-light.png', page: '/?range=1h', colorScheme: 'light' },
] as const;

const { values } = parseArgs({ options: { url: { type: 'string' } } });
if (CHROMIUM === null) throw new Error('there is no Chromium; CROSSTAPE_CHROMIUM names one');

const demo = values.url === undefined ? await startDemo() : null;
const browser = await startBrowser();
try {
  const url = values.url ?? demo?.url ?? '';
  await mkdir(FOLDER, { recursive: true });
  for (const { name, page: address, colorScheme } of PICTURES) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme });
    await page.goto(url + address);
    await page.waitForSelector('.lamp.good');
    await sleep(SETTLING_MS);
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
    stdio: 'ignore',
  });
  console.log(`recording for ${RECORDING_MS / 60_000} minutes`);
  await sleep(RECORDING_MS);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      service.kill();
      await new Promise((resolve) => service.once('exit', resolve));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
