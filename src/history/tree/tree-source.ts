import type { EpochMs, Gap, LeftOutReason, LinkSpan, Recorder, VenueId } from '../../domain/index.ts';
import type { CorruptBlock } from '../contract/corrupt-block.ts';
import type { Columns } from '../contract/history-store.ts';
import type { RegisteredMarket, RulesText } from '../contract/market-register.ts';
import type { ImportedMark } from '../contract/reference-marks.ts';
import type { StoredResolution } from '../contract/resolutions.ts';
import type { SettledRow } from '../contract/settled.ts';
import type { BarOfSeries } from '../contract/venue-bars.ts';
import type { SmallTable, TapeContent } from './tables.ts';

/** Selection of the series whose records are in a tree. */
export interface SeriesSelection {
  /** Venues of the tree; null for all. */
  readonly venues: readonly Recorder[] | null;
  /** Canonical asset ids, without unknown ones; null for all assets of the venues. */
  readonly assets: readonly string[] | null;
  /** Sources of reference prices whose values are removed from marks and verdicts. Absent: none. */
  readonly withheld?: readonly string[];
}

/** Window of the records' times; both ends are inclusive. */
export interface TreeWindow {
  /** First time of the tree, epoch ms; null for an open start. */
  readonly fromMs: EpochMs | null;
  /** Last time of the tree, epoch ms; null for an open end. */
  readonly toMs: EpochMs | null;
}

/** Span that a restored backup lacks: records of the history from after the first time up to the second are lost. */
export interface RestoredSpan {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

/** Days with inserted records: days since 1970, and the number of the day's last insertion, which rises with each. */
export type ChangedDays = ReadonlyMap<number, number>;

export interface DayQuery {
  readonly window: TreeWindow;
  /** First day to look at; null for all days. */
  readonly since: number | null;
  /** Days that are left out, in days since 1970. */
  readonly known: ReadonlySet<number>;
}

/** Records of one day of several series, series by series in the order of their assets' UTF-8 bytes. */
export interface DayRows {
  readonly columns: Columns;
  /** Asset of each run of records. The first run may continue the last one of the rows before. */
  readonly assets: readonly string[];
  /** End of each run of records, exclusive. */
  readonly ends: readonly number[];
}

/** Damage of the history: records or rows that could not be read and are missing. */
export interface DamagedSpan {
  readonly kind: CorruptBlock['kind'] | TapeContent;
  /** Venue of the damage; null when unknown. */
  readonly venue: Recorder | null;
  /** Asset of the damage; null for several assets, and when unknown. */
  readonly asset: string | null;
  /** First time of the damage, epoch ms; null when unknown. */
  readonly fromMs: EpochMs | null;
  readonly toMs: EpochMs | null;
  /** Number of missing records; null when unknown. */
  readonly records: number | null;
  readonly reason: string;
}

/** Whether damage may lie within a span of a venue, both ends inclusive. What is unknown of it may be anywhere. */
export function mayLieIn(
  { venue, fromMs, toMs }: { readonly [K in 'fromMs' | 'toMs']: number | null } & Pick<DamagedSpan, 'venue'>,
  span: { readonly venue?: Recorder; readonly fromMs?: number | null; readonly toMs?: number | null },
): boolean {
  return (
    (venue === null || span.venue === undefined || venue === span.venue) &&
    (toMs === null || toMs >= (span.fromMs ?? Number.NEGATIVE_INFINITY)) &&
    (fromMs === null || fromMs <= (span.toMs ?? Number.POSITIVE_INFINITY))
  );
}

/** Price of a market at a horizon, or the reason why it has none. */
export interface ListedForecast {
  readonly asset: string;
  readonly horizon: string;
  readonly t: number | null;
  readonly p: number | null;
  readonly y: 0 | 1 | null;
  readonly end: number | null;
  readonly event: string | null;
  readonly resolvedAt: number | null;
  readonly leftOut: LeftOutReason | null;
}

/**
 * Source of a tree: a history as it was when the source was opened. When reading takes longer than a snapshot may last,
 * later reads see a later state. Each record that was acknowledged at the opening is read exactly once.
 */
export interface TreeSource {
  /** Id of the history. */
  readonly store: string;
  /** Time when the source was opened. */
  readonly asOfMs: EpochMs;
  /** Number of the last commit of records when the source was opened. */
  readonly position: number;
  /** Spans that restored backups lack, oldest first; empty when no backup was restored. */
  readonly restored: readonly RestoredSpan[];
  /** Damage that was found so far, of all venues. */
  readonly damage: readonly DamagedSpan[];

  /** Lists the days with inserted records, as they were when the source was opened. */
  listChangedDays(venue: Recorder): ChangedDays;
  /** Lists the days on which selected series of a venue have records, ascending, in days since 1970. */
  listDays(venue: Recorder, selection: SeriesSelection, query: DayQuery): readonly number[];
  /**
   * Reads the records of one day of a venue. Each group of rows is valid until the next one; one day is read at a time.
   *
   * @param options.rows Maximum number of records of one group.
   */
  readDay(
    venue: Recorder,
    selection: SeriesSelection,
    options: { readonly fromMs: EpochMs; readonly toMs: EpochMs; readonly rows: number },
  ): Generator<DayRows>;
  /** Counts the series of the selection that have records. */
  countSeries(selection: SeriesSelection): number;

  /** Returns the version of a small table, a text that changes whenever the table may have changed. */
  readTableVersion(table: SmallTable): string;
  /** Lists gaps ordered by venue, asset (the venue as a whole first) and time. */
  listGaps(venue: Recorder): Iterable<Gap>;
  /** Lists resolutions ordered by venue and key. */
  listResolutions(venue: VenueId): Iterable<StoredResolution>;
  listMarkets(venue: VenueId): Iterable<RegisteredMarket>;
  /** Lists the texts of rules ordered by hash. */
  listRules(): Iterable<RulesText>;
  /** Lists the spans of links ordered by a, b and time. */
  listLinks(): Iterable<LinkSpan>;
  /**
   * Lists forecasts: first those of resolved markets, by the day of their first resolution and in the order of that
   * day, then those of unresolved markets, by key.
   */
  listForecasts(venue: VenueId): Iterable<ListedForecast>;
  /** Lists the marks of reference prices within a window, ordered by time, key and place; imported marks come first. */
  listMarks(window: TreeWindow): Iterable<ImportedMark>;
  /** Lists the bars of venues that start within a window, ordered by venue, key and time. */
  listBars(window: TreeWindow): Iterable<BarOfSeries>;
  /** Lists the verdicts on markets whose resolution is in force, ordered by key. */
  listSettled(venue: VenueId): Iterable<SettledRow>;
  /** Lists the ids of imports that are withdrawn. */
  listWithdrawnBatches(): readonly string[];
  /** Lists the SHA-256 of the manifest of each imported tree that is in force, sorted. */
  listImportedTrees(): readonly string[];
  close(): void;
}
