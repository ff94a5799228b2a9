import type { AssetRef, MicroUsd } from '../../domain/index.ts';
import type { BotOrder, OrderExit } from '../orders/order.ts';

/** The bot that trades, and the owner who pays. */
export interface Trader {
  readonly botId: string;
  readonly owner: string;
}

/** An order as a caller or the engine requests it: without a size in shares, a fee or an internal id. */
export interface TradeRequest {
  readonly clientOrderId: string;
  readonly source: 'trade' | 'engine';
  readonly ref: AssetRef;
  readonly venueAsset: string;
  /** Side of the order; null: a close, whose side and size follow from the bot's open position. */
  readonly side: 'buy' | 'sell' | null;
  /** Most money that the order may move; null: sized in shares, or a close. */
  readonly sizeUsd: number | null;
  /** Size in shares or units of the coin; null or absent: sized in dollars, or a close. */
  readonly sizeShares?: number | null;
  readonly markPrice: number;
  /** Reason for which the exit watch closes the position; null or absent: the exit watch did not decide it. */
  readonly exit?: OrderExit | null;
}

export type TradeOutcome =
  | { readonly status: 'duplicate'; readonly order: BotOrder }
  | { readonly status: 'halted' }
  /** The engine has placed as many orders within a minute as the bot allows, and nothing was stored. */
  | { readonly status: 'busy' }
  | {
      readonly status: 'insufficient_balance';
      readonly balance: MicroUsd;
      readonly available: MicroUsd;
      /** Micro-USD that the owner owes after a refund; above 0 the owner cannot trade until the debt is repaid. */
      readonly owed: MicroUsd;
    }
  /**
   * The order after its venue's first answer; `order.state` can still change. `retryAfterMs`: time after which another
   * order has room, where this one was refused for now.
   */
  | { readonly status: 'done'; readonly order: BotOrder; readonly retryAfterMs?: number };
