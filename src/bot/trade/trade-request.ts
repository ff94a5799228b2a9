import type { AssetRef, MicroUsd } from '../../domain/index.ts';
import type { BotOrder, OrderExit } from '../orders/order.ts';

/** The bot that trades, and the owner who pays. */
export interface Trader {
  readonly botId: string;
  readonly owner: string;
}

/** An order as a caller or the engine requests it, before it has an internal id and a fee. */
export interface TradeRequest {
  readonly clientOrderId: string;
  readonly source: 'trade' | 'engine';
  readonly ref: AssetRef;
  readonly venueAsset: string;
  /** Side of the order; null: a close, whose side and size follow from the bot's open position. */
  readonly side: 'buy' | 'sell' | null;
  /** Maximum in USD that the order may move; null: it is sized in shares, or a close. */
  readonly sizeUsd: number | null;
  /** Size in shares or units of the coin; null or absent: it is sized in dollars, or a close. */
  readonly sizeShares?: number | null;
  readonly markPrice: number;
  /** Reason for which the exit watch closes the position; null or absent: the exit watch did not place the order. */
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
   * order will be accepted, when this one was refused for the moment.
   */
  | { readonly status: 'done'; readonly order: BotOrder; readonly retryAfterMs?: number };
