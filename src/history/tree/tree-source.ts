import type { EpochMs, Gap, LeftOutReason, LinkSpan, Recorder, VenueId } from '../../domain/index.ts';
import type { CorruptBlock } from '../contract/corrupt-block.ts';
import type { Columns } from '../contract/history-store.ts';
import type { RegisteredMarket, RulesText } from '../contract/market-register.ts';
import type { ImportedMark } from '../contract/reference-marks.ts';
import type { StoredResolution } from '../contract/resolutions.ts';
import type { SettledRow } from '../contract/settled.ts';
import type { SmallTable, TapeContent } from './tables.ts';

/** The series whose records are in a tree. */
export interface SeriesSelection {
  /** Venues of the tree; null: of all venues. */
  readonly venues: readonly Recorder[] | null;
  /** Canonical ids, those of unknown assets left out; null: all assets of the venues. */
  readonly assets: readonly string[] | null;
  /** Sources of reference prices whose values are left out of marks and verdicts. Absent: none. */
  readonly withheld?: readonly string[];
}

/** Times of records, both ends inclusive. */
export interface TreeWindow {
  /** First time of the tree, epoch ms; null: from the first record on. */
  readonly fromMs: EpochMs | null;
  /** Last time of the tree, epoch ms; null: to the last one. */
  readonly toMs: EpochMs | null;
}

/** A backup took the place of a history: what that recorded after the first time and up to the second is not in it. */
export interface RestoredSpan {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

/** A day that was inserted into: days since 1970, and the number of the last insertion, which rises with each. */
export type ChangedDays = ReadonlyMap<number, number>;

export interface DayQuery {
  readonly window: TreeWindow;
  /** Day before which nothing is looked for; null: everything is. */
  readonly since: number | null;
  /** Days that are left out. */
  readonly known: ReadonlySet<number>;
}

/** Records of several series of one day, series by series in the order of their assets' UTF-8 bytes. */
export interface DayRows {
  readonly columns: Columns;
  /** Asset of each run of records. */
  readonly assets: readonly string[];
  /** Position behind the last record of each run. A run may continue a series of the rows before. */
  readonly ends: readonly number[];
}

/** Something that could not be read and is not in the rows. */
export interface DamagedSpan {
  readonly kind: CorruptBlock['kind'] | TapeContent;
  /** Venue of the damage; null: not known. */
  readonly venue: Recorder | null;
  /** Asset of the damage; null: of several assets, or not known. */
  readonly asset: string | null;
  /** First time of the damage, epoch ms; null: not known. */
  readonly fromMs: EpochMs | null;
  readonly toMs: EpochMs | null;
  /** Number of records that are missing; null: not known. */
  readonly records: number | null;
  readonly reason: string;
}

/** Whether damage may lie within a span of a venue, both ends inclusive: what is not known of it may be anywhere. */
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

/** Price of a market at a horizon, or why it has none. */
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
 * The source of a tree: a store as it was when the source was opened and, where that takes longer than a snapshot
 * may last, as it is later. Each record that was acknowledged when it was opened comes exactly once.
 */
export interface TreeSource {
  /** The id of the history file. */
  readonly store: string;
  /** Time when the source was opened. */
  readonly asOfMs: EpochMs;
  /** Number of the last commit of records when the source was opened. */
  readonly position: number;
  /** Backups that took the place of the history, oldest first; empty: none ever did. */
  readonly restored: readonly RestoredSpan[];
  /** Spans that could not be read so far, of all venues. */
  readonly damage: readonly DamagedSpan[];

  /** Lists the changed days as they were when the source was opened. */
  listChangedDays(venue: Recorder): ChangedDays;
  /** Days on which selected series of a venue have records, rising: days since 1970. */
  listDays(venue: Recorder, selection: SeriesSelection, query: DayQuery): readonly number[];
  /**
   * The records of one day of a venue. What is given is valid until the next call; one day is read at a time.
   *
   * @param options.rows Records of one answer, at most.
   */
  readDay(
    venue: Recorder,
    selection: SeriesSelection,
    options: { readonly fromMs: EpochMs; readonly toMs: EpochMs; readonly rows: number },
  ): Generator<DayRows>;
  /** Series of the selection that have records. */
  countSeries(selection: SeriesSelection): number;

  /** Changes whenever a table of one file may have changed. */
  readTableVersion(table: SmallTable): string;
  /** Gaps, ordered by venue, asset (the venue as a whole first) and time. */
  listGaps(venue: Recorder): Iterable<Gap>;
  /** Resolutions, ordered by venue and key. */
  listResolutions(venue: VenueId): Iterable<StoredResolution>;
  listMarkets(venue: VenueId): Iterable<RegisteredMarket>;
  /** Texts of rules, ordered by hash. */
  listRules(): Iterable<RulesText>;
  /** Spans of links, ordered by a, b and time. */
  listLinks(): Iterable<LinkSpan>;
  /** By day of the first resolution and in the order of the day; then those of markets that are not resolved, by key. */
  listForecasts(venue: VenueId): Iterable<ListedForecast>;
  /** Marks of reference prices within a window, ordered by time, key and arrival; imported ones come first. */
  listMarks(window: TreeWindow): Iterable<ImportedMark>;
  /** Verdicts on markets whose resolution is in force, ordered by key. */
  listSettled(venue: VenueId): Iterable<SettledRow>;
  /** Ids of imports that are withdrawn. */
  listWithdrawnBatches(): readonly string[];
  /** The sha256 of the manifest of each imported tree that is in force, sorted. */
  listImportedTrees(): readonly string[];
  close(): void;
}
