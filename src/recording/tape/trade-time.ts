import { DAY_MS, MINUTE_MS, type TradeSource, type VenueTrade } from '../../domain/index.ts';

/** A venue's time later than ours by more than this is no time. */
const MAX_AHEAD_MS = MINUTE_MS;
/** A trade that is older than this at its receipt was not sent as it happened. */
const MAX_LATE_MS = MINUTE_MS;
/** A trade that is older than this at its receipt is not stored. */
const MAX_AGE_MS = 7 * DAY_MS;

/** Time that orders a trade, and how it is said to have come. */
export interface TradeTime {
  /** Epoch ms. */
  readonly t: number;
  readonly source: TradeSource;
  /** The venue stated a time that is none. */
  readonly isTimeRefused: boolean;
}

/**
 * Decides the time of a trade: the venue's, or ours where the venue states none, one ahead of ours, or one before it opened.
 *
 * @param place.openedMs Moment before which the venue has no record, epoch ms.
 * @param place.nowMs Our clock, for a trade without a time of receipt.
 * @returns null: it is too old to be stored.
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
