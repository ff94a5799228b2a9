/** Time within which something is known, of one class, as the files say. Both ends are included. */
export interface TapeSpan {
  readonly fromMs: number;
  /** Last time; of a span that lasts, the newest commit. */
  readonly toMs: number;
  /** 0: every change; else the time between two samples in ms. Of trades 0. */
  readonly everyMs: number;
  readonly depth: number | null;
  readonly opened: string;
  /** null: it lasts. */
  readonly ended: string | null;
}

/** Time of which nothing is known, with the reason. Both ends are included. */
export interface NotRecorded {
  readonly fromMs: number;
  readonly toMs: number;
  readonly reason: string;
}

/** Time between a whole book and the one before it, which differed in so many levels. */
export interface Resync {
  readonly fromMs: number;
  readonly toMs: number;
  readonly changes: number;
}

export interface TapeCoverage {
  readonly state: 'full' | 'partial' | 'before' | 'never';
  /** Begin of the first span of all, and end of the last one; null without any. */
  readonly recordedFromMs: number | null;
  readonly recordedToMs: number | null;
  /** Share of the window within spans; 1 exactly when all of it is. */
  readonly recordedFrac: number;
  readonly notRecorded: readonly NotRecorded[];
  readonly sampled: readonly { readonly fromMs: number; readonly toMs: number; readonly everyMs: number }[];
  readonly resyncs: readonly Resync[];
  /** Whether a list was cut at its limit. */
  readonly more: boolean;
}
