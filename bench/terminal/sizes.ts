import type { Browser } from 'playwright-core';
import { CODE_BUDGETS, countCode } from '../../test/terminal/loaded-code.ts';
import type { Row } from './report.ts';

/** Measures how much code a browser loads before a page works, with its imports on demand until then. */
export async function* sizes(browser: Browser, url: string): AsyncIterable<Row> {
  for (const { what, path, drawn, maxFiles, maxBytes } of CODE_BUDGETS) {
    const { files, gzippedBytes } = await countCode(browser, url + path, drawn);
    yield { what: `files of code ${what}`, value: files.length, unit: '', bar: maxFiles };
    yield { what: `code ${what}, gz`, value: gzippedBytes / 1_000, unit: 'kB', bar: maxBytes / 1_000 };
  }
}
