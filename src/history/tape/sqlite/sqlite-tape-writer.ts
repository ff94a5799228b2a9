// One file: what waits, and the moments at which it becomes rows, slices and files, are one order.
import path from 'node:path';
import { type BookBreak, MINUTE_MS } from '../../../domain/index.ts';
import { type DirectoryLock, lockDirectory } from '../../../storage/sqlite/directory-lock.ts';
import { DayBatch, type RowChange, toDay, toMarketKey } from '../books/day-batch.ts';
import { HeardTimes, type RowSink } from '../books/heard-times.ts';
import { LastEnded } from '../books/last-ended.ts';
import { TapeBooks } from '../books/tape-books.ts';
import { roundTrade, toTradeRuns } from '../coding/trade-runs.ts';
import type { TapeFrames } from '../contract/tape-frames.ts';
import type {
  HeardKey,
  NumberedMarket,
  TakenFrames,
  TakenTrade,
  TapeClass,
  TapeState,
  TapeWriter,
} from '../contract/tape-writer.ts';
import type { DayFile } from './day-file.ts';
import { DayFiles, MAX_STEP_BACK_MS } from './day-files.ts';
import { FileNumbers } from './file-numbers.ts';
import { LateChanges } from './late-changes.ts';
import { applyRowChanges } from './row-changes.ts';
import { LOCK_FILE, TAPE_FOLDER } from './tape-folder.ts';

const SLICE_MS = 5 * MINUTE_MS;
const SLICE_CHANGES = 524_288;
/** Limit of trades of a slice, which are kept as objects until it is sealed. */
const SLICE_TRADES = 65_536;

export interface TapeWriterOptions {
  /** Data directory, in which a folder of the tape is created. */
  readonly dataDir: string;
  /** Id of the store: 32 hexadecimal digits. */
  readonly store: string;
  readonly nowMs: number;
}

/**
 * Writes the tape to SQLite day files (docs/formats).
 *
 * @throws {DataDirLockedError} when another process writes the tape of the directory.
 */
export class SqliteTapeWriter implements TapeWriter {
  readonly #lock: DirectoryLock;
  readonly #files: DayFiles;
  readonly #books: TapeBooks;
  readonly #heard = new HeardTimes();
  readonly #ended = new LastEnded();
  readonly #late: LateChanges;
  readonly #fileNumbers = new FileNumbers((number) => this.#toMarket(number));
  /** Waiting batches, oldest first; only the last one still grows. */
  #batches: [DayBatch, ...DayBatch[]];
  /** First time of the next commit of the oldest batch, epoch ms. */
  #fromMs: number;
  #clockMs: number;
  #committedMs: number | null = null;
  #bytes = { day: '', blocks: 0, journal: 0 };
  #bytesPerChange: number | null = null;
  /** Last day for which `setChecked` was called, by market number. */
  readonly #checkedDays = new Map<number, string>();

  constructor({ dataDir, store, nowMs }: TapeWriterOptions) {
    const folder = path.join(dataDir, TAPE_FOLDER);
    this.#lock = lockDirectory(folder, LOCK_FILE);
    try {
      this.#files = new DayFiles(folder, store);
      this.#late = new LateChanges(this.#files, (number) => this.#toMarket(number));
      const today = toDay(nowMs);
      const newestMs = this.#files.recover(today, nowMs);
      this.#clockMs = Math.max(nowMs, (newestMs ?? 0) + 1);
      this.#fromMs = this.#clockMs;
      this.#batches = [new DayBatch(this.#clockMs)];
      this.#files.readNewest(today, (file, day) => this.#ended.read(file.listEnded(), day === today));
      this.#books = new TapeBooks({
        advance: (timeMs) => this.#advance(timeMs),
        clockMs: () => this.#clockMs,
        findLastEnded: (market) => this.#ended.find(`span ${toMarketKey(market)}`),
        onEnded: (market, reason) => this.#ended.set(`span ${toMarketKey(market)}`, reason),
      });
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  nameMarkets(markets: readonly NumberedMarket[]): void {
    this.#books.name(markets);
  }

  forgetMarkets(numbers: readonly number[]): number[] {
    this.#fileNumbers.forget();
    return this.#books.forget(numbers);
  }

  addFrames(frames: TapeFrames): TakenFrames {
    return this.#books.addFrames(frames);
  }

  breakBook(market: number, { toMs, reason }: { readonly toMs: number; readonly reason: BookBreak }): void {
    this.#books.break(this.#books.get(market), toMs, reason);
  }

