import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';

const AXE = readFileSync(
  path.join(path.dirname(createRequire(import.meta.url).resolve('axe-core/package.json')), 'axe.min.js'),
  'utf8',
);

/** Violations in words, so that a failure says where to look. @param rules Default: all. */
export async function axeFindings(page: Page, rules: readonly string[] | null = null): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: unknown): Promise<{
          violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      ...(only === null ? {} : { runOnly: only }),
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary ?? ''}`,
    );
  }, rules);
}

/** Controls and entries of the menu that are less than 40 px high or wide; links in text are none. */
export const SMALL_TARGETS = `[...document.querySelectorAll('button, select, summary, .menu a, .choices a, .lamp, .brand, ct-table a.market, .lane-name a, .topbar')]
  .filter((element) => element.checkVisibility())
  .flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    if (element.matches('.topbar')) return height > 56 ? ['the bar has ' + height + ' px'] : [];
    // A market is as wide as its name.
    return height < 40 || (width < 40 && !element.matches('.market')) ? [element.outerHTML.slice(0, 90) + ' ' + width + ' x ' + height] : [];
  })`;

/** Entries of the bar and of the menu whose words reach into the next one. */
export const OVERLAPPING = `[...document.querySelectorAll('.menu a, .topbar button')]
  .filter((element) => element.checkVisibility() && element.scrollWidth > Math.ceil(element.getBoundingClientRect().width) + 1)
  .map((element) => element.innerText)`;
