import { type BinaryTicker, isProbability, type PerpTicker, type VenueId } from '../domain/index.ts';
import { type Feed, STALE_AFTER_MS, type VenueSnapshot } from '../feed/feed.ts';
import type { Silence } from '../feed/watchdog/silence-watchdog.ts';
import type { CorruptBlock } from '../history/history-store.ts';

export const ANOMALY_CODES = [
  'venue_missing',
  'venue_stale',
  'venue_empty',
  'stream_silent',
  'store_unavailable',
  'probability_out_of_range',
  'non_positive_price',
  'empty_book_half',
  'gross_overround',
  'low_disk',
  'corrupt_block',
] as const;
export type AnomalyCode = (typeof ANOMALY_CODES)[number];

export interface Anomaly {
  readonly severity: 'critical' | 'warning';
  readonly code: AnomalyCode;
  /** null: of the whole service. */
  readonly venue: VenueId | null;
  readonly message: string;
  /** How many markets, streams or blocks, where it is about several. */
  readonly count?: number;
}

/** Below these many free bytes the recorder may soon stop. */
const DISK_WARNING_BYTES = 2 * 1024 ** 3;
const DISK_CRITICAL_BYTES = 256 * 1024 ** 2;

const HALF_TOLERANCE = 1e-9;
const PAIR_OVERROUND = 0.15;
const OVERROUND_PER_OUTCOME = 0.03;

export interface Findings {
  readonly feed: Feed;
  /** Streams that are silent just now. */
  readonly silences: readonly Silence[];
  readonly corruptBlocks: readonly CorruptBlock[];
  /** null when the file system did not say. */
  readonly diskFreeBytes: number | null;
}

/** All that looks wrong just now; rows of one code and venue are one row with a count. */
export function findAnomalies({ feed, silences, corruptBlocks, diskFreeBytes }: Findings): Anomaly[] {
  return [
    ...feed.venues.flatMap((venue) => venueAnomalies(feed, venue)),
    ...feed.venues.flatMap((venue) => storeAnomalies(feed, venue)),
    ...silenceAnomalies(silences),
    ...corruptBlockAnomalies(corruptBlocks),
    ...diskAnomalies(diskFreeBytes),
  ];
}

function venueAnomalies(feed: Feed, venue: VenueId): Anomaly[] {
  const snapshot = feed.snapshot(venue);
  if (snapshot === null) {
    return [
      { severity: 'critical', code: 'venue_missing', venue, message: `${venue} has given no snapshot yet` },
    ];
  }
  const anomalies: Anomaly[] = [];
  if (feed.isStale(venue)) {
    const message = `the snapshot of ${venue} is older than ${STALE_AFTER_MS / 1_000} s`;
    anomalies.push({ severity: 'warning', code: 'venue_stale', venue, message });
  }
  if (snapshot.markets.length === 0) {
    anomalies.push({ severity: 'warning', code: 'venue_empty', venue, message: `${venue} lists no market` });
  }
  return [...anomalies, ...priceAnomalies(snapshot)];
}

/** Polls that readers see and that are lost to history. */
function storeAnomalies(feed: Feed, venue: VenueId): Anomaly[] {
  const { unstored } = feed.health(venue);
  if (unstored === null) return [];
  const message = `polls of ${venue} are shown and cannot be stored since ${new Date(unstored.sinceMs).toISOString()}`;
  return [{ severity: 'critical', code: 'store_unavailable', venue, message, count: unstored.count }];
}

function priceAnomalies({ venue, perps, binaries, refused }: VenueSnapshot): Anomaly[] {
  const rows: {
    code: AnomalyCode;
    severity: Anomaly['severity'];
    what: string;
    found: readonly string[];
    /** Beside those found. */
    more?: number;
  }[] = [
    {
      code: 'non_positive_price',
      severity: 'critical',
      what: 'perpetual price missing or not positive',
      found: perps.filter(hasNoPrice).map(({ asset }) => asset),
    },
    {
      code: 'probability_out_of_range',
      severity: 'critical',
      what: 'probability outside 0 to 1',
      found: [
        ...refused.first.map(({ asset, member, value }) => `${asset} ${member} ${value}`),
        ...binaries.filter(isOutOfRange).map(({ asset }) => asset),
      ],
      more: refused.count - refused.first.length,
    },
    {
      code: 'empty_book_half',
      severity: 'warning',
      what: 'price of 0.5 that stems from an empty book',
      found: binaries.filter(isEmptyBookHalf).map(({ asset }) => asset),
    },
    {
      code: 'gross_overround',
      severity: 'warning',
      what: 'prices of all outcomes add up to far more than 1',
      found: [...binaries.filter(hasPairOverround).map(({ asset }) => asset), ...overroundEvents(binaries)],
    },
  ];
  return rows
    .filter(({ found }) => found.length > 0)
    .map(({ code, severity, what, found, more = 0 }) => ({
      severity,
      code,
      venue,
      message: `${what}: ${firstOf(found)}`,
      count: found.length + more,
    }));
}

