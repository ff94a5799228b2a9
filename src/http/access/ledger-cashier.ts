import { generateBase62 } from '../../accounts/random.ts';
import { type Ledger, LedgerUnavailableError } from '../../billing/ledger.ts';
import { BOOKINGS, type Charge, type PricedUse, toCharge, toRefund } from '../../billing/prices.ts';
import type { MicroUsd, RandomBytes } from '../../domain/index.ts';
import { mayBeStored } from '../../storage/unavailable-error.ts';
import { ApiError } from '../responses/errors.ts';
import { requireStore } from '../responses/store-failures.ts';
import type { Cashier } from './account-gate.ts';
import type { Refund } from './gate.ts';

const ID_LENGTH = 16;
/** Charges that wait to be refunded; beyond it the oldest stays charged, as those of a process that dies. */
const MAX_OWED_REFUNDS = 10_000;

/**
 * Charges the ledger. Each use has an id of its own: connecting again costs again.
 *
 * A charge whose answer was lost may be stored although its caller was told that nothing was charged. It is remembered,
 * like a refund that could not be stored, until {@link refundOwed} finds the ledger again.
 */
export class LedgerCashier implements Cashier {
  readonly #ledger: Ledger;
  readonly #random: RandomBytes;
  /** By id. */
  readonly #owedRefunds = new Map<string, Charge>();

  constructor(ledger: Ledger, random: RandomBytes) {
    this.#ledger = ledger;
    this.#random = random;
  }

  async charge(owner: string, use: PricedUse, amount: MicroUsd): Promise<Refund> {
    const id = `${BOOKINGS[use].idPrefix}${generateBase62(ID_LENGTH, this.#random)}`;
    const charge = { use, owner, id, amount };
    // A debt after a refund or dispute is repaid first.
    const owed = await this.#ledger.readOwed(owner);
    if (owed > 0) throw await this.#refuse(charge, owed);
    const outcome = await requireStore(() => this.#post(charge), 'nothing was charged');
    // The refund that took the balance may have come in between.
    if (outcome.status === 'insufficient')
      throw await this.#refuse(charge, await this.#ledger.readOwed(owner));
    if (outcome.status !== 'posted') throw new Error(`a charge was ${outcome.status}`);
    return () => this.#refund(charge);
  }

  /**
   * Makes the refunds that are due, oldest first.
   *
   * @throws {LedgerUnavailableError} while the ledger is not accepting writes; the rest waits for the next call. Any
   *   other
   * error is that of a charge that the ledger rejects, after the others were settled.
   */
  async refundOwed(): Promise<void> {
    const failures: unknown[] = [];
    for (const charge of [...this.#owedRefunds.values()]) {
      try {
        // The same id again: it was stored before or is stored now. Reading would not wait for a commit that is still on its way.
        const { status } = await this.#post(charge);
        if (status === 'posted' || status === 'duplicate') await this.#storeRefund(charge);
      } catch (error) {
        if (error instanceof LedgerUnavailableError) throw error;
        // One that the ledger rejects holds up no other.
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
      throw new Error(`a refund of ${charge.id} was ${status}`);
    }
  }

  #owe(charge: Charge): void {
    this.#owedRefunds.set(charge.id, charge);
    const [oldest] = this.#owedRefunds.keys();
    if (this.#owedRefunds.size > MAX_OWED_REFUNDS && oldest !== undefined) this.#owedRefunds.delete(oldest);
  }

  /** @param owed Debt of the owner; 0: the balance is too small. */
  async #refuse({ use, owner, amount }: Charge, owed: MicroUsd): Promise<ApiError> {
    const { microUsd: balanceMicroUsd } = await this.#ledger.readBalance(owner);
    const message = `the ${BOOKINGS[use].noun} costs ${amount} micro-USD and the balance does not cover it`;
    return createBalanceError(message, owed, { priceMicroUsd: amount, balanceMicroUsd });
  }
}

/**
 * 402 for a price that is not covered.
 *
 * @param message Text for an owner without debts. The text about a debt states its amount, because a deposit repays it
 * before anything can be bought.
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
