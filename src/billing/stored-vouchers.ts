import type { Clock, EpochMs } from '../domain/index.ts';
import type { ServiceDatabase } from '../storage/service-database.ts';
import { LedgerUnavailableError } from './ledger.ts';
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

/** A redemption whose answer was lost is asked for again at once, this often and for this long. */
const REPEAT = { attempts: 3, withinMs: 2_000 };

/** Redemptions without an answer that are remembered; beyond, the oldest is forgotten. */
const MAX_UNANSWERED = 10_000;

/** Vouchers in the service database. */
export class StoredVouchers implements Vouchers {
  readonly #options: StoredVouchersOptions;
  /** When the first request without an answer came, by code and owner: a later one may find the code redeemed by it. */
  readonly #unanswered = new Map<string, EpochMs>();

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

  async redeem(code: string, owner: string): Promise<RedeemOutcome> {
    const { ledgerDatabase, prefix, clock } = this.#options;
    const { symbols, isPlausible } = readCode(prefix, code);
    const hash = hashCode(symbols);
    const request = { hash, isPlausible, owner, now: clock() };
    const key = JSON.stringify([hash, owner]);
    const from = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const unansweredSince = this.#unanswered.get(key) ?? null;
      try {
        const outcome = await ledgerDatabase.transact(redeemVoucher, { ...request, unansweredSince });
        this.#unanswered.delete(key);
        return outcome;
      } catch (error) {
        if (!(error instanceof LedgerUnavailableError) || !error.isUnknown) throw error;
        if (unansweredSince === null) this.#remember(key, request.now);
        if (attempt >= REPEAT.attempts || performance.now() - from > REPEAT.withinMs) throw error;
      }
    }
  }

  #remember(key: string, now: EpochMs): void {
    this.#unanswered.set(key, now);
    if (this.#unanswered.size <= MAX_UNANSWERED) return;
    const [oldest] = this.#unanswered.keys();
    this.#unanswered.delete(oldest as string);
  }

  async list(limit: number) {
    const vouchers = await this.#options.queries.list(limit + 1);
    return { vouchers: vouchers.slice(0, limit), truncated: vouchers.length > limit };
  }
}
