import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AlertStore } from '../src/alerts/alert-store.ts';
import { Evaluator } from '../src/alerts/evaluation/evaluator.ts';
import type { Condition, Rule } from '../src/alerts/rule.ts';
import { prepareAlertQueries } from '../src/alerts/sql/alerts.ts';
import { buildPerpAsset, cryptoRandom, epochMs, MINUTE_MS, SECOND_MS } from '../src/domain/index.ts';
import { AlertFeed, NO_HISTORY, NO_SOURCES } from '../test/support/alert-bench.ts';
import { perp } from '../test/support/fixed-feed.ts';
import { openSqliteDatabase } from '../test/support/service-database.ts';

/**
 * Measures the cost of alert rules while prices stream: processor time of the evaluation with its transactions, as a
 * share of one core, when the prices are spread over all assets and when all of them are of assets that have a rule.
 */
const { values } = parseArgs({
  options: {
    rules: { type: 'string', default: '100' },
    assets: { type: 'string', default: '5000' },
    pulses: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '60' },
  },
});
const RULES = Number(values.rules);
const SECONDS = Number(values.seconds);
const PULSES = Number(values.pulses);
const START_PRICE = 100;

const assets = Array.from({ length: Number(values.assets) }, (_, i) => buildPerpAsset(`B${i}`));
for (const [what, count] of [
  [`${assets.length} assets`, assets.length],
  [`the ${RULES} assets of the rules`, RULES],
] as const) {
  const { coreFrac, events } = await measure(assets.slice(0, count).map(({ asset }) => asset));
  console.log(
    `${RULES} rules, ${PULSES} prices a second of ${what}: ${(100 * coreFrac).toFixed(2)} % of a core, ${events} events in ${SECONDS} s`,
  );
}

async function measure(streamed: readonly string[]) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-alerts-'));
  const database = await openSqliteDatabase({ dataDir });
  try {
    const feed = new AlertFeed();
    const clock = () => feed.now;
    const queries = database.buildQueries(prepareAlertQueries);
    const store = new AlertStore({ database, queries, clock, random: cryptoRandom });
    feed.set(
      'hyperliquid',
      assets.map((ref) => perp(ref, { markPx: START_PRICE })),
      feed.now,
    );
    const evaluator = new Evaluator({
      store,
      feed,
      history: NO_HISTORY,
      sources: NO_SOURCES,
      clock,
      onEvents: () => undefined,
      onError: (error) => {
        throw error;
      },
    });
    await evaluator.setRules(assets.slice(0, RULES).map(({ asset }, i) => toRule(asset, i)));
    await evaluator.tick();
    let at = 0;
    let spent = 0;
    for (let second = 0; second < SECONDS; second++) {
      const before = process.cpuUsage();
      // As streams deliver them: fifty at a time, with other work of the event loop in between.
      for (let part = 0; part < PULSES / 50; part++) {
        for (let i = 0; i < 50; i++, at++) {
          // A slow wave with noise crosses thresholds now and then.
          const price = START_PRICE + 3 * Math.sin(at / 40_000) + ((at * 7919) % 100) / 500;
          feed.stream(price, streamed[at % streamed.length]!);
        }
        await new Promise(setImmediate);
      }
      feed.now = epochMs(Math.ceil(feed.now / SECOND_MS) * SECOND_MS);
      await evaluator.tick();
      const { user, system } = process.cpuUsage(before);
      spent += user + system;
    }
    await evaluator.stop();
    const events = await store.listEvents({ beforeSeq: Number.MAX_SAFE_INTEGER, since: 0, limit: 1_000_000 });
    return { coreFrac: spent / (SECONDS * 1_000_000), events: events.length };
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function toRule(asset: string, i: number): Rule {
  const conditions: readonly Condition[] = [
    { type: 'cross', asset, above: START_PRICE + 1 + (i % 20) / 10 },
    { type: 'cross', asset, below: START_PRICE - 1 - (i % 20) / 10 },
    { type: 'move', asset, percent: 2, withinMs: 5 * MINUTE_MS },
    { type: 'spread', asset, above: 50 },
  ];
  return {
    id: `rule-${i}`,
    when: conditions[i % conditions.length]!,
    forMs: 0,
    cooldownMs: 0,
    tellResolved: false,
    to: ['phone'],
  };
}
