import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type EpochMs, type Gap, type LinkSpan, VENUES } from '../../domain/index.ts';
import { withDeadline } from '../../scheduling/deadline.ts';
import { InOrder } from '../../scheduling/in-order.ts';
import { checkColumns, sortColumns, viewColumns } from '../columns/columns.ts';
import type {
  Columns,
  HistoryStore,
  InsertResult,
  SeriesKey,
  SeriesObservation,
  StoredResolution,
} from '../contract/history-store.ts';
import type {
  BatchChange,
  BatchOrigin,
  ImportBatch,
  ImportBatches,
  OpenBatch,
} from '../contract/import-batches.ts';
import type { Listing, RegisterWriter } from '../contract/market-register.ts';
import { ImportRows } from '../postgres/import-rows.ts';
import type { Leadership } from '../postgres/leadership.ts';
import type { VenueBatch } from '../postgres/outbox-rows.ts';
import type { RegisterChanges } from '../postgres/register-rows.ts';
import type { NamedSeries } from '../postgres/series-names.ts';
import { checkObservations, checkTime, encodeObservations, keepAll, subtractStored } from './arrivals.ts';
import { createBatch, encodeBatch, numberArrivals } from './batch-coding.ts';
import { NewestTimes } from './newest-times.ts';
import { OutboxRoom } from './outbox-room.ts';
import type { StoredRecord } from './records.ts';
import { ServerBatches } from './server-batches.ts';
import { type HistoryServers, ServerHistoryReader } from './server-history-reader.ts';
import { Shipper, type ShipperState } from './shipper.ts';
import { PATIENCE, type Patience, WaitingBatches } from './waiting-batches.ts';

export interface ClickhouseHistoryOptions extends HistoryServers {
  /** Leadership over the venues that this process records. */
  readonly leadership: Leadership;
  /** Receives failures outside of calls: those of shipping. */
  readonly onFailure?: (error: unknown) => void;
  readonly patience?: Patience;
  /** Bytes that may wait in PostgreSQL for the table; more is refused. Default: no bound. */
  readonly maxOutboxBytes?: number;
  /** Reads ship no more often than this, ms: a shipment is a part of the table, however small. Default 250. */
  readonly shipApartMs?: number;
}

/** Reads of the process that records wait this long for records that it has just stored. */
const SHIPPING_WAIT_MS = 2_000;

const SHIP_APART_MS = 250;

/** How long after a failure the newest times of series are read again. */
const LOAD_AGAIN_MS = 5_000;

/** Memory of a record that waits. */
const RECORD_BYTES = 64;

/** Records of a step of an insert. */
const INSERTED_AT_ONCE = 100_000;

const NO_CHANGES: RegisterChanges = { markets: [], rules: [], ends: [] };

/**
 * Records in ClickHouse, everything else in PostgreSQL, where batches stay until they are shipped. Written by the
 * process that holds the lease of a venue.
 */
export class ClickhouseHistory extends ServerHistoryReader implements HistoryStore, ImportBatches {
  readonly #leadership: Leadership;
  readonly #shipper: Shipper;
  readonly #waiting: WaitingBatches;
  readonly #room: OutboxRoom;
  readonly #batches: ServerBatches;
  readonly #newest = new NewestTimes();
  readonly #shipApartMs: number;
  #readShipAt = Number.NEGATIVE_INFINITY;
  #nextReadShip: Promise<void> | null = null;
  #isPrepared = false;
  /** Batches that were stored, and how many of them were there when the last complete shipping began. */
  #stored = 1;
  #shipped = 0;
  readonly #inserts = new InOrder();
  #isClosed = false;

