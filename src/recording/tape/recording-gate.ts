import type { BookBreak, Clock } from '../../domain/index.ts';
import type { TapeBatch } from './messages.ts';
import type { TapeCollector } from './tape-collector.ts';
import type { TradePolls } from './trade-polls.ts';

/** Health's judgement of free disk space; null: there is enough. */
export type DiskLevel = 'warning' | 'critical' | null;

export interface RecordingGateOptions {
  readonly collector: TapeCollector;
  readonly polls: () => TradePolls;
  readonly isThreadUp: () => boolean;
  /** Requests all books again after a time in which their changes were not recorded. */
  readonly repeatBooks: () => void;
  readonly clock: Clock;
  readonly log: { readonly warn: (facts: object, message: string) => void };
}

/**
 * Numbers of changes that were sent and are not on the disk. Above the first, books are given up until there are fewer
 * than the second.
 */
const MAX_WAITING = 1_000_000;
const RESUME_WAITING = 100_000;

/** Decides whether books and trades are recorded, by the free disk space and by the number of waiting changes. */
export class RecordingGate {
  readonly #options: RecordingGateOptions;
  #disk: DiskLevel = null;
  #isOverloaded = false;
  #breakAll: TapeBatch['breakAll'] = null;

  constructor(options: RecordingGateOptions) {
    this.#options = options;
  }

  get disk(): DiskLevel {
    return this.#disk;
  }

  /** Takes the break of all books for the next batch; null: none. */
  takeBreak(): TapeBatch['breakAll'] {
    const breakAll = this.#breakAll;
    this.#breakAll = null;
    return breakAll;
  }

  /** Sets the level of free disk space. @param committedMs Time of the last commit, up to which trades are known. */
  setDisk(level: DiskLevel, committedMs: number): void {
    const { collector, polls, clock } = this.#options;
    const before = this.#disk;
    this.#disk = level;
    if (level === before) return;
    if (before === null) this.#pauseBooks('disk', null);
    if (level === 'critical' || before === 'critical') {
      const isCritical = level === 'critical';
      if (isCritical) {
        collector.endHeard('disk', committedMs);
        polls().end('disk', committedMs);
      }
      collector.areTradesPaused = isCritical;
      if (!isCritical) collector.beginHeard(clock());
    }
    if (level === null) this.resumeBooks();
  }

  /** Stops recording books while too many changes wait. @param isRefused Whether the last commit was refused. */
  limitWaiting(waiting: number, now: number, isRefused: boolean): void {
    if (!this.#isOverloaded && waiting > MAX_WAITING) {
      this.#isOverloaded = true;
      // All input up to now is sent first.
      this.#pauseBooks(isRefused ? 'disk' : 'overload', isRefused ? null : now);
    } else if (this.#isOverloaded && waiting < RESUME_WAITING) {
      this.#isOverloaded = false;
      this.resumeBooks();
    }
  }

  /** Notes that the thread died. Books are lost until another thread has started. */
  noteDeath(): void {
    const { collector } = this.#options;
    collector.isPaused = true;
    collector.loseBooks('restart');
    collector.clear();
    this.#breakAll = null;
  }

  /** Records books again, unless the disk, the waiting changes or a missing thread prevent it. */
  resumeBooks(): void {
    const { collector, isThreadUp, repeatBooks } = this.#options;
    if (this.#isOverloaded || this.#disk !== null || !isThreadUp()) return;
    collector.isPaused = false;
    repeatBooks();
  }

  /** Stops recording books. @param toMs Last time at which books are known; null: the last commit. */
  #pauseBooks(reason: BookBreak, toMs: number | null): void {
    const { collector, log } = this.#options;
    if (collector.isPaused) return;
    log.warn({ reason }, 'books are not recorded for a while');
    collector.isPaused = true;
    collector.loseBooks(reason);
    this.#breakAll = { reason, toMs };
  }
}
