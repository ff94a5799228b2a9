import { setTimeout as wait } from 'node:timers/promises';
import { type EpochMs, type Gap, type LinkSpan, RECORDERS, type Recorder } from '../../domain/index.ts';
import type { GapName } from '../contract/gaps.ts';
import type { Columns, HistoryStore, InsertResult, SeriesObservation } from '../contract/history-store.ts';
import type {
  BatchChange,
  BatchOrigin,
  ImportBatch,
  ImportBatches,
  OpenBatch,
} from '../contract/import-batches.ts';
import type { Listing, RegisterWriter } from '../contract/market-register.ts';
import type { ImportedMark } from '../contract/reference-marks.ts';
import type { StoredResolution } from '../contract/resolutions.ts';
import type { SeriesKey } from '../contract/series.ts';
import type { SettledLine, SettledRow } from '../contract/settled.ts';
import type { SettledDay } from '../contract/settled-days.ts';
import type { VenueBar } from '../contract/venue-bars.ts';
import { NewestTimes } from './newest-times.ts';
import { OutboxWriter } from './outbox-writer.ts';
import { ImportRows } from './postgres/import-rows.ts';
import type { Leadership } from './postgres/leadership.ts';
import { ReadYourWrites } from './read-your-writes.ts';
import { ServerBatches } from './server-batches.ts';
import { type HistoryServers, ServerHistoryReader } from './server-history-reader.ts';
import { ServerInserts } from './server-inserts.ts';
import { Shipper, type ShipperState } from './shipper.ts';
import { PATIENCE, type Patience, WaitingBatches } from './waiting-batches.ts';

export interface ClickhouseHistoryOptions extends HistoryServers {
  /** Leadership over the venues that this process records. */
  readonly leadership: Leadership;
  /** Receives failures that belong to no call, such as those of shipping. */
  readonly onFailure?: (error: unknown) => void;
  readonly patience?: Patience;
  /** Maximum bytes that wait in PostgreSQL for the table; above it, batches are refused. Default: no limit. */
  readonly maxOutboxBytes?: number;
  /**
   * Shortest time between two shipments for readers, ms: each shipment, however small, makes a new part of the table.
   * Default 250.
   */
  readonly shipApartMs?: number;
}

/** Delay before another attempt to load the newest times of series, after a failure. */
const LOAD_AGAIN_MS = 5_000;

/**
 * Keeps records in ClickHouse, and everything else in PostgreSQL, where batches of records also wait until they are
 * shipped. Only the process that holds the lease of a venue records it.
 */
export class ClickhouseHistory extends ServerHistoryReader implements HistoryStore, ImportBatches {
  readonly #leadership: Leadership;
  readonly #shipper: Shipper;
  readonly #waiting: WaitingBatches;
  readonly #writer: OutboxWriter;
  readonly #inserts: ServerInserts;
  readonly #reads: ReadYourWrites;
  readonly #batches: ServerBatches;
  readonly #newest = new NewestTimes();
  #isClosed = false;

