import type { Clock } from '../domain/index.ts';
import type { ServiceDatabase } from '../storage/service-database.ts';
import { type IssueVouchers, issueVouchers, redeemVoucher } from './operations/vouchers.ts';
import { generateCode, hashCode, readCode } from './voucher-code.ts';
import type { VoucherQueries } from './voucher-rows.ts';
import type { RedeemOutcome, VoucherRequest, Vouchers } from './vouchers.ts';

export interface StoredVouchersOptions {
  /** The service database behind the ledger: refuses operations while the ledger is not accepting writes. */
  readonly ledgerDatabase: ServiceDatabase;
  readonly queries: VoucherQueries;
  readonly prefix: string;
  readonly clock: Clock;
  readonly random: (count: number) => Uint8Array;
}

/** Vouchers in the service database. */
export class StoredVouchers implements Vouchers {
  readonly #options: StoredVouchersOptions;

  constructor(options: StoredVouchersOptions) {
    this.#options = options;
  }

  async issue(request: VoucherRequest): Promise<readonly string[]> {
    const { codes, issue } = this.prepare(request);
    await this.#options.ledgerDatabase.transact(issueVouchers, issue);
    return codes;
  }

  /** Codes, and what is stored of them: for an operation that stores more beside them. */
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
    const { ledgerDatabase, prefix, clock } = this.#options;
    const { symbols, isPlausible } = readCode(prefix, code);
    return ledgerDatabase.transact(redeemVoucher, {
      hash: hashCode(symbols),
      isPlausible,
      owner,
      now: clock(),
    });
  }

  async list(limit: number) {
    const vouchers = await this.#options.queries.list(limit + 1);
    return { vouchers: vouchers.slice(0, limit), truncated: vouchers.length > limit };
  }
}
