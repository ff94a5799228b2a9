import { pid } from 'node:process';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import { withSteps } from '../support/ledger-steps.ts';
import { openKilledDatabase, unlessLate } from './killed-database.ts';
import { type Operation, perform } from './ledger-model.ts';
import { customer, provider, seeded } from './ledger-world.ts';

/** Callers at the same time. */
const CALLERS = 24;

/**
 * Child process: sends operations through the writing thread and prints each, with its result, once it is
 * acknowledged.
 */
async function write(place: string, round: number): Promise<void> {
  const database = await openKilledDatabase(place, true);
  const ledger = withSteps(openLedger(database, wallClock), wallClock);
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const random = seeded(round * 1_000 + caller);
      const name = `r${round}c${caller}`;
      const actors = [customer(name), provider([name])];
      for (;;) {
        const next = actors[random() < 0.6 ? 0 : 1]?.next(random) as Operation;
        const op = { ...next, id: next.id.startsWith('evt') ? `${name}-${next.id}` : next.id };
        const result = await unlessLate(perform(ledger, op));
        if (result === null) continue;
        process.stdout.write(`${JSON.stringify({ op, result })}\n`);
      }
    }),
  );
}

if (import.meta.main && pid > 0) await write(process.argv[2]!, Number(process.argv[3]));
