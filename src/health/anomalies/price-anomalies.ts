import {
  type AnomalyRow,
  binaryAnomalies,
  eventAnomalies,
  type FeedAnomalyCode,
  mergeAnomalies,
  perpAnomalies,
  venueAnomalies,
} from '../../analytics/index.ts';
import type { BinaryTicker, VenueId } from '../../domain/index.ts';
import { type Feed, STALE_AFTER_MS, type VenueSnapshot } from '../../feed/feed.ts';

/** Impossible values in a venue's newest snapshot. Values with the same code form one row with a count. */
export interface FeedAnomaly {
  readonly severity: 'critical' | 'warning';
  readonly code: FeedAnomalyCode;
  readonly venue: VenueId;
  readonly message: string;
  /** Number of affected markets or events. Absent for an anomaly of the venue itself. */
  readonly count?: number;
}

/** Applies the rules for the feed and the rules of `analytics` for its prices to every venue. */
export function findFeedAnomalies(feed: Feed): FeedAnomaly[] {
  return feed.venues.flatMap((venue) => {
    const snapshot = feed.snapshot(venue);
    const ofVenue = snapshot && {
      ageMs: feed.ageMs(venue) ?? Number.POSITIVE_INFINITY,
      markets: snapshot.markets.length,
    };
    const rows = [
      ...venueAnomalies(ofVenue, STALE_AFTER_MS).map((code) => ({ code, venue })),
      ...(snapshot === null ? [] : findPriceAnomalies(snapshot)),
    ];
    return mergeAnomalies(rows).map(({ severity, code, count, subjects }) => ({
      severity,
      code,
      venue,
      message: formatMessage(code, venue, subjects),
      ...(subjects.length === 0 ? {} : { count }),
    }));
  });
}

function findPriceAnomalies({ venue, perps, binaries, refused }: VenueSnapshot): AnomalyRow[] {
  const rows = (codes: readonly FeedAnomalyCode[], subject: string) =>
    codes.map((code) => ({ code, venue, subject }));
  return [
    ...perps.flatMap(({ asset, markPx }) => rows(perpAnomalies(markPx), asset)),
    ...findRefusedValues(venue, refused),
    ...binaries.flatMap((ticker) => rows(findBinaryAnomalies(ticker), ticker.asset)),
    ...[...findExclusiveEvents(binaries)].flatMap(([eventKey, yesPrices]) =>
      rows(eventAnomalies(yesPrices), `event ${eventKey}`),
    ),
  ];
}

/** Finds probabilities that were refused because they are impossible, so that no ticker contains them. */
function findRefusedValues(venue: VenueId, { first, count }: VenueSnapshot['refused']): AnomalyRow[] {
  const code = 'probability_out_of_range' as const;
  const named = first.map(({ asset, member, value }) => ({
    code,
    venue,
    subject: `${asset} ${member} ${value}`,
  }));
  return count > first.length ? [...named, { code, venue, count: count - first.length }] : named;
}

function findBinaryAnomalies(ticker: BinaryTicker): FeedAnomalyCode[] {
  const { yesPrice, noPrice, yesBid, yesAsk, volume24hUsd, volume24hContracts } = ticker;
  return binaryAnomalies({
    price: yesPrice,
    no: noPrice,
    bid: yesBid,
    ask: yesAsk,
    volume24h: Math.max(volume24hUsd ?? 0, volume24hContracts ?? 0),
  });
}

/** Collects the Yes prices of the events of which at most one outcome can win. */
function findExclusiveEvents(binaries: readonly BinaryTicker[]): Map<string, number[]> {
  const events = new Map<string, number[]>();
  for (const { eventKey, exclusive, yesPrice } of binaries) {
    if (eventKey === null || exclusive !== true || yesPrice === null) continue;
    const prices = events.get(eventKey);
    if (prices === undefined) events.set(eventKey, [yesPrice]);
    else prices.push(yesPrice);
  }
  return events;
}

const ABOUT_PRICES: Partial<Record<FeedAnomalyCode, string>> = {
  non_positive_price: 'perpetual price missing or not positive',
  probability_out_of_range: 'probability outside 0 to 1',
  empty_book_half: 'price of 0.5 that stems from an empty book',
  gross_overround: 'prices of all outcomes add up to far more than 1',
};

function formatMessage(code: FeedAnomalyCode, venue: VenueId, subjects: readonly string[]): string {
  switch (code) {
    case 'venue_missing':
      return `${venue} has given no snapshot yet`;
    case 'venue_stale':
      return `the snapshot of ${venue} is older than ${STALE_AFTER_MS / 1_000} s`;
    case 'venue_empty':
      return `${venue} lists no market`;
    default:
      return `${ABOUT_PRICES[code]}: ${formatNames(subjects)}`;
  }
}

/** Formats the first names, and indicates whether there are more. */
export function formatNames(names: readonly string[]): string {
  return `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', ...' : ''}`;
}
