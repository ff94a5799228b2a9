import Big from 'big.js';
import { type AssetRef, type EpochMs, KIND_TRAITS, MICRO_PER_USD } from '../../domain/index.ts';
import type { BotConfig } from '../control/control.ts';
import { computeSpreadPct, type Quote } from '../exits/quote.ts';
import { isDust } from '../positions/dust.ts';
import { FLAT, type Position } from '../positions/position.ts';
import { findExcess } from '../trade/ceilings.ts';

export type SignalDirection = 'LONG' | 'SHORT' | 'NEUTRAL';

/** Members of an asset's bundle on which the engine decides. */
export interface MarketSignal {
  readonly ref: AssetRef;
  readonly direction: SignalDirection;
  /** Confidence of the signal: 0 to 1. */
  readonly confidence: number;
  /** Age of the venue's newest complete poll; null: there was none. */
  readonly feedAgeMs: number | null;
  /** Last price; null when the market has none. */
  readonly price: number | null;
  /** Current quote of the asset; null: not listed. Absent: not known, so the last price counts for both sides. */
  readonly quote?: Quote | null;
}

/** Reasons for which nothing is traded, in order of precedence: when several apply, the first is given. */
const HOLD_REASONS = [
  'unknown_asset',
  'neutral',
  'weak_signal',
  'stale_data',
  'market_closed',
  'no_price',
  'order_open',
  'dust',
  'in_position',
  'halt',
  'ends_soon',
  'wide_spread',
  'above_ceiling',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Action for one asset: none, or one order. */
export type Decision =
  | { readonly action: 'hold'; readonly reason: HoldReason }
  /**
   * An order. `close` closes the position, and `sizeUsd` is its value; a position on the other side is opened a minute
   * later.
   */
  | {
      readonly action: 'open' | 'close';
      readonly side: 'buy' | 'sell';
      readonly sizeUsd: number;
      readonly price: number;
    };

export interface DecisionInputs {
  readonly config: Pick<
    BotConfig,
    'minConfidence' | 'maxStaleMs' | 'tradeSizeUsd' | 'onNeutral' | 'maxSpreadPct' | 'closeBeforeEndMs'
  >;
  /** Signal of the asset; null: the asset is neither listed nor recorded. */
  readonly signal: MarketSignal | null;
  readonly position: Position;
  /** Whether an order of the bot in this market has not ended yet. */
  readonly hasOpenOrder: boolean;
  /**
   * Whether nothing may be opened: openings are halted, everything is being closed, or the day's loss has reached its
   * limit.
   */
  readonly isOpeningHalted: boolean;
  readonly now: EpochMs;
}

/** Part of the trade size from which a position counts as whole and is not increased. */
const WHOLE_POSITION_FRAC = 0.9;

/** Decides the trade of a bot in one asset by the asset's signal. Pure. */
export function decideTrade(inputs: DecisionInputs): Decision {
  const { config, signal, hasOpenOrder } = inputs;
  if (signal === null) return hold('unknown_asset');
  const { direction, confidence, feedAgeMs, quote } = signal;
  // A position below one lot does not count as open: no order can close it, and it must not keep a new one from being
  // opened.
  const hasDust = isDust(inputs.position.size, quote?.lot);
  const position = hasDust ? FLAT : inputs.position;
  const size = new Big(position.size);
  const isClosing = direction === 'NEUTRAL' && config.onNeutral === 'close' && !size.eq(0);
  if (direction === 'NEUTRAL' && !isClosing)
    return hold(hasDust && config.onNeutral === 'close' ? 'dust' : 'neutral');
  if (confidence < config.minConfidence && !isClosing) return hold('weak_signal');
  if (feedAgeMs === null || feedAgeMs > config.maxStaleMs) return hold('stale_data');
  if (quote?.isOpen === false) return hold('market_closed');
  const isBuy = direction === 'NEUTRAL' ? size.lt(0) : direction === 'LONG';
  const side = isBuy ? 'buy' : 'sell';
  const isBinary = KIND_TRAITS[signal.ref.kind].unit === 'probability';
  const price = findTouch(signal, side);
  if (price === null || price <= 0 || (isBinary && price >= 1)) return hold('no_price');
  if (hasOpenOrder) return hold('order_open');

  if (!size.eq(0) && size.gt(0) !== isBuy) {
    // A position below the venue's minimum is closed too: the minimum does not bind a close, and an order that opens
    // the other side would leave a remainder.
    const worth = isBinary && size.lt(0) ? new Big(1).minus(price) : new Big(price);
    return { action: 'close', side, sizeUsd: size.abs().times(worth).toNumber(), price };
  }
  return decideOpening({ ...inputs, position }, { ...signal, price, side, isBinary });
}

/** Decides the order that opens a position, or that adds the missing part of the trade size. */
function decideOpening(
  { config, position, isOpeningHalted, now }: DecisionInputs,
  {
    ref,
    quote,
    price,
    side,
    isBinary,
  }: MarketSignal & { readonly price: number; readonly side: 'buy' | 'sell'; readonly isBinary: boolean },
): Decision {
  const cost = computeCost(position, isBinary);
  const wanted = config.tradeSizeUsd * MICRO_PER_USD;
  if (cost >= WHOLE_POSITION_FRAC * wanted) return hold('in_position');
  if (isOpeningHalted) return hold('halt');
  const endsAt = quote?.endsAt ?? null;
  if (endsAt !== null && endsAt - now <= (config.closeBeforeEndMs ?? 0)) return hold('ends_soon');
  const spread = quote === undefined || quote === null ? null : computeSpreadPct(quote);
  if (config.maxSpreadPct !== null && (spread === null || spread >= config.maxSpreadPct))
    return hold('wide_spread');
  const sizeUsd = Math.floor((wanted - cost) / MICRO_PER_CENT) / CENTS_PER_USD;
  const excess = findExcess(ref.kind, { side, sizeUsd, sizeShares: null, markPrice: price });
  return excess === null && sizeUsd > 0 ? { action: 'open', side, sizeUsd, price } : hold('above_ceiling');
}

/** Cents in a dollar: the missing part of a trade size is ordered in whole cents. */
const CENTS_PER_USD = 100;
const MICRO_PER_CENT = MICRO_PER_USD / CENTS_PER_USD;

/**
 * Finds the price at which an order of this side trades at once. Without a known quote it is the last price; null:
 * none.
 */
function findTouch({ quote, price }: MarketSignal, side: 'buy' | 'sell'): number | null {
  if (quote === undefined) return price;
  if (quote === null) return null;
  return side === 'buy' ? quote.ask : quote.bid;
}

function hold(reason: HoldReason): Decision {
  return { action: 'hold', reason };
}

/** Computes the cost of a position in micro-USD. Positions are in Yes terms, so No shares cost one minus the price. */
function computeCost({ size, costMicroUsd }: Position, isBinary: boolean): number {
  const signed = new Big(size);
  if (!isBinary || signed.gte(0)) return costMicroUsd;
  return signed.abs().times(MICRO_PER_USD).minus(costMicroUsd).toNumber();
}
