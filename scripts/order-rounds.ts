/**
 * The long proof of the order path: a process that trades is killed again and again, and after every start no fee
 * was taken twice, no money stays set aside, no order is left without its end, and the limit of the bot holds. With
 * CROSSTAPE_TEST_DATABASE_URL the orders are kept on that server, in databases that are made for it.
 *
 * Usage: node bin/with-node24 scripts/order-rounds.ts [--kills 1000] [--first-seed 1]
 */
import { parseArgs } from 'node:util';
import { createPlace } from '../test/simulation/killed-database.ts';
import { seeded } from '../test/simulation/ledger-world.ts';
import { runOrderKills } from '../test/simulation/order-kills.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '1000' }, 'first-seed': { type: 'string', default: '1' } },
});

/** A file is used for this many kills: its audit stays short, and a run covers old and young files. */
const KILLS_PER_FILE = 50;

const kills = Number(values.kills);
const total = { rounds: 0, answered: 0, reserved: 0, submitted: 0, refused: 0, mostUsedUsd: 0 };
for (let seed = Number(values['first-seed']); total.rounds < kills; seed++) {
  const place = await createPlace();
  try {
    const rounds = Math.min(KILLS_PER_FILE, kills - total.rounds);
    const { answered, left, refused, mostUsedUsd } = await runOrderKills(
      place.url ?? place.dataDir,
      rounds,
      seeded(seed),
    );
    total.rounds += rounds;
    total.answered += answered;
    total.reserved += left.reserved;
    total.submitted += left.submitted;
    total.refused += refused;
    total.mostUsedUsd = Math.max(total.mostUsedUsd, mostUsedUsd);
    console.log(`${total.rounds} kills`);
  } finally {
    await place.remove();
  }
}
console.log(
  `${total.rounds} kills: ${total.answered} trades answered, ${total.reserved} orders left reserved and ${total.submitted} submitted; no fee twice, no hold left; ${total.refused} orders refused by the limit of 45 USD, at most ${total.mostUsedUsd} at risk, nothing left reserved`,
);
