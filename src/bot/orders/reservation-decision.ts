import { getAvailable } from '../../billing/ledger/account-state.ts';
import type { MicroUsd } from '../../domain/index.ts';
import type { OpeningDecision } from '../limits/opening-decision.ts';
import type { BotOrder } from './order.ts';
import type { ReserveRefusal } from './order-store.ts';

/** An owner's money. */
export interface OwnerMoney {
  readonly balance: MicroUsd;
  /** Amount that pending holds have set aside. */
  readonly held: MicroUsd;
  /** Debts of the owner, which refunds have left. */
  readonly owed: MicroUsd;
}

export interface ReservationFacts {
  /** Earlier order of the bot with the same client order id; null: none. */
  readonly earlier: BotOrder | null;
  /** Whether all trading of the bot is halted. */
  readonly isHalted: boolean;
  /** Balance and debt of the owner; null: the order has no fee. */
  readonly money: OwnerMoney | null;
  /** Whether the order closes a position. A close never fails because of its fee, which becomes a debt instead. */
  readonly isClose: boolean;
  /** Whether the engine has placed as many orders within a minute as the bot allows. */
  readonly isBusy: boolean;
  readonly opening: OpeningDecision;
}

export type ReservationDecision =
  | ReserveRefusal
  /**
   * The order can be stored. `isOnDebt`: no fee is set aside; at the first fill, the part that the balance lacks
   * becomes a debt.
   */
  | {
      readonly status: 'reserve';
      readonly isOnDebt: boolean;
      readonly opening: Exclude<OpeningDecision, { readonly kind: 'halted' }>;
    };

/**
 * Decides whether an order can be stored and its fee set aside. An owner with a debt is refused, even with enough free
 * balance. Pure.
 */
export function decideReservation(
  feeMicroUsd: MicroUsd,
  { earlier, isHalted, money, isClose, isBusy, opening }: ReservationFacts,
): ReservationDecision {
  if (earlier !== null) return { status: 'duplicate', order: earlier };
  if (isHalted || opening.kind === 'halted') return { status: 'halted' };
  if (isBusy) return { status: 'busy' };
  if (money === null) return { status: 'reserve', isOnDebt: false, opening };
  const { balance, owed } = money;
  const available = getAvailable(money);
  if (owed === 0 && available >= feeMicroUsd) return { status: 'reserve', isOnDebt: false, opening };
  if (isClose) return { status: 'reserve', isOnDebt: true, opening };
  return { status: 'insufficient', balance, available, owed };
}
