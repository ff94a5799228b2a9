import { generateBase62 } from '../../accounts/random.ts';
import { type Ledger, LedgerUnavailableError } from '../../billing/ledger/ledger.ts';
import { BOOKINGS, type Charge, type PricedUse, toCharge, toRefund } from '../../billing/prices.ts';
import { type MicroUsd, NO_MONEY, type RandomBytes, SECOND_MS } from '../../domain/index.ts';
import { BoundedMap } from '../../scheduling/bounded-map.ts';
import { createLastUsed } from '../../scheduling/last-used.ts';
import { mayBeStored } from '../../storage/unavailable-error.ts';
import { ApiError } from '../responses/errors.ts';
import { requireStore } from '../responses/store-failures.ts';
import type { Cashier } from './cashier.ts';
import type { Refund } from './gate.ts';

const ID_LENGTH = 16;
/**
 * Maximum number of remembered refunds. Beyond it, the oldest charge is never refunded, as after the end of the
 * process.
 */
const MAX_OWED_REFUNDS = 10_000;

/** Maximum number of remembered owners who could not pay. */
const MAX_SHORTAGES = 10_000;
/** Time within which a balance change by another process is noticed. */
const MAX_SHORTAGE_AGE_MS = SECOND_MS;

/** A price that an owner could not pay. */
interface Shortage {
  /** Price that was not covered, micro-USD; 0: the owner has a debt, so no price is. */
  readonly amount: MicroUsd;
  /** Debt, micro-USD; 0: the balance is too small. */
  readonly owed: MicroUsd;
  readonly balance: MicroUsd;
  /** Value of the ledger's `writes` when the balance was read. */
  readonly writes: number;
  /** Time when the balance was read, monotonic ms. */
  readonly at: number;
}

/**
 * Charges owners through the ledger. Each use has an id of its own, so connecting again is charged again.
 *
 * A charge whose commit answer was lost may be stored although the caller was told that nothing was charged. Such a
 * charge is remembered, like a refund that could not be stored, until {@link refundOwed} reaches the ledger again.
 */
export class LedgerCashier implements Cashier {
  readonly #now: () => number;
  readonly #shortages = createLastUsed<string, Shortage>(MAX_SHORTAGES);
  readonly #ledger: Ledger;
  readonly #random: RandomBytes;
  /** Charges that have to be refunded, by id. */
  readonly #owedRefunds = new BoundedMap<string, Charge>(MAX_OWED_REFUNDS);

  /** Creates a cashier. @param now Monotonic clock in ms. */
  constructor(ledger: Ledger, random: RandomBytes, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#ledger = ledger;
    this.#random = random;
  }

