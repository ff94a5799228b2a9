import {
  DAY_MS,
  type EpochMs,
  epochMs,
  type Gap,
  type MarketState,
  type VenuePoll,
} from '../domain/index.ts';

/** State of one series that the recorder keeps between polls. */
export interface Track {
  asset: string;
  lastT: EpochMs;
  /** Price of the newest record; null: only the store knows it, or there is none. */
  lastP: number | null;
  volumeCounter: number | null;
  /** Time at which a poll last gave a price. */
  pricedAt: EpochMs;
  listed: boolean;
  /** End of trading as the venue last stated it; null: the venue states none. */
  endsAt: EpochMs | null;
  openGap: Gap | null;
}

/**
 * Time without a listing after which an asset is forgotten. Otherwise markets that roll every quarter of an hour would
 * accumulate.
 */
const FORGOTTEN_AFTER_MS = 7 * DAY_MS;
/** Maximum number of unlisted assets of a venue. Beyond it, those that left first are forgotten sooner. */
const MAX_UNLISTED = 20_000;

const NO_PRICE = 'no price on the venue';
const NOT_LISTED = 'not in the list of the venue';
const BEYOND_LIMIT = 'listed by the venue, below our own limit of markets';
const WITHHELD = {
  side_disputed: 'the sources of the venue differ on which side is Yes',
  price_held: 'the price moved as no market does, and no second source agrees',
} as const;

/** Notes a price in the track of its series, which ends an open gap. */
export function rememberPrice(
  series: Map<string, Track>,
  poll: VenuePoll,
  market: MarketState,
  t: EpochMs,
): void {
  const { storeKey, asset } = market.ref;
  const endsAt = findEnd(market);
  const track = series.get(storeKey);
  if (track === undefined) {
    series.set(storeKey, {
      asset,
      lastT: t,
      lastP: market.price,
      volumeCounter: market.volumeCounter,
      pricedAt: poll.receivedAt,
      listed: true,
      endsAt,
      openGap: null,
    });
    return;
  }
  track.lastT = t;
  track.lastP = market.price;
  track.volumeCounter = market.volumeCounter;
  track.pricedAt = poll.receivedAt;
  track.listed = true;
  track.endsAt = endsAt;
  track.openGap = null;
}

/** Finds the gap that ends with this price; null unless the asset was without one for longer than `maxUnpricedMs`. */
export function findGapBefore(
  poll: VenuePoll,
  market: MarketState,
  track: Track,
  maxUnpricedMs: number,
): Gap | null {
  if (track.openGap !== null) return { ...track.openGap, toMs: poll.receivedAt };
  if (poll.receivedAt - track.pricedAt <= maxUnpricedMs) return null;
  const reason = track.listed ? NO_PRICE : NOT_LISTED;
  return {
    venue: poll.venue,
    storeKey: market.ref.storeKey,
    fromMs: track.pricedAt,
    toMs: poll.receivedAt,
    reason,
  };
}

/** Facts of a poll that explain why an asset has no price. */
export interface Absences {
  readonly poll: VenuePoll;
  /** Listed markets, by store key. */
  readonly listed: ReadonlyMap<string, MarketState>;
  readonly maxUnpricedMs: number;
}

export interface GapReview {
  /** Gaps that were opened or ended. */
  readonly changed: Gap[];
  /** Open gaps of forgotten assets. Only the store keeps them, and the return of an asset ends its gap. */
  readonly forgotten: Gap[];
}

/**
 * Forgets price and volume counter of records that were not stored. The volume of the next record could only be that
 * since this poll, not since the previous stored record.
 */
export function forgetCounters(
  series: ReadonlyMap<string, Track>,
  batch: readonly { readonly storeKey: string }[],
): void {
  for (const { storeKey } of batch) {
    const track = series.get(storeKey);
    if (track === undefined) continue;
    track.volumeCounter = null;
    track.lastP = null;
  }
}

/**
 * Opens gaps of assets without a price, whether they are listed or not: at once when the price was withheld, otherwise
 * after three intervals. A market past its stated end gets no gap, and an open one ends there. An asset that has not
 * been listed for a week is forgotten, and its gap stays open.
 */
export function reviewUnpriced(series: Map<string, Track>, absences: Absences): GapReview {
  const { poll, listed, maxUnpricedMs } = absences;
  const changed: Gap[] = [];
  const forgotten: Gap[] = [];
  let spare = series.size - listed.size - MAX_UNLISTED;
  for (const [storeKey, track] of series) {
    if (track.pricedAt === poll.receivedAt) continue;
    const market = listed.get(storeKey);
    track.listed = market !== undefined;
    if (market !== undefined) track.endsAt = findEnd(market) ?? track.endsAt;
    const unpricedMs = poll.receivedAt - track.pricedAt;
    const hasEnded = isOver(market, track, poll.receivedAt);
    if (hasEnded && track.openGap !== null) {
      const { fromMs } = track.openGap;
      const endMs = Math.max(fromMs, Math.min(track.endsAt ?? poll.receivedAt, poll.receivedAt));
      changed.push({ ...track.openGap, toMs: epochMs(endMs) });
      track.openGap = null;
    }
    const isDue = market?.withheld !== undefined || unpricedMs > maxUnpricedMs;
    if (isDue && !hasEnded && track.openGap === null) {
      const reason = findReason(absences, storeKey, market);
      track.openGap = { venue: poll.venue, storeKey, fromMs: track.pricedAt, toMs: null, reason };
      changed.push(track.openGap);
    }
    if (market !== undefined) continue;
    // Series are ordered by their first record, so that the oldest are forgotten first.
    const isTooMany = spare-- > 0;
    if (!isTooMany && unpricedMs <= FORGOTTEN_AFTER_MS) continue;
    if (track.openGap !== null) forgotten.push(track.openGap);
    series.delete(storeKey);
  }
  return { changed, forgotten };
}

function findReason({ poll }: Absences, storeKey: string, market: MarketState | undefined): string {
  if (market?.withheld !== undefined) return WITHHELD[market.withheld.code];
  if (market !== undefined) return NO_PRICE;
  return poll.isBeyondLimit?.(storeKey) === true ? BEYOND_LIMIT : NOT_LISTED;
}

/** Whether nothing more is recorded of a market: it is closed or resolved, or its stated end has passed. */
function isOver(market: MarketState | undefined, { endsAt }: Track, now: EpochMs): boolean {
  if (market?.kind === 'binary') {
    const { status } = market.ticker;
    if (status === 'closed' || status === 'resolved') return true;
  }
  return endsAt !== null && endsAt <= now;
}

function findEnd(market: MarketState): EpochMs | null {
  return market.kind === 'perp' ? null : (market.ticker.closeTime ?? market.ticker.endDate);
}
