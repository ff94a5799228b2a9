import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { TERMINAL_PAGES } from '../../src/http/pages/terminal/terminal-page.ts';
import type { Row } from './report.ts';

const SETTLING_MS = 3_000;
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy: ' + violatedDirective + ' ' + blockedURI));`;

/** Counts the complaints of the browser and the barriers for people, over all pages. */
export async function* faults(browser: Browser, url: string): AsyncGenerator<Row> {
  const axe = await readFile(AXE, 'utf8');
  const found: string[] = [];
  let barriers = 0;
  for (const segment of TERMINAL_PAGES.keys()) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.on('console', (message) => {
      if (message.type() === 'error') found.push(`/${segment}: ${message.text()}`);
    });
    page.on('pageerror', (error) => found.push(`/${segment}: ${error}`));
    await page.addInitScript(REPORT_VIOLATIONS);
    await page.goto(`${url}/${segment === 'asset' ? 'asset/hl-BTC' : segment}`);
    await page.waitForTimeout(SETTLING_MS);
    await page.evaluate(axe);
    const violations = (await page.evaluate(
      `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id }) => id))`,
    )) as string[];
    for (const id of violations) console.error(`/${segment}: axe ${id}`);
    barriers += violations.length;
    await page.close();
  }
  for (const each of found) console.error(each);
  const policy = found.filter((text) => text.includes(': policy: ')).length;
  const pages = TERMINAL_PAGES.size;
  yield { what: `violations of the policy, ${pages} pages`, value: policy, unit: '', bar: 0 };
  yield {
    what: `other errors of the console, ${pages} pages`,
    value: found.length - policy,
    unit: '',
    bar: 0,
  };
  yield { what: `violations found by axe, ${pages} pages`, value: barriers, unit: '', bar: 0 };
}
