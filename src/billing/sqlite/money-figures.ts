import type { Clock, EpochMs } from '../../domain/index.ts';
import type { SqliteServiceDatabase } from '../../storage/sqlite/sqlite-service-database.ts';
import type { DepositState } from '../deposits/deposit.ts';
import type { EntryType } from '../ledger.ts';
import type { CountAndSum, MoneyFigures, WaitingDeposits } from '../money-figures.ts';

/** Sums are read as floating point: beyond 2^53 they are rounded, where an integer would end every scrape. */
interface SumRow {
  readonly n: number;
  readonly sum: number;
}

/** Reads figures of money from the service database. Each read follows indexes; only new transfers are counted. */
export class SqliteMoneyFigures {
  readonly #database: SqliteServiceDatabase;
  readonly #clock: Clock;
  readonly #posted = new Map<EntryType, CountAndSum>();
  /** Transfers up to this one are in {@link #posted}, or older than the process. */
  #countedTo: number;

  constructor(database: SqliteServiceDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#countedTo = this.#lastTransfer();
  }

  async read(): Promise<MoneyFigures> {
    this.#countPosted();
    return {
      posted: new Map(this.#posted),
      held: this.#readWaiting('held'),
      unattributed: this.#readWaiting('unattributed'),
      debts: this.#readSum(
        `SELECT COUNT(*) AS n, TOTAL(-balance) AS sum FROM account
         WHERE id >= 'receivable:' AND id < 'receivable;' AND balance < 0`,
      ),
      openVouchers: this.#readSum(
        `SELECT COUNT(*) AS n, TOTAL(amount) AS sum FROM (
           SELECT amount FROM voucher WHERE redeemed_at IS NULL AND expires_at IS NULL
           UNION ALL
           SELECT amount FROM voucher WHERE redeemed_at IS NULL AND expires_at > ?
         )`,
        this.#clock(),
      ),
      wholeAuditAt: this.#readWholeAudit(),
    };
  }

  #countPosted(): void {
    const last = this.#lastTransfer();
    const rows = this.#database.reads
      .get(
        `SELECT type, COUNT(*) AS n, TOTAL(amount) AS sum FROM transfer WHERE id > ? AND id <= ? GROUP BY type`,
      )
      .all(this.#countedTo, last) as unknown as (SumRow & { type: EntryType })[];
    for (const { type, n, sum } of rows) {
      const before = this.#posted.get(type);
      this.#posted.set(type, {
        count: (before?.count ?? 0) + n,
        microUsd: (before?.microUsd ?? 0) + sum,
      });
    }
    this.#countedTo = last;
  }

  #readWaiting(state: DepositState): WaitingDeposits {
    const row = this.#database.reads
      .get(
        `SELECT COUNT(*) AS n, TOTAL(micro_usd - taken_back) AS sum, MIN(created_at) AS oldestAt
         FROM deposit WHERE state = ?`,
      )
      .get(state) as unknown as SumRow & { oldestAt: EpochMs | null };
    return { ...toCountAndSum(row), oldestAt: row.oldestAt };
  }

  #readSum(sql: string, ...values: number[]): CountAndSum {
    return toCountAndSum(this.#database.reads.get(sql).get(...values) as unknown as SumRow);
  }

  #readWholeAudit(): EpochMs | null {
    const row = this.#database.reads.get('SELECT MAX(at) AS at FROM ledger_audit WHERE whole = 1').get();
    return (row?.at ?? null) as EpochMs | null;
  }

  #lastTransfer(): number {
    return Number(this.#database.reads.get('SELECT COALESCE(MAX(id), 0) AS id FROM transfer').get()?.id);
  }
}

function toCountAndSum({ n, sum }: SumRow): CountAndSum {
  return { count: n, microUsd: sum };
}
