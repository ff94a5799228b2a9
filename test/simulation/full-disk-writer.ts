import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADJUST_ADMIN, toOwnerAccount } from '../../src/billing/ledger/chart.ts';
import { LedgerUnavailableError } from '../../src/billing/ledger/ledger.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { microUsd, wallClock } from '../../src/domain/index.ts';
import { ledgerSteps } from '../support/ledger-steps.ts';
import { openSqliteDatabase } from '../support/service-database.ts';

/**
 * Child process: credits until the disk refuses, says so, waits for room where it can come, and continues without a
 * restart. The second argument is the file that makes room when it goes. Prints `posted N`, `refused`, `again`, one per line, and what an audit finds.
 */
const dataDir = process.argv[2]!;
const database = await openSqliteDatabase({ dataDir, thread: true });
const ledger = openLedger(database, wallClock);
const credit = (id: number) =>
  ledger.post({
    scope: 'admin.credit',
    idem: String(id),
    type: 'admin_credit',
    src: ADJUST_ADMIN,
    dst: toOwnerAccount(`owner_${id % 7}`),
    amount: microUsd(1),
    ref: 'x'.repeat(500),
  });
let posted = 0;
try {
  for (;;) {
    await credit(posted);
    posted++;
  }
} catch (error) {
  if (!(error instanceof LedgerUnavailableError)) throw error;
}
process.stdout.write(`posted ${posted}\nrefused\n`);
const ballast = process.argv[3];
if (ballast !== undefined) {
  while (existsSync(ballast)) await sleep(20);
  // The credit that was refused, under its own key: it was not stored, or this is a replay of it.
  const { status } = await credit(posted);
  process.stdout.write(`again ${status}\n`);
}
const { findings } = await ledger.audit({ whole: true });
const missing: number[] = [];
for (let id = 0; id < posted; id++) {
  if ((await ledgerSteps(ledger).find({ scope: 'admin.credit', idem: String(id) })) === null)
    missing.push(id);
}
process.stdout.write(`findings ${findings.length} missing ${missing.length}\n`);
process.exit(0);
