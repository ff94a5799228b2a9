import { findStoredSeries, REFERENCES, type VenueId } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { TapeStatus } from '../../feed/tape-status.ts';
import type { Silence } from '../../feed/watchdog/silence.ts';
import type { CorruptBlock } from '../../history/contract/corrupt-block.ts';
import { type DiskSpace, describeDisk, judgeDiskSpace } from '../disk-space.ts';
import type { InstallationFindings } from '../processes/installation-status.ts';
import type { Anomaly, Damage } from './anomaly.ts';
import { findConcerns } from './concern-anomalies.ts';
import { findMoneyAnomalies, type MoneyFindings } from './money-anomalies.ts';
import { findFeedAnomalies, formatNames } from './price-anomalies.ts';
import { processAnomalies } from './process-anomalies.ts';
import { findShippingAnomalies, type ShippingStatus } from './shipping-anomalies.ts';
import { findTradingAnomalies, type TradingFindings } from './trading-anomalies.ts';

export interface Findings {
  readonly feed: Feed;
  /** Streams that are currently silent. */
  readonly silences: readonly Silence[];
  readonly corruptBlocks: readonly CorruptBlock[];
  /** Free space of the disk. null: the file system did not report it. */
  readonly disk: DiskSpace | null;
  /** State of the ledger and of deposits. null or absent: the service holds no money. */
  readonly money?: MoneyFindings | null;
  /** State of trading. null or absent: the service places no orders. */
  readonly trading?: TradingFindings | null;
  /** Whether the service database does not answer. Anomalies of money and trading are then missing. */
  readonly isDatabaseAway?: boolean;
  /** Whether Redis, which counts for all processes, does not answer. */
  readonly isRedisAway?: boolean;
  /**
   * State of shipping records to the history server. null or absent: records are stored in a file, or the state is not
   * known.
   */
  readonly shipping?: ShippingStatus | null;
  /** Anomalies of the recording of books and trades. Absent: neither is recorded. */
  readonly tape?: TapeStatus['anomalies'];
  /** State of the other processes. null or absent: this process is the whole installation. */
  readonly installation?: InstallationFindings | null;
}

/** Finds all current anomalies. Several with the same code and venue form one row with a count. */
export function findAnomalies({
  feed,
  silences,
  corruptBlocks,
  disk,
  money = null,
  trading = null,
  isDatabaseAway = false,
  isRedisAway = false,
  shipping = null,
  tape = [],
  installation = null,
}: Findings): Anomaly[] {
  return [
    ...findFeedAnomalies(feed),
    ...feed.venues.flatMap((venue) => storeAnomalies(feed, venue)),
    ...findConcerns(feed),
    ...findSilenceAnomalies(silences),
    ...findCorruptBlockAnomalies(corruptBlocks),
    ...findDiskAnomalies(disk),
    ...tape,
    ...(isRedisAway || (installation?.withoutRedis.length ?? 0) > 0 ? [REDIS_AWAY] : []),
    ...(isDatabaseAway || installation?.isDatabaseUp === false ? [DATABASE_AWAY] : []),
    ...(shipping === null ? [] : findShippingAnomalies(shipping)),
    ...(installation === null ? [] : processAnomalies(installation)),
    ...(money === null ? [] : findMoneyAnomalies(money)),
    ...(trading === null ? [] : findTradingAnomalies(trading)),
  ];
}

const DATABASE_AWAY: Anomaly = {
  severity: 'critical',
  code: 'database_unavailable',
  venue: null,
  message: 'the service database gives no answer: what needs keys, money or orders is refused',
};

const REDIS_AWAY: Anomaly = {
  severity: 'warning',
  code: 'redis_unavailable',
  venue: null,
  message: 'Redis gives no answer: each process counts requests and streams for itself',
};

/** Finds polls that are shown to readers but could not be stored. */
function storeAnomalies(feed: Feed, venue: VenueId): Anomaly[] {
  const { unstored } = feed.health(venue);
  if (unstored === null) return [];
  const message = `polls of ${venue} are shown and cannot be stored since ${new Date(unstored.sinceMs).toISOString()}`;
  return [{ severity: 'critical', code: 'store_unavailable', venue, message, count: unstored.count }];
}

function findSilenceAnomalies(silences: readonly Silence[]): Anomaly[] {
  const byVenue = Map.groupBy(silences, ({ venue }) => venue);
  return [...byVenue].map(([venue, found]) => ({
    severity: 'warning',
    code: 'stream_silent',
    venue,
    message: `the stream is open and silent while the poll sees prices move: ${formatNames(found.map(({ asset }) => asset))}`,
    count: found.length,
  }));
}

function findCorruptBlockAnomalies(blocks: readonly CorruptBlock[]): Anomaly[] {
  const byVenue = Map.groupBy(blocks, ({ venue }) => venue);
  return [...byVenue].map(([venue, found]) => {
    const [first] = found as [CorruptBlock];
    const message = `data that cannot be read: ${describePlace(first)}, ${first.reason}`;
    const named = venue === REFERENCES ? null : venue;
    return {
      severity: 'warning',
      code: 'corrupt_block',
      venue: named,
      message,
      count: found.length,
      damage: toDamage(first),
    };
  });
}

function toDamage({ kind, venue, storeKey, fromMs, toMs, records, reason }: CorruptBlock): Damage {
  const ref = venue === null || storeKey === '' ? null : findStoredSeries(venue, storeKey);
  return { kind, venue, asset: ref?.asset ?? null, fromMs, toMs, records, reason };
}

/**
 * Describes the place of damaged data as far as it is known.
 *
 * @returns `kx from 2026-11-01T00:00:00.000Z to 2026-11-02T00:00:00.000Z`, for example.
 */
function describePlace({ venue, storeKey, fromMs, toMs }: CorruptBlock): string {
  const of = storeKey !== '' ? storeKey : venue === null ? 'venue not known' : 'the venue';
  if (fromMs === null || toMs === null) return of;
  return `${of} from ${new Date(fromMs).toISOString()} to ${new Date(toMs).toISOString()}`;
}

function findDiskAnomalies(disk: DiskSpace | null): Anomaly[] {
  const severity = disk === null ? null : judgeDiskSpace(disk);
  if (disk === null || severity === null) return [];
  const message = `the disk of the data directory fills up: ${describeDisk(disk)}`;
  return [{ severity, code: 'disk_low', venue: null, message }];
}