function hasNoPrice({ markPx }: PerpTicker): boolean {
  return !(Number.isFinite(markPx) && markPx > 0);
}

/** No adapter lets such a value through; one that does is found here. */
function isOutOfRange({ yesPrice, noPrice }: BinaryTicker): boolean {
  return [yesPrice, noPrice].some((price) => price !== null && !isProbability(price));
}

function isEmptyBookHalf({
  yesPrice,
  yesBid,
  yesAsk,
  volume24hUsd,
  volume24hContracts,
}: BinaryTicker): boolean {
  if (yesPrice === null || Math.abs(yesPrice - 0.5) >= HALF_TOLERANCE) return false;
  const hasQuote = (yesBid ?? 0) > 0 || (yesAsk ?? 1) < 1;
  return !hasQuote && !((volume24hUsd ?? 0) > 0 || (volume24hContracts ?? 0) > 0);
}

function hasPairOverround({ yesPrice, noPrice }: BinaryTicker): boolean {
  return yesPrice !== null && noPrice !== null && yesPrice + noPrice - 1 > PAIR_OVERROUND;
}

/** Events of which at most one outcome can win, whose prices say that more than one will. */
function overroundEvents(binaries: readonly BinaryTicker[]): string[] {
  const events = new Map<string, { sum: number; outcomes: number }>();
  for (const { eventKey, exclusive, yesPrice } of binaries) {
    if (eventKey === null || exclusive !== true || yesPrice === null) continue;
    const { sum, outcomes } = events.get(eventKey) ?? { sum: 0, outcomes: 0 };
    events.set(eventKey, { sum: sum + yesPrice, outcomes: outcomes + 1 });
  }
  return [...events]
    .filter(([, { sum, outcomes }]) => sum - 1 > Math.max(PAIR_OVERROUND, OVERROUND_PER_OUTCOME * outcomes))
    .map(([eventKey]) => `event ${eventKey}`);
}

function silenceAnomalies(silences: readonly Silence[]): Anomaly[] {
  const byVenue = Map.groupBy(silences, ({ venue }) => venue);
  return [...byVenue].map(([venue, found]) => ({
    severity: 'warning',
    code: 'stream_silent',
    venue,
    message: `the stream is open and silent while the poll sees prices move: ${firstOf(found.map(({ asset }) => asset))}`,
    count: found.length,
  }));
}

function firstOf(names: readonly string[]): string {
  return `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', ...' : ''}`;
}

function corruptBlockAnomalies(blocks: readonly CorruptBlock[]): Anomaly[] {
  const byVenue = Map.groupBy(blocks, ({ venue }) => venue);
  return [...byVenue].map(([venue, found]) => {
    const [first] = found as [CorruptBlock];
    const span = `${new Date(first.fromMs).toISOString()} to ${new Date(first.toMs).toISOString()}`;
    const message = `records that cannot be read: ${first.storeKey} from ${span}, ${first.reason}`;
    return { severity: 'warning', code: 'corrupt_block', venue, message, count: found.length };
  });
}

function diskAnomalies(freeBytes: number | null): Anomaly[] {
  if (freeBytes === null || freeBytes >= DISK_WARNING_BYTES) return [];
  const message = `the disk of the data directory has ${Math.floor(freeBytes / 1024 ** 2)} MiB left`;
  const severity = freeBytes < DISK_CRITICAL_BYTES ? 'critical' : 'warning';
  return [{ severity, code: 'low_disk', venue: null, message }];
}
