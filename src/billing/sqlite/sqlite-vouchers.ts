import type { Clock } from '../../domain/index.ts';
import type { SqliteServiceDatabase } from '../../storage/sqlite/sqlite-service-database.ts';
import { generateCode, hashCode, readCode } from '../voucher-code.ts';
import type { RedeemOutcome, VoucherRecord, VoucherRequest, Vouchers } from '../vouchers.ts';
import type { SqliteLedger } from './sqlite-ledger.ts';
import { issueVouchersProcedure, redeemProcedure } from './voucher-procedures.ts';

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

  async issue({ microUsd, count, label, expiresAt }: VoucherRequest): Promise<readonly string[]> {
    const { ledger, prefix, clock, random } = this.#options;
    const codes = Array.from({ length: count }, () => generateCode(prefix, random));
    await ledger.transact(issueVouchersProcedure, {
      hashes: codes.map((code) => hashCode(readCode(prefix, code).symbols)),
      amount: microUsd,
      label,
      createdAt: clock(),
      expiresAt,
    });
    return codes;
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
