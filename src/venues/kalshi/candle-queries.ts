import type { EpochMs } from '../../domain/index.ts';

const CANDLES_PER_CALL = 4_500;
const HOUR_S = 3_600;

/** Window of the starts of candles or the times of trades, both ends inclusive. */
export interface CandleWindow {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

/**
 * Yields queries for the candles of a window. The venue takes the ends of candles, in seconds, and rejects queries for
 * more than 5,000 candles.
 */
export function* candleQueries({ fromMs, toMs }: CandleWindow): Generator<string> {
  const lastEnd = Math.floor(toMs / 1_000) + HOUR_S;
  const span = CANDLES_PER_CALL * HOUR_S;
  for (let start = Math.ceil(fromMs / 1_000) + HOUR_S; start <= lastEnd; start += span) {
    const end = Math.min(lastEnd, start + span - 1);
    yield new URLSearchParams({
      start_ts: String(start),
      end_ts: String(end),
      period_interval: '60',
    }).toString();
  }
}