  breakBooks({ toMs, reason }: { readonly toMs?: number; readonly reason: BookBreak }): void {
    const endMs = toMs ?? this.#committedMs ?? this.#clockMs;
    for (const market of [...this.#books.known()]) this.#books.break(market, endMs, reason);
  }

  setClass(market: number, everyMs: TapeClass, atMs: number): void {
    this.#books.setClass(this.#books.get(market), everyMs, atMs);
  }

  addTrades(trades: readonly TakenTrade[]): number {
    const batch = this.#batches.at(-1)!;
    let refused = 0;
    for (const trade of trades) {
      this.#books.get(trade.market);
      const rounded = Number.isSafeInteger(trade.t) ? roundTrade(trade.price, trade.size) : null;
      if (rounded === null) refused++;
      else if (trade.t >= batch.startMs && trade.t < batch.endMs) batch.trades.push({ ...trade, ...rounded });
      else this.#late.addTrade(toDay(trade.t), { ...trade, ...rounded });
    }
    return refused;
  }

  beginHeard(key: HeardKey, fromMs: number, polledToMs: number | null = null): void {
    const opened = this.#ended.find(this.#heardKey(key));
    this.#heard.begin(key, { fromMs, polledToMs, opened }, this.#sink());
  }

  extendHeard(key: HeardKey, toMs: number): void {
    this.#heard.extend(key, toMs, this.#sink());
  }

  endHeard(key: HeardKey, { toMs, reason }: { readonly toMs: number; readonly reason: BookBreak }): void {
    if (this.#heard.end(key, { toMs, ended: reason }, this.#sink()))
      this.#ended.set(this.#heardKey(key), reason);
  }

  fillHeard(key: HeardKey, fromMs: number, toMs: number): void {
    const sink = this.#sink();
    for (let at = fromMs; at <= toMs; ) {
      const day = new DayBatch(at);
      const endMs = Math.min(toMs, day.endMs - 1);
      const filled = { key, fromMs: at, toMs: endMs, opened: 'backfill', ended: 'backfill' };
      this.#change(day.day, { kind: 'openHeard', ...filled }, sink);
      at = day.endMs;
    }
  }

  setUnsettled({ market, id, t }: { market: number; id: string; t: number }, seenMs: number): void {
    this.#change(toDay(t), { kind: 'unsettled', market, id, seenMs }, this.#sink());
  }

  setChecked(market: number, toMs: number): void {
    const { day, startMs } = new DayBatch(toMs);
    const sink = this.#sink();
    this.#change(day, { kind: 'checked', market, toMs }, sink);
    if (this.#checkedDays.get(market) === day) return;
    // All trades of the day before are older, so they were compared too.
    this.#checkedDays.set(market, day);
    this.#change(toDay(startMs - 1), { kind: 'checked', market, toMs: startMs - 1 }, sink);
  }

  flush(nowMs: number): void {
    this.#books.sampleAll(nowMs, this.#advance(nowMs));
    while (this.#batches.length > 1) this.#finish(this.#batches[0]);
    const [batch] = this.#batches;
    const doesLast = this.#heard.doLast || !this.#books.known().next().done;
    const toMs = Math.max(nowMs, batch.frames.newestMs);
    if (!batch.isEmpty || (doesLast && toMs >= this.#fromMs)) {
      const file = this.#commit(batch, Math.max(toMs, this.#fromMs));
      this.#sealIfDue(file, batch);
    }
    this.#late.write(nowMs);
    this.#files.closeFinished();
  }

  removeBooks(keepDays: number): string | null {
    const { startMs } = this.#batches.at(-1)!;
    let before = toDay(startMs);
    for (let i = 0; i < Math.max(1, keepDays); i++)
      before = toDay(new DayBatch(Date.parse(before) - 1).startMs);
    return this.#files.removeBooks(before);
  }

  state(): TapeState {
    const known = [...this.#books.known()];
    return {
      waiting: this.#batches.reduce((sum, { frames }) => sum + frames.changes, 0),
      books: known.length,
      sampled: known.filter(({ everyMs }) => everyMs !== 0).length,
      committedMs: this.#committedMs,
      bytesToday: this.#bytes.blocks + this.#bytes.journal,
      bytesPerChange: this.#bytesPerChange,
      left: this.#files.left,
    };
  }

  stop(nowMs: number): void {
    try {
      this.flush(nowMs);
      this.breakBooks({ reason: 'restart' });
      for (const key of this.#heard.keys()) {
        this.endHeard(key, { toMs: this.#committedMs ?? this.#clockMs, reason: 'restart' });
      }
      const [batch] = this.#batches;
      if (batch.rows.length > 0) {
        const file = this.#open(batch);
        file.change((rows) => applyRowChanges(rows, batch.rows, (number) => this.#toMarket(number)));
        this.#addLateRows(batch);
      }
      this.#late.write(nowMs);
    } finally {
      this.#files.close();
      this.#lock.release();
    }
  }

  /** Returns the batch of a time on our clock: the newest one, unless a day begins or the clock stepped back. */
  #advance(timeMs: number): DayBatch {
    const batch = this.#batches.at(-1)!;
    if (timeMs <= this.#clockMs) {
      return timeMs >= this.#clockMs - MAX_STEP_BACK_MS ? batch : this.#stepBack(batch, timeMs);
    }
    if (!Number.isFinite(timeMs)) throw new RangeError(`not a time of the tape: ${timeMs}`);
    if (timeMs >= batch.endMs) return this.#beginDay(batch, timeMs);
    this.#clockMs = timeMs;
    return batch;
  }

  #stepBack(batch: DayBatch, timeMs: number): DayBatch {
    this.#breakAll('clock');
    batch.end = { kind: 'part', toMs: this.#clockMs };
    this.#clockMs = timeMs;
    return this.#push(new DayBatch(timeMs, { isNewPart: true }));
  }

  #beginDay(batch: DayBatch, timeMs: number): DayBatch {
    // When days were skipped, for example because the machine slept, nothing is known of them and all spans end.
    const isNext = timeMs < new DayBatch(batch.endMs).endMs;
    if (!isNext) this.#breakAll('clock');
    batch.end = { kind: 'day', toMs: batch.endMs - 1 };
    this.#clockMs = timeMs;
    const next = this.#push(new DayBatch(timeMs, { goesOn: isNext }));
    this.#books.beginDay(batch, next);
    this.#heard.beginDay(batch, next);
    this.#ended.beginDay();
    return next;
  }

  #breakAll(reason: BookBreak): void {
    this.breakBooks({ reason });
    const toMs = this.#committedMs ?? this.#clockMs;
    for (const key of this.#heard.keys()) this.endHeard(key, { toMs, reason });
  }

  #push(batch: DayBatch): DayBatch {
    this.#batches.push(batch);
    return batch;
  }

  /** Commits, seals and closes the oldest batch, which has ended. */
  #finish(batch: DayBatch): void {
    const { end } = batch;
    if (end === null) throw new Error('a batch that goes on cannot be finished');
    if (!batch.isEmpty) this.#commit(batch, Math.max(this.#fromMs, end.toMs));
    const file = this.#files.current;
    if (file !== null) this.#noteSeal(file.seal(end.kind === 'day' ? end.toMs : undefined));
    this.#files.finish();
    const [, next, ...rest] = this.#batches;
    if (next === undefined) throw new Error('the newest batch cannot be finished before the next one begins');
    this.#batches = [next, ...rest];
    this.#fromMs = next.beginMs;
  }

  /** Commits a batch, which covers everything up to a time. */
  #commit(batch: DayBatch, toMs: number): DayFile {
    const file = this.#open(batch);
    const toFileNumber = this.#fileNumbers.of(file);
    const trades = batch.trades.map((trade) => ({ ...trade, market: toFileNumber(trade.market) }));
    this.#bytes.journal += file.commit({
      frames: batch.frames,
      toFileNumber,
      trades: toTradeRuns(trades),
      fromMs: this.#fromMs,
      toMs,
      write: (rows) => applyRowChanges(rows, batch.rows, (number) => this.#toMarket(number)),
    });
    this.#committedMs = toMs;
    this.#fromMs = toMs + 1;
    if (batch === this.#batches.at(-1)) this.#clockMs = Math.max(this.#clockMs, this.#fromMs);
    this.#addLateRows(batch);
    batch.clear();
    return file;
  }

  /** Applies changes that reach into an earlier day to the file of that day too. */
  #addLateRows(batch: DayBatch): void {
    for (const row of batch.rows) {
      if (row.kind === 'endSpan' && row.toMs < batch.startMs) this.#late.addRow(toDay(row.toMs), row);
      if (row.kind === 'resync' && row.fromMs < batch.startMs) this.#late.addRow(toDay(row.fromMs), row);
    }
  }

  #sealIfDue(file: DayFile, batch: DayBatch): void {
    const open = file.readOpenSlice();
    if (open === null) return;
    const isDue = Math.floor((this.#fromMs - 1) / SLICE_MS) > Math.floor(open.fromMs / SLICE_MS);
    if (!isDue && open.changes < SLICE_CHANGES && open.trades < SLICE_TRADES) return;
    const sealed = file.seal();
    this.#noteSeal(sealed);
    if (sealed === null) return;
    this.#books.beginSlice(sealed.slice + 1, {
      fromMs: this.#fromMs,
      batch,
      toFileNumber: this.#fileNumbers.of(file),
    });
  }

  #noteSeal(sealed: { readonly changes: number; readonly bytes: number } | null): void {
    if (sealed === null) return;
    this.#bytes.blocks += sealed.bytes;
    this.#bytes.journal = 0;
    if (sealed.changes > 0) this.#bytesPerChange = sealed.bytes / sealed.changes;
  }

  #open(batch: DayBatch): DayFile {
    const file = this.#files.open(batch.day, { isNewPart: batch.isNewPart, nowMs: this.#fromMs });
    if (this.#bytes.day !== batch.day) this.#bytes = { day: batch.day, ...file.sumBytes() };
    return file;
  }

  #sink(): RowSink {
    return {
      batch: this.#batches.at(-1)!,
      addLate: (day, change) => this.#late.addRow(day, change),
    };
  }

  #change(day: string, change: RowChange, { batch, addLate }: RowSink): void {
    if (day === batch.day) batch.rows.push(change);
    else addLate(day, change);
  }

  #heardKey(key: HeardKey): string {
    const market = key.market === null ? '' : toMarketKey(this.#toMarket(key.market));
    return `heard ${key.venue} ${market}`;
  }

  #toMarket(number: number): NumberedMarket {
    return this.#books.get(number).market;
  }
}
