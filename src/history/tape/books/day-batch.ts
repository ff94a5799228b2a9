import { DAY_MS } from '../../../domain/index.ts';
import { FrameLog } from '../coding/frame-log.ts';
import type { HeardKey, NumberedMarket, TakenTrade, TapeClass } from '../contract/tape-writer.ts';

/** Change of a row beside the frames. Those of a commit are done in their order. */
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
      /** null: it lasts, up to the newest commit. */
      readonly toMs: number | null;
      readonly opened: string;
      /** Of a time that was filled afterwards. */
      readonly ended?: string;
    }
  | { readonly kind: 'endHeard'; readonly key: HeardKey; readonly toMs: number; readonly ended: string }
  | { readonly kind: 'extendHeard'; readonly key: HeardKey; readonly toMs: number }
  | { readonly kind: 'unsettled'; readonly market: number; readonly id: string; readonly seenMs: number }
  | { readonly kind: 'checked'; readonly market: number; readonly toMs: number };

/** How a batch of a day ends: its day is over, or the clock stepped back. */
export interface BatchEnd {
  readonly kind: 'day' | 'part';
  /** Last moment that belongs to it. */
  readonly toMs: number;
}

/** Everything of one part of a day that waits for a commit. */
export class DayBatch {
  readonly day: string;
  /** Begin of the day and of the next one, epoch ms. */
  readonly startMs: number;
  readonly endMs: number;
  /** First moment that its commits cover, epoch ms. */
  readonly beginMs: number;
  /** Whether the batch begins a new part of the day. */
  readonly isNewPart: boolean;
  readonly frames = new FrameLog();
  rows: RowChange[] = [];
  trades: TakenTrade[] = [];
  /** null: it goes on. */
  end: BatchEnd | null = null;

  /** @param atMs A moment of the day; the first one that its commits cover, unless the day goes on from midnight. */
  constructor(atMs: number, { isNewPart = false, goesOn = false } = {}) {
    this.day = toDay(atMs);
    this.startMs = startOfDay(atMs);
    this.endMs = this.startMs + DAY_MS;
    this.beginMs = goesOn ? this.startMs : atMs;
    this.isNewPart = isNewPart;
  }

  /** Forgets what is committed. */
  clear(): void {
    this.frames.clear();
    this.rows = [];
    this.trades = [];
  }

  get isEmpty(): boolean {
    return this.frames.isEmpty && this.rows.length === 0 && this.trades.length === 0;
  }
}

/** Day of UTC, such as `2026-11-28`. */
export function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

/** First moment of a day that is written as `2026-11-28`. */
export function parseDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Key of a market over all files. */
export function toMarketKey({ venue, storeKey }: Pick<NumberedMarket, 'venue' | 'storeKey'>): string {
  return `${venue}\n${storeKey}`;
}
