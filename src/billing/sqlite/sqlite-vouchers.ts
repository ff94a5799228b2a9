import type { Clock } from '../../domain/index.ts';
import type { SqliteServiceDatabase } from '../../storage/sqlite/sqlite-service-database.ts';
import { generateCode, hashCode, readCode } from '../voucher-code.ts';
import type { RedeemOutcome, VoucherRecord, VoucherRequest, Vouchers } from '../vouchers.ts';
import type { SqliteLedger } from './sqlite-ledger.ts';
import { type IssueVouchers, issueVouchersProcedure, redeemProcedure } from './voucher-procedures.ts';

export interface SqliteVouchersOptions {
  readonly database: SqliteServiceDatabase;
  readonly ledger: SqliteLedger;
  readonly prefix: string;
  readonly clock: Clock;
  readonly random: (count: number) => Uint8Array;
}

/** Vouchers in the service database. */
export class SqliteVouchers implements Vouchers {
  readonly #options: SqliteVouchersOptions;

  constructor(options: SqliteVouchersOptions) {
    this.#options = options;
  }

  async issue(request: VoucherRequest): Promise<readonly string[]> {
    const { codes, issue } = this.prepare(request);
    await this.#options.ledger.transact(issueVouchersProcedure, issue);
    return codes;
  }

  /** Codes, and what is stored of them: for a procedure that stores more beside them. */
  prepare({ microUsd, count, label, expiresAt }: VoucherRequest): {
    readonly codes: readonly string[];
    readonly issue: IssueVouchers;
  } {
    const { prefix, clock, random } = this.#options;
    const codes = Array.from({ length: count }, () => generateCode(prefix, random));
    const hashes = codes.map((code) => hashCode(readCode(prefix, code).symbols));
    return { codes, issue: { hashes, amount: microUsd, label, createdAt: clock(), expiresAt } };
  }

  redeem(code: string, owner: string): Promise<RedeemOutcome> {
    const { ledger, prefix, clock } = this.#options;
    const { symbols, isPlausible } = readCode(prefix, code);
    return ledger.transact(redeemProcedure, { hash: hashCode(symbols), isPlausible, owner, now: clock() });
  }

  async list(limit: number) {
    const rows = this.#options.database.reads
      .get(
        `SELECT hash, amount AS microUsd, label, created_at AS createdAt, expires_at AS expiresAt,
           redeemed_at AS redeemedAt, redeemed_by AS redeemedBy
         FROM voucher ORDER BY created_at DESC, hash DESC LIMIT ?`,
      )
      .all(limit + 1) as unknown as VoucherRecord[];
    return { vouchers: rows.slice(0, limit), truncated: rows.length > limit };
  }
}
