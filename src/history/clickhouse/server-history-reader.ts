// One file: the reading contract of the history, whose methods only choose the rows that answer.
import { setTimeout as wait } from 'node:timers/promises';
import {
  type EpochMs,
  epochMs,
  type Gap,
  type LinkSpan,
  type Observation,
  type Recorder,
  type StatedEnd,
} from '../../domain/index.ts';
import { createEmptyColumns } from '../columns/columns.ts';
import { decodeAssetCursor, encodeAssetCursor } from '../contract/cursor.ts';
import type { Forecast, ForecastPage, ForecastQuery, MarketEndPage } from '../contract/forecasts.ts';
import type { GapPage, GapQuery, SeriesSpan } from '../contract/gaps.ts';
import type {
  AggregateOptions,
  AssetPage,
  AssetQuery,
  Buckets,
  Columns,
  ForwardOptions,
  ForwardPage,
  HistoryReader,
  Page,
  ReadOptions,
  ScanOptions,
  SeriesFilter,
  StoreStats,
} from '../contract/history-store.ts';
import type {
  LinkSpanPage,
  LinkSpanQuery,
  MarketPage,
  MarketQuery,
  RegisteredMarket,
  RulesPage,
  RulesQuery,
} from '../contract/market-register.ts';
import { readPagesOfAssets } from '../contract/pages-of-assets.ts';
import type { MarkPage, MarkQuery, ReferenceMark } from '../contract/reference-marks.ts';
import {
  type ResolutionPage,
  type ResolutionQuery,
  type StoredResolution,
  toCurrentResolution,
} from '../contract/resolutions.ts';
import type { MarketKey, SeriesEntry, SeriesKey, Window } from '../contract/series.ts';
import type {
  SettledCount,
  SettledLine,
  SettledLinePage,
  SettledLineQuery,
  SettledPage,
  SettledQuery,
  SettledRow,
} from '../contract/settled.ts';
import type { SettledDay } from '../contract/settled-days.ts';
import type { ShippedHistory, ShippingProgress } from '../contract/shipping.ts';
import type { BarPage, BarQuery, VenueBar } from '../contract/venue-bars.ts';
import { BarReader } from './bars.ts';
import { BarRows } from './postgres/bar-rows.ts';
import { ForecastRows } from './postgres/forecast-rows.ts';
import { GapRows } from './postgres/gap-rows.ts';
import type { HistoryPool } from './postgres/history-pool.ts';
import { LinkSpanRows } from './postgres/link-span-rows.ts';
import { MarkRows } from './postgres/mark-rows.ts';
import { OutboxRows } from './postgres/outbox-rows.ts';
import { RegisterRows } from './postgres/register-rows.ts';
import { ResolutionRows } from './postgres/resolution-rows.ts';
import { type NamedSeries, SeriesNames } from './postgres/series-names.ts';
import { SettledDayRows } from './postgres/settled-day-rows.ts';
import { SettledRows } from './postgres/settled-rows.ts';
import { type CountedSpan, Records } from './records.ts';
import type { ClickhouseServer } from './server.ts';

/** Maximum number of series that one page looks at: a filter that few series fit ends the page early, with a cursor. */
const MAX_LOOKED_AT = 20_000;
/** Number of series names that are read at once; one query looks up their spans. */
const NAMES_AT_ONCE = 2_000;

/** Longest wait for shipping: a recording process ships every second. */
const SHIPPED_WITHIN_MS = 5_000;
const LOOK_AGAIN_MS = 200;

/** Connections to the servers that keep a history. */
export interface HistoryServers {
  readonly records: ClickhouseServer;
  readonly pool: HistoryPool;
}

/**
 * Reads a history whose records are in ClickHouse, and everything else in PostgreSQL. Acknowledged records that are not
 * in the table yet are not read, unless `waitForShipping` waits for them.
 */
export class ServerHistoryReader implements HistoryReader, ShippedHistory {
  readonly names: SeriesNames;
  readonly register: RegisterRows;
  readonly linkSpanRows: LinkSpanRows;
  readonly outbox: OutboxRows;
  readonly gapRows: GapRows;
  readonly forecastRows: ForecastRows;
  readonly markRows: MarkRows;
  readonly settledDayRows: SettledDayRows;
  readonly settledRows: SettledRows;
  readonly resolutionRows: ResolutionRows;
  readonly barRows: BarRows;
  readonly records: Records;
  readonly #servers: HistoryServers;
  readonly #bars: BarReader;
  readonly #waitForShipping: () => Promise<void>;

