// One file: the source of a tree, whose methods only choose the table that answers.
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  type Clock,
  DAY_MS,
  type EpochMs,
  findSeriesRef,
  findStoredSeries,
  type Gap,
  type LinkSpan,
  RECORDERS,
  type Recorder,
  type VenueId,
  wallClock,
} from '../../../domain/index.ts';
import type { RegisteredMarket, RulesText } from '../../contract/market-register.ts';
import type { ReferenceMark } from '../../contract/reference-marks.ts';
import type { StoredResolution } from '../../contract/resolutions.ts';
import type { SettledRow } from '../../contract/settled.ts';
import type { BarOfSeries } from '../../contract/venue-bars.ts';
import type { SmallTable } from '../../tree/tables.ts';
import type {
  ChangedDays,
  DamagedSpan,
  DayQuery,
  DayRows,
  ListedForecast,
  RestoredSpan,
  SeriesSelection,
  TreeSource,
  TreeWindow,
} from '../../tree/tree-source.ts';
import { BarTable } from '../bars/bar-table.ts';
import { readBatches } from '../batches/read-batches.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import { readChangedDays } from '../catalogue/changed-days-table.ts';
import { FileDamage } from '../damage.ts';
import { HISTORY_FILE, HistoryFormatError, openDatabaseReadOnly } from '../database.ts';
import { ForecastTable } from '../forecasts/forecast-table.ts';
import { GapTable } from '../gap-table.ts';
import { JournalMirror } from '../journal/journal-mirror.ts';
import { listLost } from '../journal/journal-table.ts';
import { LongSnapshot, type SnapshotLimits } from '../long-snapshot.ts';
import { Pieces } from '../pieces/pieces.ts';
import { countRecords } from '../reading/positions.ts';
import { MarkTable } from '../references/mark-table.ts';
import { Register } from '../register/register.ts';
import { ResolutionTable } from '../resolution-table.ts';
import { readRestored } from '../restored.ts';
import { SettledTable } from '../settled/settled-table.ts';
import { readStoreId } from '../store-id.ts';
import { findDays, walkDay } from './day-walk.ts';
import { listForecasts } from './listed-forecasts.ts';
import { RowBlock } from './row-block.ts';
import { SeriesList } from './series-list.ts';
import { ShortPieces } from './short-pieces.ts';
import { readTableVersion } from './table-version.ts';

/** Number of register rows that are read at once. */
const PAGE = 2_000;

export interface TreeSourceOptions {
  readonly clock?: Clock;
  /** Limits of the age and cost of a snapshot. */
  readonly limits?: SnapshotLimits;
}

/**
 * Opens a history as the source of a tree, with or without a running writer.
 *
 * @throws {HistoryFormatError} when there is no history, this version cannot read it, or it has no id yet.
 */
export function openTreeSource(dataDir: string, options: TreeSourceOptions = {}): TreeSource {
  return new SqliteTreeSource(dataDir, options);
}

class SqliteTreeSource implements TreeSource {
  readonly store: string;
  readonly asOfMs: EpochMs;
  readonly position: number;
  readonly restored: readonly RestoredSpan[];
  readonly #dataDir: string;
  readonly #db: DatabaseSync;
  readonly #snapshot: LongSnapshot;
  readonly #damage: FileDamage;
  readonly #pieces: Pieces;
  readonly #catalogue: Catalogue;
  readonly #journal: JournalMirror;
  readonly #register: Register;
  readonly #short: ShortPieces;
  /** Block that is reused for the rows of each day. */
  #block = new RowBlock(0);
  readonly #changedDays: ReadonlyMap<Recorder, ChangedDays>;
  /** The last list of series. */
  #listed: { readonly key: string; readonly list: SeriesList; readonly fromMs: number } | null = null;