  constructor({
    leadership,
    onFailure = () => undefined,
    patience,
    maxOutboxBytes = Number.POSITIVE_INFINITY,
    shipApartMs = SHIP_APART_MS,
    ...servers
  }: ClickhouseHistoryOptions) {
    super(servers, () => this.#waitForShipping());
    this.#leadership = leadership;
    this.#shipApartMs = shipApartMs;
    this.#batches = new ServerBatches(new ImportRows(servers.pool.ask), {
      insert: (series, columns) => this.#inserts.run(() => this.#insert(series, columns, true)),
      putGap: (gap) => this.putGap(gap),
      putResolution: (resolution) => this.putResolution(resolution),
      putRules: (texts) => this.outbox.putMarkets(this.register.encodeRules(texts)),
      joinMarkets: async (markets) => this.outbox.putMarkets(await this.register.join(markets)),
    });
    this.#room = new OutboxRoom(() => this.outbox.state(), maxOutboxBytes);
    this.#waiting = new WaitingBatches(leadership, patience ?? PATIENCE);
    this.#shipper = new Shipper({
      outbox: this.outbox,
      server: servers.records,
      isLeader: () => VENUES.some((venue) => leadership.fence(venue) !== null),
      onFailure,
    });
    this.#shipper.start();
    void this.#loadNewest(onFailure);
  }

  async append(batch: readonly SeriesObservation[], listing?: Listing): Promise<void> {
    checkObservations(batch);
    const venues = [
      ...new Set([...(listing === undefined ? [] : [listing.venue]), ...batch.map(({ venue }) => venue)]),
    ];
    if (venues.length === 0) return;
    if (batch.length > 0) this.#room.require();
    const keys = new Map(VENUES.map((venue) => [venue, randomUUID()]));
    await this.#waiting.store(venues, toBytes(batch, listing), async (fences) => {
      await this.#prepare();
      const prepared: VenueBatch[] = [];
      for (const venue of venues) {
        const records = venues.length === 1 ? batch : batch.filter((record) => record.venue === venue);
        const changed = listing?.venue === venue ? listing.changed : [];
        const changes =
          changed.length === 0 ? NO_CHANGES : await this.register.review(changed, listing?.at ?? 0);
        const { named, isNew } = await this.#name(records);
        prepared.push({
          venue,
          batchKey: keys.get(venue) as string,
          names: isNew,
          changes,
          forecasts: listing?.venue === venue ? (listing.forecasts ?? []) : [],
          records: encodeObservations(records, { named, isNew: new Set(isNew), newest: this.#newest }),
        });
      }
      await this.#store(prepared, fences);
    });
  }

  /** Inserts one batch at a time: the stored records depend on the present ones. */
  insert(series: SeriesKey & { readonly asset: string }, columns: Columns): Promise<InsertResult> {
    return this.#inserts.run(() => this.#insert(series, columns, false));
  }

  async putGap(gap: Gap): Promise<void> {
    const { venue } = gap;
    await this.#waiting.store([venue], 0, () => this.gapRows.put(gap, this.#leadership));
  }

  async putResolution(resolution: StoredResolution): Promise<void> {
    const { venue } = resolution;
    await this.#waiting.store([venue], 0, () => this.resolutionRows.put(resolution, this.#leadership));
  }

  async putMarkets(markets: Parameters<RegisterWriter['putMarkets']>[0]): Promise<void> {
    await this.outbox.putMarkets(await this.register.join(markets));
  }

  async putLinkSpans(spans: readonly LinkSpan[]): Promise<void> {
    if (spans.length > 0) await this.register.putLinkSpans(spans);
  }

  /** Days belong to no venue, and so to no lease: a day that is stored twice is the same day. */
  async putForecastDay(day: number, data: Uint8Array, settled: readonly SeriesKey[]): Promise<void> {
    await this.forecastRows.putDay(day, data, settled);
  }

  async dropForecasts(endedBefore: EpochMs): Promise<number> {
    return this.forecastRows.dropEndedBefore(endedBefore);
  }

  openBatch(origin: BatchOrigin, signal?: AbortSignal): Promise<OpenBatch> {
    return this.#batches.open(origin, signal);
  }

  listBatches(): Promise<readonly ImportBatch[]> {
    return this.#batches.list();
  }

  /** @throws {BatchKeptError} imports are among the other records. */
  undoBatch(id: string): Promise<BatchChange> {
    return this.#batches.change(id);
  }

  async resumeBatches(): Promise<readonly string[]> {
    return [];
  }

  /** Ships waiting batches. @throws {HistoryUnavailableError} */
  async ship(): Promise<void> {
    const stored = this.#stored;
    await this.#shipper.ship();
    this.#shipped = Math.max(this.#shipped, stored);
  }

  /**
   * Sends again records of the last 48 hours that the table acknowledged and lost.
   *
   * @param all Looks at all of it, also where the newest is there.
   * @returns Shipments that were missing.
   */
  async restoreLost(all: boolean): Promise<number> {
    const missing = await this.#shipper.compare(all);
    if (missing > 0) await this.#shipper.ship();
    return missing;
  }

  /** How shipping goes. */
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

  /** @param isImport Records that were appended take equal ones away too, as an export that comes back has them. */
  async #insert(
    series: SeriesKey & { readonly asset: string },
    columns: Columns,
    isImport: boolean,
  ): Promise<InsertResult> {
    checkColumns(columns);
    for (let i = 0; i < columns.length; i++) checkTime(columns.t[i]!, i);
    const sorted = sortColumns(viewColumns(columns, 0, columns.length));
    let stored = 0;
    for (let from = 0; from < sorted.length; ) {
      let to = Math.min(sorted.length, from + INSERTED_AT_ONCE);
      // Records of one time come together: how many of them are there already is counted once.
      while (to < sorted.length && sorted.t[to] === sorted.t[to - 1]) to++;
      stored += await this.#insertStep(series, viewColumns(sorted, from, to), isImport);
      from = to;
    }
    return { stored, skipped: sorted.length - stored };
  }

  /** @param columns In order. @returns How many were stored. */
  async #insertStep(
    series: SeriesKey & { readonly asset: string },
    columns: Columns,
    isImport: boolean,
  ): Promise<number> {
    const { venue } = series;
    const batchKey = randomUUID();
    const [firstMs, lastMs] = [columns.t[0]!, columns.t[columns.length - 1]!];
    // From here on records appended within the span state that their order decides.
    const { named, isNew } = await this.#waiting.runInOrder([venue], async () => {
      const names = await this.#name([series]);
      this.#newest.reserve(names.named[0]!.k, lastMs, names.isNew.length > 0);
      return names;
    });
    const { k } = named[0]!;
    const { kept, flags } =
      isNew.length > 0
        ? keepAll(columns)
        : subtractStored(columns, await this.#readStored(k, columns), isImport);
    if (kept.length === 0) return 0;
    await this.#waiting.store([venue], RECORD_BYTES * kept.length, async (fences) => {
      await this.#prepare();
      const batch = createBatch(BigInt64Array.of(k), kept.length);
      batch.t.set(kept.t.subarray(0, kept.length));
      batch.p.set(kept.p.subarray(0, kept.length));
      batch.v.set(kept.v.subarray(0, kept.length));
      batch.s.set(kept.s.subarray(0, kept.length));
      batch.f.set(flags);
      numberArrivals(batch);
      const newestMs = Math.max(lastMs, firstMs);
      const records = { count: kept.length, newestMs, data: encodeBatch(batch) };
      await this.#store([{ venue, batchKey, names: isNew, changes: NO_CHANGES, records }], fences);
    });
    return kept.length;
  }

  /** The records of a series within the span of some, all that this process has stored included. */
  async #readStored(k: bigint, { t, length }: Columns): Promise<StoredRecord[]> {
    await this.ship();
    return Array.fromAsync(this.records.readSpan(k, t[0]!, t[length - 1]!));
  }

  async #store(batches: readonly VenueBatch[], fences: readonly number[]): Promise<void> {
    if (batches.length === 1) await this.outbox.append(batches[0]!, fences[0]!);
    else {
      await this.outbox.appendAll(batches.map((batch, i) => ({ batch, fence: fences[i]! })));
    }
    for (const { names } of batches) for (const series of names) this.names.remember(series);
    this.#stored++;
  }

  /** Names and numbers of the series of each record of a venue, and of those those that are not stored yet. */
  async #name(records: readonly (SeriesKey & { readonly asset: string })[]): Promise<{
    readonly named: readonly NamedSeries[];
    readonly isNew: readonly NamedSeries[];
  }> {
    const named = records.map((record) => this.names.get(record));
    const unknown = new Map(
      records.filter((_, i) => named[i] === undefined).map((record) => [record.storeKey, record]),
    );
    if (unknown.size === 0) return { named: named as NamedSeries[], isNew: [] };
    const series = [...unknown.values()];
    const found = await this.names.findMany(series);
    const unnamed = series
      .filter((_, i) => found[i] === null)
      .map(({ venue, storeKey, asset }) => ({ venue, storeKey, asset }));
    const isNew = unnamed.length === 0 ? [] : await this.names.propose(unnamed);
    const read = new Map(
      [...found.filter((one) => one !== null), ...isNew].map((one) => [one.storeKey, one]),
    );
    return { named: records.map(({ storeKey }, i) => named[i] ?? read.get(storeKey)!), isNew };
  }

  async #prepare(): Promise<void> {
    if (this.#isPrepared) return;
    await this.outbox.prepare(VENUES);
    this.#isPrepared = true;
  }

  /** Waits until this process can read what it stored; not forever, since the table may be away. */
  async #waitForShipping(): Promise<void> {
    if (this.#shipped === this.#stored) return;
    // Readers go on with what is there; the shipper repeats the round.
    const shipped = this.#shipForReaders().catch(() => undefined);
    await withDeadline(shipped, SHIPPING_WAIT_MS, () => undefined);
  }

  /** Readers that come within a while share one shipment. */
  #shipForReaders(): Promise<void> {
    this.#nextReadShip ??= (async () => {
      const dueMs = this.#readShipAt + this.#shipApartMs - performance.now();
      // Also without a wait: those who ask in the same moment come first.
      await (dueMs > 0 ? wait(dueMs) : undefined);
      this.#readShipAt = performance.now();
      // Later readers need another shipment: this one may miss their records.
      this.#nextReadShip = null;
      await this.ship();
    })();
    return this.#nextReadShip;
  }

  /** Times of series that earlier runs have recorded; until they are known, the order of appending decides. */
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

/** Rules are most of a market's text. */
function toBytes(batch: readonly SeriesObservation[], listing: Listing | undefined): number {
  const changed = listing?.changed ?? [];
  return changed.reduce((sum, { rules }) => sum + 2 * (rules?.length ?? 0), RECORD_BYTES * batch.length);
}
