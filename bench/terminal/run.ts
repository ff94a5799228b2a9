/*
 * The budgets of the terminal in the machine's Chromium, over the simulator:
 *   node bin/with-node24 bench/terminal/run.ts [--only sizes,table,chart,idle,faults,heap] [--hour] [--markets 6200]
 * About eight minutes; `--hour` lets the heap grow for a real hour. Sizes and counts are the same everywhere. Times
 * depend on the machine and on what else it does: an empty canvas and a plain line in the same run say how much.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../../test/terminal/browser.ts';
import { charts } from './charts.ts';
import { faults } from './faults.ts';
import { heap } from './heap.ts';
import { idle } from './idle.ts';
import { formatRow, type Row, TABLE_HEAD } from './report.ts';
import { startService, USUAL_MARKETS } from './service.ts';
import { sizes } from './sizes.ts';
import { tableRows } from './table.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    hour: { type: 'boolean', default: false },
    markets: { type: 'string', default: String(USUAL_MARKETS) },
  },
});

const PARTS: Readonly<Record<string, (browser: Browser, url: string) => AsyncIterable<Row> | Iterable<Row>>> =
  {
    sizes,
    table: tableRows,
    chart: charts,
    idle,
    faults,
    heap: (browser, url) => heap(browser, url, values.hour),
  };
const wanted = values.only?.split(',') ?? Object.keys(PARTS);
const unknown = wanted.filter((name) => PARTS[name] === undefined);
if (unknown.length > 0)
  throw new Error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(PARTS)}`);

const service = await startService(Number(values.markets));
const browser = await startBrowser();
try {
  const loads: number[] = [];
  const drawing = await drawnBy(browser);
  console.log(
    `Chromium ${browser.version()} without a window, drawn by ${drawing}; ${availableParallelism()} cores,`,
  );
  console.log(`${cpus()[0]?.model.trim()}\n\n${TABLE_HEAD}`);
  for (const name of wanted) {
    // Each row as soon as it is measured: what fails later takes none of them away.
    for await (const row of PARTS[name]?.(browser, service.url) ?? []) console.log(formatRow(row));
    loads.push(loadavg()[0] ?? 0);
  }
  console.log(`\nload while measuring ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`);
} finally {
  await browser.close();
  await service.stop();
}

/** Names the drawing device: a graphics card, or the processor in its place. */
async function drawnBy(browser: Browser): Promise<string> {
  const page = await browser.newPage();
  const renderer = await page.evaluate(`(() => {
    const gl = document.createElement('canvas').getContext('webgl');
    const names = gl?.getExtension('WEBGL_debug_renderer_info');
    return gl && names ? gl.getParameter(names.UNMASKED_RENDERER_WEBGL) : null;
  })()`);
  await page.close();
  return renderer === null ? 'the processor (no WebGL)' : String(renderer);
}
