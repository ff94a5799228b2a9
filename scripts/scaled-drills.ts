/**
 * Trials of several processes, each with its bar: what a key may do over three api processes at once, how soon a revoked
 * key and its streams end, a restart of one process after the other under load, and what the venues are asked.
 *
 *     nice -n 15 node bin/with-node24 scripts/scaled-drills.ts [--apis 3] [--only limits,revoked,restart,upstream]
 */
import { parseArgs } from 'node:util';
import { DRILLS } from './scaled/drills.ts';
import { findMissingServer, ScaledInstallation } from './scaled/installation.ts';

const { values } = parseArgs({
  options: { apis: { type: 'string', default: '3' }, only: { type: 'string' } },
});
const missing = findMissingServer();
if (missing !== null) {
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}
const wanted = values.only?.split(',') ?? Object.keys(DRILLS);
const installation = await ScaledInstallation.start({
  apis: Number(values.apis),
  env: {
    CROSSTAPE_PAID_GATING: 'on',
    CROSSTAPE_TIER_ENTERPRISE_MONTHLY_QUOTA: '500',
    CROSSTAPE_TIER_ENTERPRISE_RATE_PER_MIN: '1000000',
    CROSSTAPE_MAX_STREAMS_PER_ADDRESS: '1000',
  },
});
let isMissed = false;
try {
  console.log('| Drill | Found | Bar | |\n|---|---|---|---|');
  for (const name of wanted) {
    const drill = DRILLS[name];
    if (drill === undefined) throw new Error(`${name} is no drill: ${Object.keys(DRILLS).join(', ')}`);
    for (const { what, found, bar, isHeld } of await drill(installation)) {
      isMissed ||= !isHeld;
      console.log(`| ${what} | ${found} | ${bar} | ${isHeld ? 'held' : '**missed**'} |`);
    }
  }
} finally {
  await installation.stop();
}
process.exitCode = isMissed ? 1 : 0;
