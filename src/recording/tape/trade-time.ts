import { DAY_MS, MINUTE_MS, type TradeSource, type VenueTrade } from '../../domain/index.ts';

/** Time by which a venue's time may be ahead of ours. */
const MAX_AHEAD_MS = MINUTE_MS;
/** Age at receipt above which a trade counts as sent late. */
const MAX_LATE_MS = MINUTE_MS;
/** Age at receipt above which a trade is not stored. */
const MAX_AGE_MS = 7 * DAY_MS;

/** Time by which a trade is ordered, and its source as stored. */
export interface TradeTime {
  /** Time in epoch ms. */
  readonly t: number;
  readonly source: TradeSource;
  /** Whether the venue stated an impossible time. */
  readonly isTimeRefused: boolean;
}

/**
 * Decides the time of a trade: the venue's, or ours when the venue states none, one ahead of ours, or one before it
 * opened.
 *
 * @param place.openedMs Earliest possible time of a record, in epoch ms.
 * @param place.nowMs Time by our clock, for a trade without a time of receipt.
 * @returns null: the trade is too old to be stored.
 */
export function decideTradeTime(
  { venueTime, receivedAt, source }: Pick<VenueTrade, 'venueTime' | 'receivedAt' | 'source'>,
  { openedMs, nowMs }: { readonly openedMs: number; readonly nowMs: number },
): TradeTime | null {
  const ourMs = receivedAt ?? nowMs;
  if (venueTime === null) return { t: ourMs, source, isTimeRefused: false };
  if (venueTime > ourMs + MAX_AHEAD_MS || venueTime < openedMs)
    return { t: ourMs, source, isTimeRefused: true };
  if (venueTime < ourMs - MAX_AGE_MS) return null;
  return {
    t: venueTime,
    source: venueTime < ourMs - MAX_LATE_MS ? 'backfill' : source,
    isTimeRefused: false,
  };
}
