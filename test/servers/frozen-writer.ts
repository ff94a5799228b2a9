import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { wallClock } from '../../src/domain/index.ts';
import { giveCredit } from '../support/credit.ts';
import { openTestPostgres } from './postgres-engine.ts';

/** Posts once, and stops like a process that the system freezes, while it holds the lock. Says what became of it. */
const database = await openTestPostgres({
  url: process.argv[2]!,
  faults: {
    beforeCommit: () => {
      process.stdout.write('frozen\n');
      process.kill(process.pid, 'SIGSTOP');
    },
  },
});
const outcome = await giveCredit(openLedger(database, wallClock), 'alice', 1_000_000, 'frozen').then(
  () => 'posted',
  (error: Error) => error.name,
);
process.stdout.write(`${outcome}\n`);
await database.close();