  constructor(dataDir: string, { clock = wallClock, limits = {} }: TreeSourceOptions) {
    this.#dataDir = dataDir;
    this.#db = openDatabaseReadOnly(dataDir);
    try {
      this.asOfMs = clock();
      this.#snapshot = new LongSnapshot(this.#db, join(dataDir, HISTORY_FILE), limits);
      this.store = requireStoreId(this.#db, dataDir);
      this.#damage = new FileDamage(this.#db);
      this.#pieces = new Pieces(this.#db, this.#damage);
      this.#catalogue = new Catalogue(this.#db, this.#damage);
      this.#journal = new JournalMirror(this.#db);
      this.#register = new Register(this.#db, this.#damage);
      this.#short = new ShortPieces(this.#pieces.packs, this.#damage);
      this.#changedDays = readChangedDays(this.#db, this.#damage);
      this.position = readPosition(this.#db);
      this.restored = readRestored(this.#db);
      this.#catchUp();
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  get damage(): readonly DamagedSpan[] {
    return this.#damage.all.map(({ kind, venue, storeKey, fromMs, toMs, records, reason }) => {
      const ref =
        venue === null || storeKey === ''
          ? null
          : (this.#catalogue.find({ venue, storeKey }) ?? findStoredSeries(venue, storeKey));
      return { kind, venue, asset: ref?.asset ?? null, fromMs, toMs, records, reason };
    });
  }

  listChangedDays(venue: Recorder): ChangedDays {
    return this.#changedDays.get(venue) ?? new Map();
  }

  listDays(venue: Recorder, selection: SeriesSelection, query: DayQuery): readonly number[] {
    const { since, window } = query;
    const fromMs = Math.max(
      window.fromMs ?? Number.NEGATIVE_INFINITY,
      (since ?? Number.NEGATIVE_INFINITY) * DAY_MS,
    );
    return findDays(this.#pieces, this.#list(venue, selection, fromMs), query);
  }

  readDay(
    venue: Recorder,
    selection: SeriesSelection,
    { fromMs, toMs, rows }: { readonly fromMs: EpochMs; readonly toMs: EpochMs; readonly rows: number },
  ): Generator<DayRows> {
    const list = () => {
      this.#renewIfDue();
      return this.#list(venue, selection, fromMs);
    };
    if (this.#block.capacity !== rows) this.#block = new RowBlock(rows);
    return walkDay(this.#pieces, this.#short, this.#block, { fromMs, toMs, list });
  }

  countSeries({ venues, assets }: SeriesSelection): number {
    if (assets === null) {
      const rows = this.#db.prepare('SELECT venue, series FROM total').all();
      return rows
        .filter(({ venue }) => venues === null || venues.includes(venue as Recorder))
        .reduce((sum, { series }) => sum + Number(series), 0);
    }
    const selected = RECORDERS.filter((venue) => venues?.includes(venue) ?? true);
    return selected.reduce((sum, venue) => sum + this.#findNamed(venue, assets).length, 0);
  }

  readTableVersion(table: SmallTable): string {
    return readTableVersion(this.#db, table);
  }

  listGaps(venue: Recorder): Iterable<Gap> {
    return new GapTable(this.#db, this.#damage).listByVenue(venue);
  }

  listResolutions(venue: VenueId): Iterable<StoredResolution> {
    return new ResolutionTable(this.#db, this.#damage).listByVenue(venue);
  }

  *listMarkets(venue: VenueId): Generator<RegisteredMarket> {
    for (let cursor: string | undefined; ; ) {
      const page = this.#register.listMarkets({
        venue,
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      });
      yield* page.markets;
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }

  *listRules(): Generator<RulesText> {
    for (let cursor: string | undefined; ; ) {
      const page = this.#register.readRulesPage({ limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
      yield* page.rules;
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }

  *listLinks(): Generator<LinkSpan> {
    for (let cursor: string | undefined; ; ) {
      const page = this.#register.listLinkSpans({ limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
      yield* page.spans;
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }

  listForecasts(venue: VenueId): Iterable<ListedForecast> {
    return listForecasts(new ForecastTable(this.#db, this.#damage), this.#register, venue);
  }

  listMarks({ fromMs, toMs }: TreeWindow): Iterable<ReferenceMark> {
    return new MarkTable(this.#db, this.#damage).listBetween(
      fromMs ?? Number.MIN_SAFE_INTEGER,
      toMs ?? Number.MAX_SAFE_INTEGER,
    );
  }

  listBars({ fromMs, toMs }: TreeWindow): Iterable<BarOfSeries> {
    return new BarTable(this.#db, this.#damage).listBetween(
      fromMs ?? Number.MIN_SAFE_INTEGER,
      toMs ?? Number.MAX_SAFE_INTEGER,
    );
  }

  listSettled(venue: VenueId): Iterable<SettledRow> {
    return new SettledTable(this.#db, this.#damage).listByVenue(venue);
  }

  listWithdrawnBatches(): readonly string[] {
    const withdrawn = readBatches(this.#dataDir).filter(({ withdrawnAt }) => withdrawnAt !== null);
    return withdrawn.map(({ id }) => id).sort();
  }

  listImportedTrees(): readonly string[] {
    const whole = readBatches(this.#dataDir).filter(
      ({ asset, state }) => asset === null && state === 'in-force',
    );
    return [...new Set(whole.map(({ fileSha256 }) => fileSha256))].sort();
  }

  close(): void {
    this.#db.close();
  }

  /** Lists the selected series of a venue that have records at or after a time. The last list is cached. */
  #list(venue: Recorder, selection: SeriesSelection, fromMs: number): SeriesList {
    const { venues, assets } = selection;
    const key = `${venue} ${assets?.join(' ') ?? ''}`;
    const listed = this.#listed;
    if (listed !== null && listed.key === key && listed.fromMs <= fromMs) return listed.list;
    // The old list is released first, so that only one list of a million series is in memory.
    this.#listed = null;
    const list = new SeriesList(venue);
    if (venues === null || venues.includes(venue)) {
      const found =
        assets === null ? this.#catalogue.listAll(venue, '', fromMs) : this.#findNamed(venue, assets);
      for (const series of found) {
        series.tail = this.#journal.getTail(series);
        if (countRecords(series) > 0) list.add(series);
      }
    }
    list.sort();
    this.#listed = { key, list, fromMs };
    return list;
  }

  #findNamed(venue: Recorder, assets: readonly string[]) {
    return assets.flatMap((asset) => {
      const ref = findSeriesRef(asset);
      return ref?.venue === venue ? (this.#catalogue.find(ref) ?? []) : [];
    });
  }

  #renewIfDue(): void {
    if (!this.#snapshot.renewIfDue()) return;
    // Cached rows, lists and packs belong to the old snapshot.
    this.#catalogue.forget();
    this.#pieces.forget();
    // A walk in progress requests the new list next.
    this.#listed?.list.clear();
    this.#listed = null;
    this.#catchUp();
  }

  #catchUp(): void {
    for (const damaged of this.#journal.catchUp()) {
      for (const lost of listLost(damaged, (id) => this.#catalogue.findById(id)))
        this.#damage.note(lost.place, lost);
    }
  }
}

function readPosition(db: DatabaseSync): number {
  return Number(db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'journal'").get()?.seq ?? 0);
}

function requireStoreId(db: DatabaseSync, dataDir: string): string {
  const id = readStoreId(db);
  if (id !== null) return id;
  throw new HistoryFormatError(
    `the history in ${dataDir} has no id yet: it is given one when the service is started, or by any command that writes`,
  );
}
