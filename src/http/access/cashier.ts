import type { PricedUse } from '../../billing/prices.ts';
import type { MicroUsd } from '../../domain/index.ts';
import type { Refund } from './gate.ts';

/** Charges owners for priced uses. */
export interface Cashier {
  /**
   * Charges an owner.
   *
   * @returns A function that refunds the charge.
   * @throws {ApiError} 402 `insufficient_balance`, 503 `ledger_unavailable`; nothing is charged then.
   */
  charge(owner: string, use: PricedUse, amount: MicroUsd): Promise<Refund>;
}
