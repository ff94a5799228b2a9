import { runLiveOrderRounds } from '../test/simulation/live-order-rounds.ts';

/** `node bin/with-node24 scripts/live-order-rounds.ts 1000 [seed]`: the rounds of `test/simulation/live-orders.test.ts`, more of them. */
const rounds = Number(process.argv[2] ?? 1_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const report = await runLiveOrderRounds(rounds, seed);
console.log(
  `seed ${seed}: ${report.rounds} rounds, ${report.filled} filled, ${report.rejected} rejected, ${report.neverSent} never sent, ` +
    `${report.lookedUp} looked up; no order twice, every outcome is what the venue did`,
);
