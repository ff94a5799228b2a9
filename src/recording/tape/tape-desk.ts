import { MINUTE_MS, toMessage } from '../../domain/index.ts';
import type { TapeReader } from '../../history/tape/contract/tape-reader.ts';
import type { HeardKey, NumberedMarket, TapeWriter } from '../../history/tape/contract/tape-writer.ts';
import { HourVolumes } from './hour-volumes.ts';
import { recordListing, recordVenueListing } from './listed-trades.ts';
import type {
  HeardChange,
  TapeBatch,
  TapeCompared,
  TapeListing,
  TapeReport,
  TapeVenueListing,
} from './messages.ts';
import type { TradeDesk } from './trade-desk.ts';

/**
 * Interval between commits. Batches arrive every tenth of a second, so that all input is on the disk within a second.
 */
const FLUSH_EVERY_MS = 800;
/** Number of changes that are committed at once, before the interval has passed. */
const FLUSH_CHANGES = 16_384;
/** Interval at which old days are searched whose books need not be kept. */
const REMOVE_EVERY_MS = 10 * MINUTE_MS;

export interface TapeDeskOptions {
  readonly writer: TapeWriter;
  readonly trades: TradeDesk;
  readonly reader: TapeReader;
  /** Number of days for which books are kept; 0: all. */
  readonly bookDays: number;
  /** Monotonic clock, in ms. */
  readonly now: () => number;
  readonly report: (report: TapeReport) => void;
  /** Receives the errors of removing old books, which is tried again. */
  readonly onError: (error: unknown) => void;
}

/** Adds batches to the tape, and commits them at intervals. Runs in the thread of the tape. */
export class TapeDesk {
  readonly #options: TapeDeskOptions;
  #flushedAt: number;
  #removedAt: number;
  #failure: string | null = null;
  /** Time in epoch ms up to which all input has arrived. */
  #atMs = 0;
  /** Number of levels and changes that have arrived, and number of those that are committed. */
  #taken = 0;
  #handled = 0;
  #uncommitted = 0;
  #refused: number[] = [];
  /** Markets to forget once all their input is committed, and markets forgotten since the last report. */
  #leaving: number[] = [];
  #forgotten: number[] = [];
  #unknown = 0;
  #resyncChanges = 0;
  readonly #volumes = new HourVolumes();

  constructor(options: TapeDeskOptions) {
    this.#options = options;
    this.#flushedAt = options.now();
    this.#removedAt = options.now();
  }

  receive({ atMs, markets, forgotten, frames, breakAll, classes, trades, heard }: TapeBatch): void {
    const { writer } = this.#options;
    this.#atMs = atMs;
    this.#name(markets);
    this.#leaving.push(...forgotten);
    if (frames !== null) {
      const { changes, refused, unknown, resyncChanges } = writer.addFrames(frames);
      this.#taken += frames.sides.length;
      this.#uncommitted += changes;
      this.#refused.push(...refused);
      this.#unknown += unknown;
      this.#resyncChanges += resyncChanges;
    }
    if (breakAll !== null) {
      const { reason, toMs } = breakAll;
      writer.breakBooks(toMs === null ? { reason } : { reason, toMs });
    }
    for (const { market, everyMs } of classes) writer.setClass(market, everyMs, atMs);
    this.#receiveTrades(trades, atMs);
    for (const change of heard) this.#hear(change);
    this.#flushIfDue(atMs);
  }

  /** Commits now. Never throws: input that the disk rejected is committed later. */
  flush(atMs: number): boolean {
    const { writer, now } = this.#options;
    this.#flushedAt = now();
    try {
      writer.flush(atMs);
      this.#failure = null;
      this.#handled = this.#taken;
      this.#uncommitted = 0;
      this.#forget();
    } catch (error) {
      this.#failure = toMessage(error);
    }
    this.#report();
    return this.#failure === null;
  }

  /** Compares a venue's list with the stored trades, after committing all input. */
  async receiveListing(listing: TapeListing): Promise<TapeCompared> {
    const { writer, trades, reader } = this.#options;
    if (!this.flush(this.#atMs)) throw new Error(`trades are not compared: ${this.#failure}`);
    return recordListing({ reader, writer, desk: trades, volumes: this.#volumes }, listing, this.#atMs);
  }

  /** Stores the missing trades of a list of all markets. */
  async receiveVenueListing(listing: TapeVenueListing): Promise<void> {
    const { writer, trades, reader } = this.#options;
    if (!this.flush(this.#atMs)) throw new Error(`trades are not compared: ${this.#failure}`);
    await recordVenueListing({ reader, writer, desk: trades, volumes: this.#volumes }, listing, this.#atMs);
  }

  #flushIfDue(atMs: number): void {
    const passedMs = this.#options.now() - this.#flushedAt;
    const isFull = this.#uncommitted >= FLUSH_CHANGES && this.#failure === null;
    if (passedMs < FLUSH_EVERY_MS && !isFull) return;
    if (this.flush(atMs)) this.#removeBooks();
  }

  #name(markets: readonly NumberedMarket[]): void {
    if (markets.length === 0) return;
    this.#options.writer.nameMarkets(markets);
    this.#options.trades.nameMarkets(markets);
  }

  #forget(): void {
    if (this.#leaving.length === 0) return;
    const known = new Set(this.#options.writer.forgetMarkets(this.#leaving));
    const forgotten = this.#leaving.filter((number) => !known.has(number));
    this.#options.trades.forgetMarkets(forgotten);
    this.#forgotten.push(...forgotten);
    this.#leaving = [...known];
  }

  #receiveTrades(trades: TapeBatch['trades'], atMs: number): void {
    if (trades.length === 0) return;
    const { writer, trades: desk } = this.#options;
    for (const trade of desk.admit(trades, atMs)) {
      const refused = writer.addTrades([trade]);
      if (refused > 0) desk.noteRefused(trade.market, refused);
      else this.#volumes.add(desk.getMarket(trade.market).asset, trade);
    }
  }

  #hear(change: HeardChange): void {
    const { writer } = this.#options;
    const key: HeardKey = change.key;
    if (change.kind === 'begin') {
      if (change.polledToMs === null) writer.beginHeard(key, change.fromMs);
      else writer.beginHeard(key, change.fromMs, change.polledToMs);
    } else if (change.kind === 'extend') writer.extendHeard(key, change.toMs);
    else if (change.kind === 'end') writer.endHeard(key, { toMs: change.toMs, reason: change.reason });
    else writer.fillHeard(key, change.fromMs, change.toMs);
  }

  /** Removes the books of one day at a time, so that the thread can do other work in between. */
  #removeBooks(): void {
    const { writer, bookDays, now, onError } = this.#options;
    if (bookDays === 0 || now() - this.#removedAt < REMOVE_EVERY_MS) return;
    this.#removedAt = now();
    try {
      writer.removeBooks(bookDays);
    } catch (error) {
      onError(error);
    }
  }

  #report(): void {
    this.#options.report({
      kind: 'report',
      state: this.#options.writer.state(),
      handled: this.#handled,
      failure: this.#failure,
      refused: this.#refused,
      forgotten: this.#forgotten,
      unknown: this.#unknown,
      resyncChanges: this.#resyncChanges,
      trades: this.#options.trades.takeCounts(),
      // While commits fail, volumes are not reported, because they may be lost with this thread.
      volumes: this.#failure === null ? this.#volumes.take() : [],
    });
    this.#refused = [];
    this.#forgotten = [];
    this.#unknown = 0;
    this.#resyncChanges = 0;
  }
}