  constructor({
    leadership,
    onFailure = () => undefined,
    patience,
    maxOutboxBytes = Number.POSITIVE_INFINITY,
    shipApartMs,
    ...servers
  }: ClickhouseHistoryOptions) {
    super(servers, () => this.#reads.wait());
    this.#leadership = leadership;
    this.#waiting = new WaitingBatches(leadership, patience ?? PATIENCE);
    this.#shipper = new Shipper({
      outbox: this.outbox,
      server: servers.records,
      isLeader: () => RECORDERS.some((venue) => leadership.fence(venue) !== null),
      onFailure,
    });
    const { names, outbox, register, records } = this;
    const shared = { waiting: this.#waiting, newest: this.#newest };
    this.#writer = new OutboxWriter({ ...shared, names, outbox, register, maxOutboxBytes });
    this.#reads = new ReadYourWrites({
      shipper: this.#shipper,
      countStored: () => this.#writer.stored,
      shipApartMs,
    });
    this.#inserts = new ServerInserts({
      ...shared,
      writer: this.#writer,
      records,
      ship: () => this.ship(),
    });
    this.#batches = new ServerBatches(new ImportRows(servers.pool.ask), {
      insert: (series, columns) => this.#inserts.insert(series, columns, true),
      putGap: (gap) => this.putGap(gap),
      putResolution: (resolution) => this.putResolution(resolution),
      putRules: (texts) => this.outbox.putMarkets(this.register.encodeRules(texts)),
      putMarks: (marks) => this.putMarks(marks),
      joinBars: (bars) => this.barRows.join(bars),
      joinMarkets: async (markets) => this.outbox.putMarkets(await this.register.join(markets)),
    });
    this.#shipper.start();
    void this.#loadNewest(onFailure);
  }

  findFence(venue: Recorder): number | null {
    return this.#leadership.fence(venue);
  }

  append(batch: readonly SeriesObservation[], listing?: Listing): Promise<void> {
    return this.#writer.append(batch, listing);
  }

  insert(series: SeriesKey & { readonly asset: string }, columns: Columns): Promise<InsertResult> {
    return this.#inserts.insert(series, columns, false);
  }

  async putGap(gap: Gap): Promise<void> {
    const { venue } = gap;
    await this.#waiting.store([venue], 0, () => this.gapRows.put(gap, this.#leadership));
  }

  async removeGap(gap: GapName): Promise<void> {
    await this.#waiting.store([gap.venue], 0, () => this.gapRows.remove(gap, this.#leadership));
  }

  async putResolution(resolution: StoredResolution): Promise<void> {
    const { venue } = resolution;
    await this.#waiting.store([venue], 0, () => this.resolutionRows.put(resolution, this.#leadership));
  }

  async putMarkets(markets: Parameters<RegisterWriter['putMarkets']>[0]): Promise<void> {
    await this.outbox.putMarkets(await this.register.join(markets));
  }

  async putLinkSpans(spans: readonly LinkSpan[]): Promise<void> {
    if (spans.length > 0) await this.linkSpanRows.put(spans);
  }

  /**
   * Stores a closed day without a lease, since it belongs to no venue: two processes that store the same day store the
   * same bytes.
   */
  async putForecastDay(day: number, data: Uint8Array, settled: readonly SeriesKey[]): Promise<void> {
    await this.forecastRows.putDay(day, data, settled);
  }

  async putMarks(marks: readonly ImportedMark[]): Promise<number> {
    const places = await this.markRows.putImported(marks);
    return places.filter((place) => place !== null).length;
  }

  async dropForecasts(endedBefore: EpochMs): Promise<number> {
    return this.forecastRows.dropEndedBefore(endedBefore);
  }

  /** Stores a settled day without a lease: two processes that store the same day store the same bytes. */
  async putSettledDay(day: SettledDay): Promise<void> {
    await this.settledDayRows.put(day);
  }

  /** Verdicts need no lease: two processes that decide the same verdict decide it alike. */
  async putSettled(...rows: readonly SettledRow[]): Promise<void> {
    for (const row of rows) await this.settledRows.put(row);
  }

  async putBars(series: SeriesKey & { readonly asset: string }, bars: readonly VenueBar[]): Promise<void> {
    await this.barRows.put(series, bars, false);
  }

  async addSettledLine(line: SettledLine): Promise<void> {
    await this.settledRows.addLine(line);
  }

  openBatch(origin: BatchOrigin, signal?: AbortSignal): Promise<OpenBatch> {
    return this.#batches.open(origin, signal);
  }

  listBatches(): Promise<readonly ImportBatch[]> {
    return this.#batches.list();
  }

  /** Refuses to undo a batch. @throws {BatchKeptError} since this engine stores imported rows among the others. */
  undoBatch(id: string): Promise<BatchChange> {
    return this.#batches.change(id);
  }

  async resumeBatches(): Promise<readonly string[]> {
    return [];
  }

  /** Ships waiting batches. @throws {HistoryUnavailableError} */
  ship(): Promise<void> {
    return this.#reads.ship();
  }

  /**
   * Sends records of the last 48 hours again that the table acknowledged and then lost.
   *
   * @param all Whether to look up every shipment, even when the newest one is in the table.
   * @returns Number of shipments that were missing.
   */
  async restoreLost(all: boolean): Promise<number> {
    const missing = await this.#shipper.compare(all);
    if (missing > 0) await this.#shipper.ship();
    return missing;
  }

  /** Returns the number of failures of shipping since the last success, and the last error. */
  shipState(): ShipperState {
    return this.#shipper.state();
  }

  override async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#waiting.stop();
    await this.#inserts.waitUntilIdle();
    await this.#shipper.stop();
    await this.#leadership.release?.();
    await super.close();
  }

  /**
   * Loads the newest time of each series that earlier runs recorded. Until they are loaded, records are flagged as if
   * their order of arrival mattered.
   */
  async #loadNewest(onFailure: (error: unknown) => void): Promise<void> {
    for (;;) {
      try {
        await this.ship();
        for await (const [k, t] of this.records.readNewestTimes()) this.#newest.load(k, t);
        return this.#newest.finish();
      } catch (error) {
        if (this.#isClosed) return;
        onFailure(error);
        await wait(LOAD_AGAIN_MS, undefined, { ref: false });
      }
    }
  }
}
