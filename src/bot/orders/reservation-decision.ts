import { getAvailable } from '../../billing/account-state.ts';
import { type MicroUsd, microUsd } from '../../domain/index.ts';
import type { BotOrder } from './order.ts';
import type { ReserveRefusal } from './order-store.ts';

/** An owner's money, in micro-USD. */
export interface OwnerMoney {
  readonly balance: number;
  /** Set aside by pending holds. */
  readonly held: number;
  /** Debts after refunds. */
  readonly owed: number;
}

export interface ReservationFacts {
  /** The order that has the same client order id; null: none. */
  readonly earlier: BotOrder | null;
  readonly isHalted: boolean;
  /** null: the order has no fee. */
  readonly money: OwnerMoney | null;
}

export type ReservationDecision = ReserveRefusal | { readonly status: 'reserve' };

/**
 * Decides whether an order can be stored and its fee set aside. An owner in debt is refused even when enough is available.
 * Writes nothing.
 */
export function decideReservation(
  feeMicroUsd: MicroUsd,
  { earlier, isHalted, money }: ReservationFacts,
): ReservationDecision {
  if (earlier !== null) return { status: 'duplicate', order: earlier };
  if (isHalted) return { status: 'killed' };
  if (money === null) return { status: 'reserve' };
  const { balance, owed } = money;
  const available = getAvailable(money);
  if (owed === 0 && available >= feeMicroUsd) return { status: 'reserve' };
  return { status: 'insufficient', balance: microUsd(balance), available, owed: microUsd(owed) };
}
