import type { Clock, EpochMs } from '../../../domain/index.ts';
import type { SqliteServiceDatabase } from '../../../storage/sqlite/sqlite-service-database.ts';
import type { SqliteLedger } from '../../sqlite/sqlite-ledger.ts';
import type { Arrival, Deposit, DepositLimits, ProviderId, RecordedDeposit } from '../deposit.ts';
import type { DepositPage, DepositQuery, Deposits, DepositsInReview } from '../deposits.ts';
import { recordProcedure } from './procedures.ts';
import { DEPOSIT_COLUMNS, type DepositRow, findDepositRow, toDeposit } from './rows.ts';

export interface SqliteDepositsOptions {
  readonly database: SqliteServiceDatabase;
  readonly ledger: SqliteLedger;
  readonly limits: DepositLimits;
  readonly clock: Clock;
}

/** Deposits in the service database. */
export class SqliteDeposits implements Deposits {
  readonly #options: SqliteDepositsOptions;

  constructor(options: SqliteDepositsOptions) {
    this.#options = options;
  }

  record(arrival: Arrival): Promise<RecordedDeposit> {
    const { ledger, limits, clock } = this.#options;
    return ledger.transact(recordProcedure, { arrival, limits, now: clock() });
  }

  async list({ state, owner, limit, cursor }: DepositQuery): Promise<DepositPage | null> {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(cursor);
    if (before === null) return null;
    // One statement for each set of filters, so that each walks its own index.
    const filters = [
      ...(state === undefined ? [] : [{ sql: 'state = ?', value: state }]),
      ...(owner === undefined ? [] : [{ sql: 'owner = ?', value: owner }]),
    ];
    const where = filters.map(({ sql }) => `${sql} AND `).join('');
    const rows = this.#options.database.reads
      .get(`SELECT ${DEPOSIT_COLUMNS} FROM deposit WHERE ${where}seq < ? ORDER BY seq DESC LIMIT ?`)
      .all(...filters.map(({ value }) => value), before, limit + 1) as unknown as DepositRow[];
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      deposits: page.map(toDeposit),
      nextCursor: rows.length > limit && last !== undefined ? `d${last.seq.toString(36)}` : null,
    };
  }

  async find(id: string): Promise<Deposit | null> {
    const row = findDepositRow(this.#options.database.reads, id);
    return row === null ? null : toDeposit(row);
  }

  async firstAt(provider: ProviderId): Promise<EpochMs | null> {
    const { at } = this.#options.database.reads
      .get('SELECT MIN(created_at) AS at FROM deposit WHERE scope = ?')
      .get(`wh:${provider}`) as { at: EpochMs | null };
    return at;
  }

  async inReview(): Promise<DepositsInReview> {
    const count = (state: string) => {
      const { n } = this.#options.database.reads
        .get('SELECT COUNT(*) AS n FROM deposit WHERE state = ?')
        .get(state) as { n: number };
      return n;
    };
    return { held: count('held'), unattributed: count('unattributed') };
  }
}

function readCursor(text: string): number | null {
  if (!/^d[0-9a-z]{1,11}$/.test(text)) return null;
  const seq = Number.parseInt(text.slice(1), 36);
  return Number.isSafeInteger(seq) ? seq : null;
}
