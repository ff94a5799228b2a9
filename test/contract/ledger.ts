import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Ledger } from '../../src/billing/ledger/ledger.ts';
import { type Clock, type EpochMs, epochMs } from '../../src/domain/index.ts';
import type { ServiceDatabase } from '../../src/storage/service-database.ts';
import { alterBalance } from '../support/altered-balances.ts';
import { withSteps } from '../support/ledger-steps.ts';
import { type Bench, type Check, START } from './ledger/bench.ts';
import { checkDebts } from './ledger/debts.ts';
import { checkHolds } from './ledger/holds.ts';
import { checkPostings } from './ledger/postings.ts';
import { checkReading } from './ledger/reading.ts';

export interface LedgerParts {
  /** Database with the procedures of `altered-balances.ts`. */
  readonly database: ServiceDatabase;
  /** Opens a ledger over the database; a second one stands for another process. */
  openLedger(): Ledger & ServiceDatabase;
}

export interface LedgerBench extends LedgerParts {
  /** Closes and opens the same database again, as a restart does. */
  reopen(): Promise<LedgerParts>;
}

export type OpenLedger = (t: TestContext, clock: Clock) => Promise<LedgerBench>;

/** Defines the tests that every engine of the ledger passes. */
export function describeLedger(engine: string, open: OpenLedger): void {
  const check: Check = (name, body) =>
    test(`${engine}: ${name}`, async (t) => {
      let now: EpochMs = START;
      const { reopen, ...parts } = await open(t, () => now);
      let current: LedgerParts = parts;
      const openStepped = () => withSteps(current.openLedger(), () => now);
      let ledger = openStepped();
      const bench: Bench = {
        openAnother: openStepped,
        alter: async (account, by) => {
          await current.database.transact(alterBalance, { account, by });
        },
        setTime: (ms) => {
          now = epochMs(ms);
        },
        reopen: async () => {
          current = await reopen();
          ledger = openStepped();
          return ledger;
        },
      };
      await body(ledger, bench);
      const report = await ledger.audit({ whole: true });
      assert.deepEqual(report.findings, []);
    });

  checkPostings(check);
  checkHolds(check);
  checkDebts(check);
  checkReading(check);
}
