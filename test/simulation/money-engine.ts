import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DepositRow, ReportRow } from '../../src/billing/deposits/rows.ts';
import type { Clock } from '../../src/domain/index.ts';
import type { CommitFaults } from '../../src/storage/call-result.ts';
import { openMemoryMoney } from '../support/memory/money.ts';
import { type MoneyRules, type MoneyStores, openStores } from '../support/money-stores.ts';
import { openSqliteDatabase } from '../support/service-database.ts';

/** Process of money from its start to its end. */
export interface MoneyLife {
  readonly stores: MoneyStores;
  listDeposits(): readonly Pick<DepositRow, 'id' | 'idem' | 'owner' | 'microUsd' | 'paymentId'>[];
  listReports(): readonly Pick<ReportRow, 'moved'>[];
  end(): Promise<void>;
}

/** Storage of a world's money from one life to the next. */
export interface MoneyEngine {
  begin(): Promise<MoneyLife>;
  /** Removes the world's files and databases. */
  remove(): void;
}

export interface MoneySettings {
  readonly clock: Clock;
  readonly rules: Partial<MoneyRules>;
  /** A commit that throws is the end of the process, before or after it was stored. */
  readonly faults: CommitFaults;
}

export type CreateEngine = (settings: MoneySettings) => MoneyEngine;

/** Files of SQLite in a directory of their own. */
export const createSqliteEngine: CreateEngine = ({ clock, rules, faults }) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-money-'));
  return {
    begin: async () => {
      const database = await openSqliteDatabase({ dataDir, faults });
      const list = (sql: string) => database.reader.prepare(sql).all() as never[];
      return {
        stores: openStores(database, clock, rules),
        listDeposits: () =>
          list(`SELECT id, idem, owner, micro_usd AS "microUsd", payment_id AS "paymentId" FROM deposit`),
        listReports: () => list('SELECT moved FROM reversal_report'),
        end: () => database.close(),
      };
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
};

/** Rows in memory, which outlive the lives: what was committed stays, what was not is gone. */
export const createMemoryEngine: CreateEngine = ({ clock, rules, faults }) => {
  const life = { ...openMemoryMoney(clock, rules, faults), end: async () => undefined };
  return { begin: async () => life, remove: () => undefined };
};
