/**
 * The long proof of deposits on chains: seeds of the simulated chain, and kills of a process that reads a local one.
 *
 * Usage: node bin/with-node24 scripts/chain-rounds.ts [--seeds 2000] [--first-seed 1] [--kill-rounds 20] [--blocks 200]
 */
import { parseArgs } from 'node:util';
import { runChainKills } from '../test/simulation/chain-kills.ts';
import { runChainWorld } from '../test/simulation/chain-world.ts';
import { seeded } from '../test/simulation/ledger-world.ts';
import { createSqliteEngine } from '../test/simulation/money-engine.ts';
import { noEvmNode } from '../test/support/evm-node.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    'first-seed': { type: 'string', default: '1' },
    'kill-rounds': { type: 'string', default: '20' },
    blocks: { type: 'string', default: '200' },
  },
});
const seeds = Number(values.seeds);
const first = Number(values['first-seed']);
let [deposits, crashes] = [0, 0];
for (let seed = first; seed < first + seeds; seed++) {
  // A seed that fails prints itself; it belongs into the list of test/simulation/chain-world.test.ts then.
  const report = await runChainWorld(seed, createSqliteEngine);
  deposits += report.deposits;
  crashes += report.crashes;
}
console.log(`${seeds} seeds: ${deposits} deposits, ${crashes} crashes, nothing lost, nothing doubled`);

const rounds = Number(values['kill-rounds']);
const blocks = Number(values.blocks);
let kills = 0;
for (let round = 0; round < rounds; round++) {
  if (noEvmNode !== false) {
    console.log(`kills: left out, ${noEvmNode}`);
    break;
  }
  const report = await runChainKills(blocks, seeded(first + round));
  kills += report.kills;
  if (report.deposits !== blocks || report.balance !== blocks || report.findings.length > 0) {
    throw new Error(`round ${round}: ${JSON.stringify(report)}`);
  }
}
if (kills > 0)
  console.log(`${kills} kills over ${rounds * blocks} deposits: each there once, every ledger in order`);