  /**
   * Reads from servers that are connected already.
   *
   * @param waitForShipping Waits until the table has the acknowledged records. Default: reads do not wait.
   */
  constructor(servers: HistoryServers, waitForShipping: () => Promise<void> = async () => undefined) {
    const { records, pool } = servers;
    this.#servers = servers;
    this.#waitForShipping = waitForShipping;
    this.#bars = new BarReader(records);
    this.records = new Records(records);
    this.names = new SeriesNames(pool.ask);
    this.register = new RegisterRows(pool.ask);
    this.linkSpanRows = new LinkSpanRows(pool.ask);
    this.outbox = new OutboxRows(pool);
    this.gapRows = new GapRows(pool.ask);
    this.forecastRows = new ForecastRows(pool);
    this.markRows = new MarkRows(pool);
    this.settledDayRows = new SettledDayRows(pool.ask);
    this.settledRows = new SettledRows(pool.ask);
    this.resolutionRows = new ResolutionRows(pool.ask);
    this.barRows = new BarRows(pool);
  }

  async read(key: SeriesKey, options: ReadOptions): Promise<Page> {
    return (await this.readMany([key], options))[0]!;
  }

  async readMany(keys: readonly SeriesKey[], options: ReadOptions): Promise<Page[]> {
    await this.#waitForShipping();
    return this.records.readMany(await this.#findNumbers(keys), options);
  }

  async readForward(key: SeriesKey, options: ForwardOptions): Promise<ForwardPage> {
    await this.#waitForShipping();
    const [k = null] = await this.#findNumbers([key]);
    return k === null ? { columns: createEmptyColumns(0), next: null } : this.records.readForward(k, options);
  }

  async *scan(key: SeriesKey, options: ScanOptions = {}): AsyncGenerator<Columns> {
    await this.#waitForShipping();
    const [k = null] = await this.#findNumbers([key]);
    if (k !== null) yield* this.records.scan(k, options);
  }

  async aggregate(key: SeriesKey, options: AggregateOptions): Promise<Buckets> {
    return (await this.aggregateMany([key], options))[0]!;
  }

  async aggregateMany(keys: readonly SeriesKey[], options: AggregateOptions): Promise<Buckets[]> {
    await this.#waitForShipping();
    return this.#bars.aggregateMany(await this.#findNumbers(keys), options);
  }

  /**
   * Estimates the cost as the number of records or of buckets, whichever is smaller: a server reads records faster than
   * it sends buckets.
   */
  async estimateAggregateCost(key: SeriesKey, { bucketMs, ...window }: AggregateOptions): Promise<number> {
    await this.#waitForShipping();
    const [k = null] = await this.#findNumbers([key]);
    if (k === null) return 0;
    const { count, firstMs, lastMs } = await this.records.countWindow(k, window);
    const buckets = Math.floor(lastMs / bucketMs) - Math.floor(firstMs / bucketMs) + 1;
    return count === 0 ? 0 : Math.min(count, buckets);
  }

  async findLast(key: SeriesKey, atOrBefore?: EpochMs): Promise<Observation | null> {
    return (await this.findLastMany([key], atOrBefore))[0] ?? null;
  }

  async findLastMany(keys: readonly SeriesKey[], atOrBefore?: EpochMs): Promise<(Observation | null)[]> {
    await this.#waitForShipping();
    return this.records.readLastMany(await this.#findNumbers(keys), atOrBefore);
  }

  async find(key: SeriesKey): Promise<SeriesEntry | null> {
    return (await this.findMany([key]))[0] ?? null;
  }

  async findMany(keys: readonly SeriesKey[]): Promise<(SeriesEntry | null)[]> {
    await this.#waitForShipping();
    const named = await this.names.findMany(keys);
    const spans = await this.records.readSpans(
      named.flatMap((series) => (series === null ? [] : [series.k])),
    );
    return named.map((series) => (series === null ? null : toEntry(series, spans.get(series.k))));
  }

  /** Lists series page by page. @throws {CursorError} when the cursor is not one of this list. */
  async listAssets({ venue, limit, cursor, activeSince, q }: AssetQuery): Promise<AssetPage> {
    let after = cursor === undefined ? null : decodeAssetCursor(cursor);
    await this.#waitForShipping();
    const part = q?.toLowerCase();
    const since: number = activeSince ?? Number.NEGATIVE_INFINITY;
    const entries: SeriesEntry[] = [];
    for (let lookedAt = 0; ; ) {
      const named = await this.names.listAfter(venue, after, NAMES_AT_ONCE);
      const fitting = named.filter(
        ({ storeKey }) => part === undefined || storeKey.toLowerCase().includes(part),
      );
      const spans = await this.records.readSpans(fitting.map(({ k }) => k));
      for (const series of named) {
        if (entries.length === limit || lookedAt === MAX_LOOKED_AT) {
          return { entries, nextCursor: after === null ? null : encodeAssetCursor(after) };
        }
        lookedAt++;
        after = series;
        const entry = toEntry(series, spans.get(series.k));
        if (entry !== null && entry.lastMs >= since) entries.push(entry);
      }
      if (named.length < NAMES_AT_ONCE) return { entries, nextCursor: null };
    }
  }

  scanAssets(filter: SeriesFilter = {}): AsyncGenerator<readonly SeriesEntry[]> {
    return readPagesOfAssets((query) => this.listAssets(query), filter);
  }

  async findLastRecordedMs(venue: Recorder): Promise<EpochMs | null> {
    const newest = await this.outbox.findNewestMs(venue);
    return newest === null ? null : epochMs(newest);
  }

  listGaps(venue: Recorder, window: Window, storeKey?: string): Promise<Gap[]> {
    return this.gapRows.listOverlapping(venue, window, storeKey);
  }

  async findWithGaps(key: SeriesKey, window: Window): Promise<SeriesSpan> {
    const [entry, gaps] = await Promise.all([
      this.find(key),
      this.gapRows.listOverlapping(key.venue, window, key.storeKey),
    ]);
    return { entry, gaps };
  }

  listOpenGaps(venue: Recorder): Promise<Gap[]> {
    return this.gapRows.open(venue);
  }

  listGapPage(query: GapQuery): Promise<GapPage> {
    return this.gapRows.page(query);
  }

  async findResolution(key: SeriesKey): Promise<StoredResolution | null> {
    return toCurrentResolution(await this.findNewestResolution(key));
  }

  async findNewestResolution(key: SeriesKey): Promise<StoredResolution | null> {
    return (await this.resolutionRows.findMany([key]))[0] ?? null;
  }

  async findResolutionMany(keys: readonly SeriesKey[]): Promise<(StoredResolution | null)[]> {
    return (await this.resolutionRows.findMany(keys)).map(toCurrentResolution);
  }

  listResolutions(query: ResolutionQuery): Promise<ResolutionPage> {
    return this.resolutionRows.page(query);
  }

  listReopened(since: EpochMs): Promise<StoredResolution[]> {
    return this.resolutionRows.listReopened(since);
  }

  findMarket(key: MarketKey): Promise<RegisteredMarket | null> {
    return this.register.findMarket(key);
  }

  findMarketMany(keys: readonly MarketKey[]): Promise<(RegisteredMarket | null)[]> {
    return this.register.findMarketMany(keys);
  }

  listMarkets(query: MarketQuery): Promise<MarketPage> {
    return this.register.listMarkets(query);
  }

  findRules(hash: string): Promise<string | null> {
    return this.register.findRules(hash);
  }

  listRules(query: RulesQuery): Promise<RulesPage> {
    return this.register.readRulesPage(query);
  }

  findLinkSpans(asset: string, limit: number): Promise<readonly LinkSpan[]> {
    return this.linkSpanRows.find(asset, limit);
  }

  listLinkSpans(query: LinkSpanQuery): Promise<LinkSpanPage> {
    return this.linkSpanRows.list(query);
  }

  listOpenLinkSpans(): Promise<readonly LinkSpan[]> {
    return this.linkSpanRows.listOpen();
  }

  findEndsMany(keys: readonly MarketKey[]): Promise<StatedEnd[][]> {
    return this.register.findEndsMany(keys);
  }

  findForecastsMany(keys: readonly MarketKey[]): Promise<Forecast[][]> {
    return this.forecastRows.findMany(keys);
  }

  listEnds(query: ForecastQuery): Promise<MarketEndPage> {
    return this.forecastRows.pageOfEnds(query);
  }

  listForecasts(query: ForecastQuery): Promise<ForecastPage> {
    return this.forecastRows.page(query);
  }

  listForecastDays(): Promise<number[]> {
    return this.forecastRows.listDays();
  }

  findForecastDay(day: number): Promise<Uint8Array | null> {
    return this.forecastRows.findDay(day);
  }

  findMarks(key: string, fromMs: EpochMs, toMs: EpochMs): Promise<ReferenceMark[]> {
    return this.markRows.find(key, fromMs, toMs);
  }

  listMarks(query: MarkQuery): Promise<MarkPage> {
    return this.markRows.page(query);
  }

  listSettledDays(fromDay: number, toDay: number): Promise<SettledDay[]> {
    return this.settledDayRows.list(fromDay, toDay);
  }

  findLastSettledDay(): Promise<SettledDay | null> {
    return this.settledDayRows.findLast();
  }

  async findSettled(key: SeriesKey): Promise<SettledRow | null> {
    return (await this.settledRows.findMany([key]))[0] ?? null;
  }

  findSettledMany(keys: readonly SeriesKey[]): Promise<(SettledRow | null)[]> {
    return this.settledRows.findMany(keys);
  }

  listSettled(query: SettledQuery): Promise<SettledPage> {
    return this.settledRows.page(query);
  }

  listReopenedSettled(): Promise<SettledRow[]> {
    return this.settledRows.listReopened();
  }

  countSettled(window: { fromMs: EpochMs; toMs: EpochMs }): Promise<SettledCount[]> {
    return this.settledRows.count(window);
  }

  findSettledLines(key: SeriesKey): Promise<SettledLine[]> {
    return this.settledRows.findLines(key);
  }

  listSettledLines(query: SettledLineQuery): Promise<SettledLinePage> {
    return this.settledRows.pageOfLines(query);
  }

  findBars(key: SeriesKey, window: Window): Promise<VenueBar[]> {
    return this.barRows.find(key, window);
  }

  listBars(query: BarQuery): Promise<BarPage> {
    return this.barRows.page(query);
  }

  /** Reports no damage: ClickHouse keeps checksums of its parts and finds damage itself. */
  async readStats(): Promise<StoreStats> {
    await this.#waitForShipping();
    const [series, commits, { records, bytes }] = await Promise.all([
      this.names.count(),
      this.outbox.countBatches(),
      this.records.countAll(),
    ]);
    return { series, observations: records, totalBytes: bytes, commits, corruptBlocks: [] };
  }

  /**
   * Counts the records that were acknowledged before the call and are still not in the table, after a wait for the
   * process that ships them. Reads do not return these records.
   */
  async countPending(): Promise<number> {
    const startedAt = performance.now();
    for (;;) {
      const { records, oldestMs } = await this.outbox.state();
      const sinceMs = performance.now() - startedAt;
      if (oldestMs === null || oldestMs < sinceMs) return 0;
      if (sinceMs > SHIPPED_WITHIN_MS) return records;
      await wait(LOOK_AGAIN_MS);
    }
  }

  async readShipping(): Promise<ShippingProgress> {
    const [{ records, bytes, oldestMs }, isTapeUp] = await Promise.all([
      this.outbox.state(),
      this.#servers.records.isUp(),
    ]);
    return { outboxRows: records, outboxBytes: bytes, shipLagMs: Math.round(oldestMs ?? 0), isTapeUp };
  }

  async close(): Promise<void> {
    await Promise.all([this.#servers.records.close(), this.#servers.pool.close()]);
  }

  async #findNumbers(keys: readonly SeriesKey[]): Promise<(bigint | null)[]> {
    return (await this.names.findMany(keys)).map((series) => series?.k ?? null);
  }
}

/** Estimated bytes of a record in the table with projections: ClickHouse does not report the size of one series. */
const RECORD_BYTES = 4;

function toEntry({ venue, storeKey, asset }: NamedSeries, span: CountedSpan | undefined): SeriesEntry | null {
  if (span === undefined || span.count === 0) return null;
  return {
    venue,
    storeKey,
    asset,
    bytes: span.count * RECORD_BYTES,
    firstMs: epochMs(span.firstMs),
    lastMs: epochMs(span.lastMs),
    count: span.count,
    countIsEstimate: false,
  };
}
