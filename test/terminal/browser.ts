import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { isPackaged, unpackChromium } from './packaged-chromium.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/** Names the Chromium of the development package in `CROSSTAPE_CHROMIUM`. */
const PACKAGED = 'package';

const named = process.env.CROSSTAPE_CHROMIUM;
/** The machine's Chromium; null without one, and where the package's is wanted. */
const INSTALLED = named === PACKAGED ? null : (named ?? PLACES.find((place) => existsSync(place)) ?? null);

/** Reason for skipping the tests of the pages; false where they run. */
export const SKIPPED =
  INSTALLED === null && !isPackaged
    ? 'no Chromium on this machine, and the package has none for it (CROSSTAPE_CHROMIUM names one)'
    : false;

/** Starts a browser that reaches this machine alone: the one named, the machine's, or the development package's. */
export function startBrowser(): Promise<Browser> {
  const { executablePath, env } =
    INSTALLED === null ? unpackChromium() : { executablePath: INSTALLED, env: {} };
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      // Drawn by the processor all the same, without a process that pretends to be a graphics card.
      '--disable-gpu',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  });
}

/** Time for which the browser of a process waits for the next file that needs one, ms. */
const MAX_IDLE_MS = 1_000;

let shared: Promise<Browser> | null = null;
let users = 0;
let idle: NodeJS.Timeout | undefined;

/**
 * Borrows the browser of this process, which its files share: a start takes a second of a processor. Pages still have
 * sessions of their own.
 */
export async function borrowBrowser(): Promise<{ readonly browser: Browser; giveBack(): void }> {
  clearTimeout(idle);
  users++;
  const giveBack = () => {
    if (--users === 0) idle = setTimeout(closeShared, MAX_IDLE_MS);
  };
  try {
    if (shared !== null && !(await shared).isConnected()) shared = null;
    shared ??= startBrowser();
    return { browser: await shared, giveBack };
  } catch (error) {
    shared = null;
    users--;
    throw error;
  }
}

async function closeShared(): Promise<void> {
  const closing = shared;
  shared = null;
  await (await closing)?.close();
}

export interface WatchedPage {
  readonly page: Page;
  /** Errors of the console, of scripts and of the policy since it was opened. */
  readonly faults: readonly string[];
}

/** Factor by which pages are slowed down: shows tests that act before an element is there. */
const SLOWNESS = Number(process.env.CROSSTAPE_SLOW_PAGES ?? 1);
const LATENCY_MS = 100;

async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
  await devTools.send('Network.enable');
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
  await devTools.send('Network.emulateNetworkConditions', { ...unlimited, latency: SLOWNESS * LATENCY_MS });
}

const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy: ' + violatedDirective + ' ' + blockedURI));`;

/** Opens a page in its own session, which is closed with the test. */
export async function openPage(
  t: TestContext,
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  t.after(async () => {
    // A page polls until it is closed: an answer that is being changed then comes too late for everybody.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  if (SLOWNESS > 1) await slowDown(page);
  await page.addInitScript(REPORT_VIOLATIONS);
  return { page, faults };
}
