/** Span of time in which a book or trades are known, of one class. Both ends are inclusive, epoch ms. */
export interface TapeSpan {
  readonly fromMs: number;
  /** Last time; of an open span, the newest commit. */
  readonly toMs: number;
  /** Class of the span: 0 when every change is stored, otherwise the time between two samples in ms; 0 for trades. */
  readonly everyMs: number;
  readonly depth: number | null;
  readonly opened: string;
  /** Reason why the span ended; null while it is open. */
  readonly ended: string | null;
}

/** Span of time in which nothing is known, with the reason. Both ends are inclusive, epoch ms. */
export interface NotRecorded {
  readonly fromMs: number;
  readonly toMs: number;
  readonly reason: string;
}

/** Span between two whole books of a venue, the second of which differed from the recorded book in some levels. */
export interface Resync {
  readonly fromMs: number;
  readonly toMs: number;
  readonly changes: number;
}

export interface TapeCoverage {
  readonly state: 'full' | 'partial' | 'before' | 'never';
  /** Start of the first span of all, and `recordedToMs` the end of the last one, epoch ms; null when there is none. */
  readonly recordedFromMs: number | null;
  readonly recordedToMs: number | null;
  /** Share of the window in spans, 0 to 1; exactly 1 when they cover all of it. */
  readonly recordedFrac: number;
  readonly notRecorded: readonly NotRecorded[];
  readonly sampled: readonly { readonly fromMs: number; readonly toMs: number; readonly everyMs: number }[];
  readonly resyncs: readonly Resync[];
  /** Whether a list was cut at its maximum length. */
  readonly more: boolean;
}
