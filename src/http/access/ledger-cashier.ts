import { randomBase62 } from '../../accounts/random.ts';
import { ownerAccount } from '../../billing/chart.ts';
import type { Ledger } from '../../billing/ledger.ts';
import { BOOKINGS, type Booking, type PricedUse } from '../../billing/prices.ts';
import { type MicroUsd, NO_MONEY, type RandomBytes } from '../../domain/index.ts';
import { ApiError } from '../responses/errors.ts';
import { storing } from '../responses/store-failures.ts';
import type { Cashier } from './account-gate.ts';
import type { Refund } from './gate.ts';

const ID_LENGTH = 16;

/** Charges the ledger. Each use has an id of its own: connecting again costs again. */
export class LedgerCashier implements Cashier {
  readonly #ledger: Ledger;
  readonly #random: RandomBytes;

  constructor(ledger: Ledger, random: RandomBytes) {
    this.#ledger = ledger;
    this.#random = random;
  }

  async charge(owner: string, use: PricedUse, amount: MicroUsd): Promise<Refund> {
    const booking = BOOKINGS[use];
    // Whoever owes after a refund or dispute repays first.
    const owed = await this.#ledger.owed(owner);
    if (owed > 0) throw await this.#insufficient(owner, booking, amount, owed);
    const id = `${booking.idPrefix}${randomBase62(ID_LENGTH, this.#random)}`;
    const outcome = await this.#post(owner, booking, id, amount);
    if (outcome.status === 'insufficient') throw await this.#insufficient(owner, booking, amount, NO_MONEY);
    if (outcome.status !== 'posted') throw new Error(`a charge was ${outcome.status}`);
    return () => this.#refund(owner, booking, id, amount);
  }

  /** A transfer of its own: the ledger only ever grows, and the customer sees both. */
  async #refund(
    owner: string,
    { refundScope, revenue }: Booking,
    id: string,
    amount: MicroUsd,
  ): Promise<void> {
    const { status } = await this.#ledger.deposit({
      scope: refundScope,
      idem: id,
      type: 'refund',
      owner,
      src: revenue,
      amount,
      ref: id,
    });
    if (status !== 'posted' && status !== 'duplicate') throw new Error(`a refund of ${id} was ${status}`);
  }

  async #post(owner: string, { scope, type, revenue }: Booking, id: string, amount: MicroUsd) {
    const posting = { scope, idem: id, type, src: ownerAccount(owner), dst: revenue, amount, ref: id };
    return storing(() => this.#ledger.post(posting), 'nothing was charged');
  }

  async #insufficient(owner: string, { noun }: Booking, amount: MicroUsd, owed: MicroUsd): Promise<ApiError> {
    const { microUsd } = await this.#ledger.balance(owner);
    const message = `the ${noun} costs ${amount} micro-USD and the balance does not cover it`;
    return insufficientBalance(message, owed, {
      priceMicroUsd: amount,
      balanceMicroUsd: microUsd,
    });
  }
}

/**
 * 402 for a price that is not covered.
 *
 * @param message What is said of an owner without debts. For a debt the message is another one, with its amount, because a
 * deposit repays it before anything can be bought.
 */
export function insufficientBalance(
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
