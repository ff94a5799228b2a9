import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Checkout } from './install/checkout.ts';
import { bringNode } from './install/nodes.ts';
import { SCENARIOS } from './install/scenarios.ts';

/**
 * Tries what users do with a fresh clone, on each Node that they may have: every scenario in a clone of its own, of what is
 * committed. Packages come from npm, of which most are in its cache after the first one. What cannot be tried here is said,
 * and is a failure with CROSSTAPE_REQUIRE_SERVERS=1.
 *
 * Usage: npm run test:install [-- --nodes 20,22,24] [--only TEXT] [--list]
 *   --nodes LIST   major versions of Node
 *   --only TEXT    scenarios whose name holds the text
 *   --list         prints the names
 */
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '20,22,24' },
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
});

const scenarios = Object.entries(SCENARIOS).filter(([name]) => name.includes(values.only));
if (values.list) {
  for (const [name] of scenarios) console.log(name);
  process.exit(0);
}

const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-install-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
const counts = { passed: 0, failed: 0, skipped: 0 };
for (const major of values.nodes.split(',')) {
  const node = bringNode(major);
  for (const [name, scenario] of scenarios) {
    const began = Date.now();
    const outcome = await runScenario(scenario, node);
    counts[outcome.kind]++;
    const seconds = ((Date.now() - began) / 1_000).toFixed(0).padStart(4);
    console.log(`${outcome.kind.padEnd(7)} ${seconds} s  Node ${major}  ${name}${outcome.reason}`);
  }
}
const total = counts.passed + counts.failed + counts.skipped;
console.log(`${counts.passed} of ${total} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
const isSkipAllowed = process.env.CROSSTAPE_REQUIRE_SERVERS !== '1';
process.exit(counts.failed === 0 && (counts.skipped === 0 || isSkipAllowed) ? 0 : 1);

async function runScenario(
  scenario: (typeof SCENARIOS)[string],
  node: string,
): Promise<{ kind: keyof typeof counts; reason: string }> {
  const checkout = new Checkout(path.join(folder, 'crosstape'), node);
  try {
    const reason = await scenario(checkout);
    return reason === undefined ? { kind: 'passed', reason: '' } : { kind: 'skipped', reason: `: ${reason}` };
  } catch (error) {
    return { kind: 'failed', reason: `\n${error instanceof Error ? error.stack : error}` };
  } finally {
    checkout.remove();
  }
}
