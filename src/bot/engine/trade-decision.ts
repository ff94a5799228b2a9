import Big from 'big.js';
import { type AssetRef, KIND_TRAITS } from '../../domain/index.ts';
import type { BotConfig } from '../control/control.ts';
import type { Position } from '../positions/position.ts';
import { findExcess } from '../trade/ceilings.ts';

export type SignalDirection = 'LONG' | 'SHORT' | 'NEUTRAL';

/** The part of an asset's bundle that decides a trade. */
export interface MarketSignal {
  readonly ref: AssetRef;
  readonly direction: SignalDirection;
  /** 0 to 1. */
  readonly confidence: number;
  /** Age of the newest whole poll of the venue; null without one. */
  readonly feedAgeMs: number | null;
  /** Last price; null when the market has none. */
  readonly price: number | null;
}

/** Why nothing is traded. In order of precedence: when several apply, the first is given. */
const HOLD_REASONS = [
  'unknown_asset',
  'neutral',
  'weak_signal',
  'stale_data',
  'no_price',
  'order_open',
  'in_position',
  'above_ceiling',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** The action for one asset: none, or one order. */
export type Decision =
  | { readonly action: 'hold'; readonly reason: HoldReason }
  /** `close` first brings the position to zero, and `sizeUsd` is its worth; the other side opens a minute later. */
  | {
      readonly action: 'open' | 'close';
      readonly side: 'buy' | 'sell';
      readonly sizeUsd: number;
      readonly price: number;
    };

export interface DecisionInputs {
  readonly config: Pick<BotConfig, 'minConfidence' | 'maxStaleMs' | 'tradeSizeUsd'>;
  /** null: the asset is neither listed nor recorded. */
  readonly signal: MarketSignal | null;
  readonly position: Position;
  /** An order of the bot in this market has not ended yet. */
  readonly hasOpenOrder: boolean;
}

/** A position that cost at least this part of the trade size is not added to. */
const WHOLE_POSITION_FRAC = 0.9;

/** Decides the trade of a bot on a signal. Reads nothing and writes nothing. */
export function decideTrade({ config, signal, position, hasOpenOrder }: DecisionInputs): Decision {
  if (signal === null) return hold('unknown_asset');
  const { direction, confidence, feedAgeMs, price } = signal;
  const isBinary = KIND_TRAITS[signal.ref.kind].unit === 'probability';
  if (direction === 'NEUTRAL') return hold('neutral');
  if (confidence < config.minConfidence) return hold('weak_signal');
  if (feedAgeMs === null || feedAgeMs > config.maxStaleMs) return hold('stale_data');
  if (price === null || price <= 0 || (isBinary && price >= 1)) return hold('no_price');
  if (hasOpenOrder) return hold('order_open');

  const side = direction === 'LONG' ? 'buy' : 'sell';
  const size = new Big(position.size);
  if (!size.eq(0) && size.gt(0) === (side === 'buy')) {
    const isWhole = computeCost(position, isBinary) >= WHOLE_POSITION_FRAC * config.tradeSizeUsd * 1_000_000;
    if (isWhole) return hold('in_position');
  } else if (!size.eq(0)) {
    // Also below the venue's minimum, which does not bind a close: an order that opens the other side would leave a
    // venue that does not net with both.
    // A short position of a binary is No shares, each worth one minus the price.
    const worth = isBinary && size.lt(0) ? new Big(1).minus(price) : new Big(price);
    return { action: 'close', side, sizeUsd: size.abs().times(worth).toNumber(), price };
  }
  const sizeUsd = config.tradeSizeUsd;
  const excess = findExcess(signal.ref.kind, { side, sizeUsd, sizeShares: null, markPrice: price });
  return excess === null ? { action: 'open', side, sizeUsd, price } : hold('above_ceiling');
}

function hold(reason: HoldReason): Decision {
  return { action: 'hold', reason };
}

/** Cost of a position in micro-USD. Positions are kept in Yes terms; No shares cost one minus the price. */
function computeCost({ size, costMicroUsd }: Position, isBinary: boolean): number {
  const signed = new Big(size);
  if (!isBinary || signed.gte(0)) return costMicroUsd;
  return signed.abs().times(1_000_000).minus(costMicroUsd).toNumber();
}
