import type { Gap } from '../../domain/index.ts';
import { InOrder } from '../../scheduling/in-order.ts';
import type { Columns, HistoryStore, InsertResult } from '../contract/history-store.ts';
import {
  type BatchChange,
  BatchKeptError,
  type BatchOrigin,
  type ImportBatch,
  type ImportedSeries,
  insertEach,
  type OpenBatch,
  UnknownBatchError,
} from '../contract/import-batches.ts';
import type { RegisteredMarket } from '../contract/market-register.ts';
import type { ImportedMark } from '../contract/reference-marks.ts';
import type { StoredResolution } from '../contract/resolutions.ts';
import type { SeriesKey } from '../contract/series.ts';
import type { BarOfSeries } from '../contract/venue-bars.ts';
import type { ImportRows } from './postgres/import-rows.ts';

/** The part of a store that an import writes to. */
export interface BatchWriter extends Pick<HistoryStore, 'insert' | 'putGap' | 'putResolution' | 'putMarks'> {
  putRules(texts: readonly string[]): Promise<void>;
  /** Joins markets as `OpenBatch.putMarkets` does. */
  joinMarkets(markets: readonly RegisteredMarket[]): Promise<void>;
  /** Stores bars as `OpenBatch.putBars` does. */
  joinBars(bars: readonly BarOfSeries[]): Promise<number>;
}

/** Imports into a history on servers: batches are counted and listed, run one at a time, and cannot be undone. */
export class ServerBatches {
  readonly #rows: ImportRows;
  readonly #writer: BatchWriter;
  /** Runs one batch at a time, each until it is ended. */
  readonly #batches = new InOrder();

  constructor(rows: ImportRows, writer: BatchWriter) {
    this.#rows = rows;
    this.#writer = writer;
  }

  list(): Promise<readonly ImportBatch[]> {
    return this.#rows.list();
  }

  /** Opens a batch after the earlier ones have ended. @throws The reason of the signal when it is aborted meanwhile. */
  async open(origin: BatchOrigin, signal?: AbortSignal): Promise<OpenBatch> {
    const before = this.#batches.waitUntilIdle();
    const ended = Promise.withResolvers<void>();
    void this.#batches.run(() => ended.promise);
    await before;
    try {
      signal?.throwIfAborted();
      const id = await this.#rows.open(origin, Date.now());
      return new ServerBatch(id, { rows: this.#rows, writer: this.#writer, onEnd: ended.resolve });
    } catch (error) {
      ended.resolve();
      throw error;
    }
  }

  /** Refuses to change a batch. @throws {UnknownBatchError | BatchKeptError} always. */
  async change(id: string): Promise<BatchChange> {
    throw (await this.#rows.has(id)) ? new BatchKeptError(id) : new UnknownBatchError(id);
  }
}

class ServerBatch implements OpenBatch {
  readonly id: string;
  readonly #rows: ImportRows;
  readonly #writer: BatchWriter;
  readonly #onEnd: () => void;

  constructor(
    id: string,
    {
      rows,
      writer,
      onEnd,
    }: { readonly rows: ImportRows; readonly writer: BatchWriter; readonly onEnd: () => void },
  ) {
    this.id = id;
    this.#rows = rows;
    this.#writer = writer;
    this.#onEnd = onEnd;
  }

  async insert(series: SeriesKey & { readonly asset: string }, columns: Columns): Promise<InsertResult> {
    const result = await this.#writer.insert(series, columns);
    await this.#rows.add(this.id, result);
    return result;
  }

  insertMany(all: readonly ImportedSeries[]): Promise<InsertResult> {
    return insertEach(this, all);
  }

  putGap(gap: Gap): Promise<void> {
    return this.#writer.putGap(gap);
  }

  putResolution(resolution: StoredResolution): Promise<void> {
    return this.#writer.putResolution(resolution);
  }

  putRules(texts: readonly string[]): Promise<void> {
    return this.#writer.putRules(texts);
  }

  putMarkets(markets: readonly RegisteredMarket[]): Promise<void> {
    return this.#writer.joinMarkets(markets);
  }

  putMarks(marks: readonly ImportedMark[]): Promise<number> {
    return this.#writer.putMarks(marks);
  }

  putBars(bars: readonly BarOfSeries[]): Promise<number> {
    return this.#writer.joinBars(bars);
  }

  async end(): Promise<void> {
    try {
      await this.#rows.end(this.id);
    } finally {
      this.#onEnd();
    }
  }
}
