import { type Clock, cutList } from '../../domain/index.ts';
import { repeatUnknown } from '../../storage/repeat-unknown.ts';
import type { ServiceDatabase } from '../../storage/service-database.ts';
import { mayBeStored } from '../../storage/unavailable-error.ts';
import { type IssueVouchers, issueVouchers, type Redeem, redeemVoucher } from './operations/vouchers.ts';
import { UnansweredRedemptions } from './unanswered-redemptions.ts';
import type { RedeemOutcome, VoucherRequest } from './voucher.ts';
import { generateCode, hashCode, readCode } from './voucher-code.ts';
import type { VoucherQueries } from './voucher-rows.ts';

export interface VouchersOptions {
  /** Service database wrapped by the ledger: it refuses operations while the ledger is not accepting writes. */
  readonly ledgerDatabase: ServiceDatabase;
  readonly queries: VoucherQueries;
  readonly prefix: string;
  readonly clock: Clock;
  readonly random: (count: number) => Uint8Array;
  /** Monotonic clock in ms; absent: the clock of this process. */
  readonly elapsed?: () => number;
}

/** Limits of immediate retries of a redemption whose commit answer was lost. */
const REPEAT = { attempts: 3, withinMs: 2_000 };

/**
 * Vouchers in the service database: codes of a fixed value, each valid for one redemption. Every write throws {@link
 * LedgerUnavailableError} when nothing can be stored.
 */
export class Vouchers {
  readonly #options: VouchersOptions;
  readonly #unanswered = new UnansweredRedemptions();
  readonly #elapsed: () => number;

  constructor(options: VouchersOptions) {
    this.#options = options;
    this.#elapsed = options.elapsed ?? (() => performance.now());
  }

  /** Issues all of the vouchers, or none. @returns The codes. */
  async issue(request: VoucherRequest): Promise<readonly string[]> {
    const { codes, issue } = this.prepare(request);
    await this.#options.ledgerDatabase.transact(issueVouchers, issue);
    return codes;
  }

  /** Creates codes and their rows, for an operation that stores further rows in the same transaction. */
  prepare({ microUsd, count, label, expiresAt }: VoucherRequest): {
    readonly codes: readonly string[];
    readonly issue: IssueVouchers;
  } {
    const { prefix, clock, random } = this.#options;
    const codes = Array.from({ length: count }, () => generateCode(prefix, random));
    const hashes = codes.map((code) => hashCode(readCode(prefix, code).symbols));
    return { codes, issue: { hashes, amount: microUsd, label, createdAt: clock(), expiresAt } };
  }

  /**
   * Marks the voucher as redeemed and credits the owner in one transaction. A caller who repeats the request because
   * the answer was lost gets the same result, as long as this process runs.
   */
  redeem(code: string, owner: string): Promise<RedeemOutcome> {
    const { prefix, clock } = this.#options;
    const { symbols, isPlausible } = readCode(prefix, code);
    const request = { hash: hashCode(symbols), isPlausible, owner, now: clock() };
    return repeatUnknown(() => this.#redeem(request), { ...REPEAT, elapsed: this.#elapsed });
  }

  async #redeem(request: Omit<Redeem, 'unansweredSince'>): Promise<RedeemOutcome> {
    const { hash, owner, now } = request;
    const unansweredSince = this.#unanswered.findFirst(hash, owner);
    try {
      const call = { ...request, unansweredSince };
      const outcome = await this.#options.ledgerDatabase.transact(redeemVoucher, call);
      this.#unanswered.remove(hash, owner);
      return outcome;
    } catch (error) {
      if (mayBeStored(error)) this.#unanswered.add(hash, owner, now);
      throw error;
    }
  }

  /** Lists vouchers, newest first. @param limit Maximum number of vouchers. */
  async list(limit: number) {
    const { shown, truncated } = cutList(await this.#options.queries.list(limit + 1), limit);
    return { vouchers: shown, truncated };
  }
}
