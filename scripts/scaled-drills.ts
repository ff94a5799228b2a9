/**
 * Trials of several processes, each with its bar: what a key may do over three api processes at once, also while Redis is
 * lost, how soon a revoked key and its streams end, what a request costs beside one process, a restart of one process after
 * the other under load, what the venues are asked, and appends of the history beside processes that read it.
 *
 *     nice -n 15 node bin/with-node24 scripts/scaled-drills.ts [--apis 3]
 *       [--only history,limits,revoked,lost,quotes,redis,restart,upstream]
 */
import { parseArgs } from 'node:util';
import type { DrillResult } from './scaled/drill-result.ts';
import { APART_DRILLS, DRILLS } from './scaled/drills.ts';
import { findMissingServer, ScaledInstallation } from './scaled/installation.ts';

const { values } = parseArgs({
  options: { apis: { type: 'string', default: '3' }, only: { type: 'string' } },
});
const missing = findMissingServer();
if (missing !== null) {
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}
const known = [...Object.keys(APART_DRILLS), ...Object.keys(DRILLS)];
const wanted = values.only?.split(',') ?? known;
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`${unknown} is no drill: ${known.join(', ')}`);

let isMissed = false;
function report(results: readonly DrillResult[]): void {
  for (const { what, found, bar, isHeld } of results) {
    isMissed ||= !isHeld;
    console.log(`| ${what} | ${found} | ${bar} | ${isHeld ? 'held' : '**missed**'} |`);
  }
}

const apis = Number(values.apis);
console.log('| Drill | Found | Bar | |\n|---|---|---|---|');
for (const name of wanted) report((await APART_DRILLS[name]?.(apis)) ?? []);
if (wanted.every((name) => name in APART_DRILLS)) process.exit(isMissed ? 1 : 0);
const installation = await ScaledInstallation.start({
  apis,
  env: {
    CROSSTAPE_PAID_GATING: 'on',
    CROSSTAPE_TIER_ENTERPRISE_MONTHLY_QUOTA: '500',
    CROSSTAPE_TIER_ENTERPRISE_RATE_PER_MIN: '1000000',
    CROSSTAPE_MAX_STREAMS_PER_ADDRESS: '1000',
  },
});
try {
  for (const name of wanted) report((await DRILLS[name]?.(installation)) ?? []);
} finally {
  await installation.stop();
}
process.exitCode = isMissed ? 1 : 0;