  async charge(owner: string, use: PricedUse, amount: MicroUsd): Promise<Refund> {
    const id = `${BOOKINGS[use].idPrefix}${generateBase62(ID_LENGTH, this.#random)}`;
    const charge = { use, owner, id, amount };
    const known = await this.#findShortage(owner);
    if (known !== null && amount >= known.amount) throw toRefusal(charge, known);
    // A debt from a refund or dispute has to be repaid first.
    const owed = await this.#ledger.readOwed(owner);
    if (owed > 0) throw await this.#refuse(charge, owed, this.#ledger.writes);
    const outcome = await requireStore(() => this.#post(charge), 'nothing was charged');
    // A write that ends after this point may change the balance that is read below.
    const { writes } = this.#ledger;
    // A claw-back may have reduced the balance since the debt was read.
    if (outcome.status === 'insufficient')
      throw await this.#refuse(charge, await this.#ledger.readOwed(owner), writes);
    if (outcome.status !== 'posted') throw new Error(`the ledger refused a charge: ${outcome.status}`);
    return () => this.#refund(charge);
  }

  /**
   * Stores the refunds that are due, oldest first.
   *
   * @throws {LedgerUnavailableError} while the ledger is not accepting writes; the remaining refunds wait for the next
   * call.
   * @throws {Error} the first other failure, after all refunds were attempted.
   */
  async refundOwed(): Promise<void> {
    const failures: unknown[] = [];
    for (const charge of [...this.#owedRefunds.values()]) {
      try {
        // The charge is posted again with the same id, so that it is certainly stored before it is refunded. A read
        // could miss a commit that is still in progress.
        const { status } = await this.#post(charge);
        if (status === 'posted' || status === 'duplicate') await this.#storeRefund(charge);
      } catch (error) {
        if (error instanceof LedgerUnavailableError) throw error;
        // A charge that the ledger rejects does not stop the others.
        failures.push(error);
      }
      this.#owedRefunds.delete(charge.id);
    }
    if (failures.length > 0) throw failures[0];
  }

  async #post(charge: Charge) {
    try {
      return await this.#ledger.post(toCharge(charge));
    } catch (error) {
      if (mayBeStored(error)) this.#owe(charge);
      throw error;
    }
  }

  async #refund(charge: Charge): Promise<void> {
    try {
      await this.#storeRefund(charge);
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) throw error;
      this.#owe(charge);
    }
  }

  async #storeRefund(charge: Charge): Promise<void> {
    const { status } = await this.#ledger.post(toRefund(charge));
    if (status !== 'posted' && status !== 'duplicate') {
      throw new Error(`the ledger refused the refund of ${charge.id}: ${status}`);
    }
  }

  #owe(charge: Charge): void {
    this.#owedRefunds.set(charge.id, charge);
  }

  /**
   * Remembers that an owner cannot pay, so that the owner's next charges are refused without a ledger write.
   *
   * @param owed Debt of the owner, micro-USD; 0: the balance is too small.
   * @param writes Value of the ledger's `writes` before the balance was read.
   */
  async #refuse(charge: Charge, owed: MicroUsd, writes: number): Promise<ApiError> {
    const { owner, amount } = charge;
    const { microUsd: balance } = await this.#ledger.readBalance(owner);
    const shortage = { amount: owed > 0 ? NO_MONEY : amount, owed, balance, writes, at: this.#now() };
    this.#shortages.set(owner, shortage);
    return toRefusal(charge, shortage);
  }

  /**
   * Finds the known shortage of an owner who could not pay. The balance is read again after any write of this process,
   * and after a second because other processes write too. A read does not wait for other writes as a charge would.
   *
   * @returns null: no shortage is known, or the owner can pay now.
   */
  async #findShortage(owner: string): Promise<Shortage | null> {
    const known = this.#shortages.get(owner);
    if (known === undefined) return null;
    const { writes } = this.#ledger;
    if (known.writes === writes && this.#now() - known.at < MAX_SHORTAGE_AGE_MS) return known;
    const [owed, { microUsd: balance, heldMicroUsd }] = await Promise.all([
      this.#ledger.readOwed(owner),
      this.#ledger.readBalance(owner),
    ]);
    if (owed === 0 && (known.owed > 0 || balance - heldMicroUsd >= known.amount)) {
      this.#shortages.delete(owner);
      return null;
    }
    const amount = owed > 0 ? NO_MONEY : known.amount;
    const shortage = { amount, owed, balance, writes, at: this.#now() };
    this.#shortages.set(owner, shortage);
    return shortage;
  }
}

function toRefusal({ use, amount }: Charge, { owed, balance }: Shortage): ApiError {
  const message = `the ${BOOKINGS[use].noun} costs ${amount} micro-USD and the balance does not cover it`;
  return createBalanceError(message, owed, { priceMicroUsd: amount, balanceMicroUsd: balance });
}

/**
 * Creates the error 402 for a price that is not covered.
 *
 * @param message Text for an owner without debts. For an owner with a debt, the text states the debt, because a deposit
 * repays it before anything can be bought.
 */
export function createBalanceError(
  message: string,
  owed: MicroUsd,
  extra: Readonly<Record<string, unknown>>,
): ApiError {
  const isOwing = owed > 0;
  return new ApiError(
    'insufficient_balance',
    isOwing
      ? `the account owes ${owed} micro-USD after a refund or dispute; deposits repay it first`
      : message,
    { extra: { ...extra, ...(isOwing ? { reason: 'owes', owedMicroUsd: owed } : {}) } },
  );
}
