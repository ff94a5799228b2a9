import Big from 'big.js';
import { type AssetRef, type EpochMs, KIND_TRAITS, type VenueId } from '../../domain/index.ts';
import type { BotConfig } from '../control/control.ts';
import type { Position } from '../positions/position.ts';
import { findExcess } from '../trade/ceilings.ts';

export type SignalDirection = 'LONG' | 'SHORT' | 'NEUTRAL';

/** What the bundle of an asset says, as far as it decides a trade. */
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

export type Choice =
  | { readonly action: 'hold'; readonly reason: HoldReason }
  /** `close` brings the position to zero first, whose worth `sizeUsd` is; what the signal asks for opens a minute later. */
  | {
      readonly action: 'open' | 'close';
      readonly side: 'buy' | 'sell';
      readonly sizeUsd: number;
      readonly price: number;
    };

/** A choice, and what came of it. */
export interface Decision {
  readonly t: EpochMs;
  readonly venue: VenueId;
  readonly asset: string;
  readonly direction: SignalDirection | null;
  readonly confidence: number | null;
  readonly action: Choice['action'];
  readonly side: 'buy' | 'sell' | null;
  readonly sizeUsd: number | null;
  readonly price: number | null;
  /** Of the order that was asked for; null: none was. */
  readonly clientOrderId: string | null;
  /** What came of the order, as a trade's `outcome.status`; `failed`: a fault of the service. null: none was asked for. */
  readonly status: DecisionStatus | null;
  /** Why nothing was traded; null where something was. */
  readonly reason: string | null;
}

export const DECISION_STATUSES = [
  'filled',
  'resting',
  'rejected',
  'duplicate',
  'killed',
  'insufficient_balance',
  'failed',
] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];

export interface ChoiceInputs {
  readonly config: Pick<BotConfig, 'minConfidence' | 'maxStaleMs' | 'tradeSizeUsd'>;
  /** null: nobody lists or records the asset. */
  readonly signal: MarketSignal | null;
  readonly position: Position;
  /** An order of the bot in this market has not ended yet. */
  readonly hasOpenOrder: boolean;
  /** The smallest order that the venue takes. */
  readonly minUsd: number;
}

/** A position that cost this part of the trade size is a whole one. */
const WHOLE_POSITION_FRAC = 0.9;

/** Decides what a signal makes a bot do. Reads nothing and writes nothing. */
export function choose({ config, signal, position, hasOpenOrder, minUsd }: ChoiceInputs): Choice {
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
    // A short position of a binary is No shares, each worth one minus the price.
    const worth = isBinary && size.lt(0) ? new Big(1).minus(price) : new Big(price);
    const sizeUsd = size.abs().times(worth).toNumber();
    // What is too small for an order of its own is closed by the one that opens the other side.
    if (sizeUsd >= minUsd) return { action: 'close', side, sizeUsd, price };
  }
  const sizeUsd = config.tradeSizeUsd;
  const excess = findExcess(signal.ref.kind, { side, sizeUsd, sizeShares: null, markPrice: price });
  return excess === null ? { action: 'open', side, sizeUsd, price } : hold('above_ceiling');
}

function hold(reason: HoldReason): Choice {
  return { action: 'hold', reason };
}

/** What a position cost, in millionths of a US dollar. Positions are kept in Yes terms; No shares cost one minus that. */
function computeCost({ size, costMicroUsd }: Position, isBinary: boolean): number {
  const signed = new Big(size);
  if (!isBinary || signed.gte(0)) return costMicroUsd;
  return signed.abs().times(1_000_000).minus(costMicroUsd).toNumber();
}
