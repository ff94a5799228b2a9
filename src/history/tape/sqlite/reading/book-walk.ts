import type { LiveBook } from '../../books/live-book.ts';
import { toLiveBook } from '../../books/whole-book.ts';
import type { BookRun, WholeBook } from '../../coding/book-run.ts';
import type { TapeSpan } from '../../contract/tape-coverage.ts';
import type { TapeWindow } from '../../contract/tape-reader.ts';
import type { BookSource, MarketRuns, SourceRuns } from './book-sources.ts';

/** Book during a walk, which changes it in place. */
export interface WalkedBook {
  readonly book: LiveBook;
  /** Time of the last frame that changed the book, or of the whole book with which the span began. */
  bookMs: number;
  /** The venue's time of that frame; null when it stated none. */
  venueMs: number | null;
}

/** Receives the events of a walk, in the order of time. */
export interface BookVisitor {
  /** Whether the book need not be updated after `onKnown`, since the visitor only uses frames. */
  readonly leavesBook?: boolean;
  /** Called when the book becomes known, from a time on. */
  onKnown: (t: number, state: WalkedBook) => void;
  /** Called before a frame changes the book. @returns False to stop the walk. */
  beforeFrame?: (t: number, state: WalkedBook) => boolean;
  /** Called after a frame: the changes `start` to `end` of a run. @returns False to stop the walk. */
  onFrame?: (frame: WalkedFrame) => boolean;
  /** Called when nothing is known any more, from a time on. */
  onLost: (t: number) => void;
}

export interface WalkedFrame {
  readonly t: number;
  readonly venueMs: number | null;
  readonly run: BookRun;
  readonly start: number;
  readonly end: number;
}

/** Walks through the frames of a span in a window within it. The book at the window's start, if known, comes first. */
export function walkBook(
  runs: MarketRuns,
  window: TapeWindow & { readonly span: TapeSpan },
  visitor: BookVisitor,
): void {
  const steps = stepThroughBook(runs, window, visitor);
  while (steps.next().done !== true);
}

/** Walks as {@link walkBook} does, and yields after each source. */
export function* stepThroughBook(
  { sources, read }: MarketRuns,
  { span, fromMs, toMs }: TapeWindow & { readonly span: TapeSpan },
  visitor: BookVisitor,
): Generator<void> {
  const started = findStart({ sources, read }, { span, fromMs });
  const walk = new Walk({ fromMs, toMs, spanFromMs: span.fromMs }, visitor);
  for (let i = started.index; i < sources.length; i++) {
    const source = sources[i]!;
    if (source.fromMs > toMs) break;
    const runs = started.read.get(source) ?? read(source);
    started.read.delete(source);
    if (!walk.visit(runs)) break;
    yield;
  }
  walk.end();
}

/** Finds the newest source from which the book at a time can be built, or from which on it is damaged. */
function findStart(
  { sources, read: readRuns }: MarketRuns,
  { span, fromMs }: { readonly span: TapeSpan; readonly fromMs: number },
): { readonly index: number; readonly read: Map<BookSource, SourceRuns> } {
  const read = new Map<BookSource, SourceRuns>();
  let index = sources.findLastIndex((source) => source.fromMs <= fromMs);
  for (; index > 0; index--) {
    const source = sources[index]!;
    if (source.toMs < span.fromMs) return { index: index + 1, read };
    const runs = readRuns(source);
    read.set(source, runs);
    const isWhole = ({ whole }: BookRun) =>
      whole !== null && whole.beginMs <= fromMs && whole.beginMs >= span.fromMs;
    if (runs.runs.some(isWhole) || (runs.damagedMs !== null && runs.damagedMs <= fromMs))
      return { index, read };
  }
  return { index: Math.max(0, index), read };
}

/** State of a walk between sources. */
class Walk {
  readonly #window: TapeWindow & { readonly spanFromMs: number };
  readonly #visitor: BookVisitor;
  #state: WalkedBook | null = null;
  /** Whether the visitor was told that the book is known, and not lost since. */
  #isTold = false;

  constructor(window: TapeWindow & { readonly spanFromMs: number }, visitor: BookVisitor) {
    this.#window = window;
    this.#visitor = visitor;
  }

  /** Processes a source. @returns False when the walk has ended. */
  visit({ runs, damagedMs, beforeDamage }: SourceRuns): boolean {
    for (const [i, run] of runs.entries()) {
      const lostMs = damagedMs !== null && i < beforeDamage ? damagedMs : Number.POSITIVE_INFINITY;
      if (damagedMs !== null && i === beforeDamage && !this.#lose(damagedMs)) return false;
      const leastMs = damagedMs !== null && i >= beforeDamage ? damagedMs : Number.NEGATIVE_INFINITY;
      if (run.whole !== null && run.whole.beginMs < lostMs && !this.#begin(run, run.whole, leastMs))
        return false;
      if (this.#state !== null && !this.#visitFrames(run, lostMs)) return false;
    }
    return damagedMs === null || runs.length > beforeDamage || this.#lose(damagedMs);
  }

  /** Ends the walk. A book that was known at the window's start and has not changed since is reported now. */
  end(): void {
    this.#tellBegin(Number.POSITIVE_INFINITY);
  }

  #begin(run: BookRun, whole: WholeBook, leastMs: number): boolean {
    const { fromMs, toMs, spanFromMs } = this.#window;
    const beginMs = Math.max(whole.beginMs, leastMs);
    if (beginMs > toMs) return false;
    if (whole.beginMs < spanFromMs) return true;
    // A whole book within a known span equals the known book.
    if (this.#state !== null) return true;
    this.#state = { book: toLiveBook(run, whole), bookMs: whole.bookMs, venueMs: whole.venueMs };
    if (beginMs > fromMs) this.#tell(beginMs);
    return true;
  }

  #visitFrames(run: BookRun, lostMs: number): boolean {
    const { toMs } = this.#window;
    const [priceUnit, sizeUnit] = [10 ** run.priceDecimals, 10 ** run.sizeDecimals];
    const state = this.#state;
    let end = 0;
    for (let frame = 0; frame < run.times.length && state !== null; frame++) {
      const [t, start] = [run.times[frame]!, end];
      end += run.counts[frame]!;
      if (t > toMs) return false;
      if (t >= lostMs) return true;
      this.#tellBegin(t);
      if (this.#isTold && this.#visitor.beforeFrame?.(t, state) === false) return false;
      const isLeft = this.#isTold && this.#visitor.leavesBook === true;
      for (let i = start; i < end && !isLeft; i++)
        state.book.set(run.sides[i]!, run.prices[i]! / priceUnit, run.sizes[i]! / sizeUnit);
      state.bookMs = t;
      state.venueMs = run.venueTimes?.[frame] ?? null;
      if (!this.#isTold) continue;
      const told = this.#visitor.onFrame?.({ t, venueMs: state.venueMs, run, start, end });
      if (told === false) return false;
    }
    return true;
  }

  /** Reports the book at the window's start, before the first event behind it. */
  #tellBegin(t: number): void {
    const { fromMs } = this.#window;
    if (!this.#isTold && t > fromMs && this.#state !== null) this.#tell(fromMs);
  }

  #tell(t: number): void {
    if (this.#state === null) return;
    this.#isTold = true;
    this.#visitor.onKnown(t, this.#state);
  }

  #lose(damagedMs: number): boolean {
    const { fromMs, toMs } = this.#window;
    this.#tellBegin(damagedMs);
    this.#state = null;
    if (damagedMs > toMs) return false;
    this.#isTold = false;
    this.#visitor.onLost(Math.max(damagedMs, fromMs));
    return true;
  }
}
