import { type Listing, quoteAt, yesPrice } from '../world/listing.ts';
import { computeOpenInterest, count, price } from './shapes.ts';

/** Times in seconds, both inclusive, and minutes of one candle. */
export interface CandleWindow {
  readonly start: number;
  readonly end: number;
  readonly minutes: number;
}

/** Candles whose period ends in the window. Without suffixes in the historical tier. */
export function candleObjects(
  listing: Listing,
  { start, end: last, minutes }: CandleWindow,
  now: number,
  isHistorical: boolean,
) {
  const width = minutes * 60_000;
  const { event, tape } = listing;
  const until = Math.min(last * 1_000, Math.ceil(Math.min(now, event.closeAt) / width) * width);
  const suffix = isHistorical ? '' : '_dollars';
  const ohlc = (values: readonly number[]) => ({
    [`open${suffix}`]: price(values[0] ?? 0),
    [`high${suffix}`]: price(Math.max(...values)),
    [`low${suffix}`]: price(Math.min(...values)),
    [`close${suffix}`]: price(values.at(-1) ?? 0),
  });
  const rows = [];
  let previous: number | null = null;
  const from = Math.max(start * 1_000, event.openAt + 1);
  for (let end = Math.ceil(from / width) * width; end <= until; end += width) {
    const open = Math.max(event.openAt, end - width);
    const close = Math.min(end, now, event.closeAt);
    const moments = [0, 0.25, 0.5, 0.75, 1].map((part) => open + part * (close - open));
    const volume = tape.volume(open, close);
    const traded = moments.map((t) => tradedPrice(listing, t));
    const quotes = moments.map((t) => quoteAt(listing, t));
    const mean = traded.reduce((sum, value) => sum + value, 0) / traded.length;
    const trades =
      volume > 0
        ? { ...ohlc(traded), [`mean${suffix}`]: price(mean) }
        : isHistorical
          ? { open: null, high: null, low: null, close: null, mean: null }
          : {};
    rows.push({
      end_period_ts: end / 1_000,
      [isHistorical ? 'open_interest' : 'open_interest_fp']: count(computeOpenInterest(listing, close)),
      [isHistorical ? 'volume' : 'volume_fp']: count(volume),
      price: {
        ...trades,
        ...(previous === null
          ? isHistorical
            ? { previous: null }
            : {}
          : { [`previous${suffix}`]: price(previous) }),
      },
      yes_bid: ohlc(quotes.map(({ bid }) => bid ?? 0)),
      yes_ask: ohlc(quotes.map(({ ask }) => ask ?? 1)),
    });
    if (volume > 0) previous = traded.at(-1) ?? null;
  }
  return rows;
}

/** Rounds a price to the nearest that a trade can have: one tick from either end at least. */
function tradedPrice(listing: Listing, t: number): number {
  const { tick } = listing;
  return Math.max(tick, Math.min(1 - tick, Math.round(yesPrice(listing, t) / tick) * tick));
}
