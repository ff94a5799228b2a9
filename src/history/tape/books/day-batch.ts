import { DAY_MS } from '../../../domain/index.ts';
import { FrameLog } from '../coding/frame-log.ts';
import type { HeardKey, NumberedMarket, TakenTrade, TapeClass } from '../contract/tape-writer.ts';

/** Change of a row other than frames and trades. The changes of a commit are applied in order. */
export type RowChange =
  | {
      readonly kind: 'openSpan';
      readonly market: number;
      readonly fromMs: number;
      readonly everyMs: TapeClass;
      readonly depth: number | null;
      readonly opened: string;
    }
  | {
      readonly kind: 'endSpan';
      readonly market: number;
      readonly toMs: number;
      readonly ended: string;
    }
  | {
      readonly kind: 'resync';
      readonly market: number;
      readonly fromMs: number;
      readonly toMs: number;
      readonly changes: number;
    }
  | {
      readonly kind: 'openHeard';
      readonly key: HeardKey;
      readonly fromMs: number;
      /** End, epoch ms; null while trades are still heard: then the newest commit is the end. */
      readonly toMs: number | null;
      readonly opened: string;
      /** Present for a time span that was back-filled, which has ended already. */
      readonly ended?: string;
    }
  | { readonly kind: 'endHeard'; readonly key: HeardKey; readonly toMs: number; readonly ended: string }
  | { readonly kind: 'extendHeard'; readonly key: HeardKey; readonly toMs: number }
  | { readonly kind: 'unsettled'; readonly market: number; readonly id: string; readonly seenMs: number }
  | { readonly kind: 'checked'; readonly market: number; readonly toMs: number };

/** End of a batch with its reason: its day is over (`day`), or the clock stepped back (`part`). */
export interface BatchEnd {
  readonly kind: 'day' | 'part';
  /** Last time that belongs to the batch, epoch ms. */
  readonly toMs: number;
}

/** Everything of one part of a day that waits for a commit. */
export class DayBatch {
  readonly day: string;
  /** Start of the day, and of the next day, epoch ms. */
  readonly startMs: number;
  readonly endMs: number;
  /** First time that its commits cover, epoch ms. */
  readonly beginMs: number;
  /** Whether the batch begins a new part of the day. */
  readonly isNewPart: boolean;
  readonly frames = new FrameLog();
  rows: RowChange[] = [];
  trades: TakenTrade[] = [];
  /** End of the batch; null while it goes on. */
  end: BatchEnd | null = null;

  /**
   * Begins a batch of one day.
   *
   * @param atMs A time of the day, from which the batch's commits cover everything; with `goesOn`, from midnight.
   */
  constructor(atMs: number, { isNewPart = false, goesOn = false } = {}) {
    this.day = toDay(atMs);
    this.startMs = startOfDay(atMs);
    this.endMs = this.startMs + DAY_MS;
    this.beginMs = goesOn ? this.startMs : atMs;
    this.isNewPart = isNewPart;
  }

  /** Removes the content after it was committed. */
  clear(): void {
    this.frames.clear();
    this.rows = [];
    this.trades = [];
  }

  get isEmpty(): boolean {
    return this.frames.isEmpty && this.rows.length === 0 && this.trades.length === 0;
  }
}

/** Formats the UTC day of a time, such as `2026-11-28`. */
export function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

/** Returns the first time of a day such as `2026-11-28`, epoch ms. */
export function parseDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Formats the key of a market, which is unique over all venues and files. */
export function toMarketKey({ venue, storeKey }: Pick<NumberedMarket, 'venue' | 'storeKey'>): string {
  return `${venue}\n${storeKey}`;
}
