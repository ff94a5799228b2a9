import { type AssetRef, computeAge, type EpochMs, SECOND_MS, type VenueId } from '../../domain/index.ts';
import { haveTouchesMoved, type PricedTouch } from '../touch.ts';
import type { OpenSilence } from './silence.ts';

/** Number of intervals by which a venue's list may lag its stream, and a minimum time for it. */
const LAG_INTERVALS = 1.5;
const MIN_LAG_MS = 5 * SECOND_MS;
/** Number of replaced touches that are remembered per asset. */
const TOUCHES_KEPT = 8;

/** A movement that the stream has not reported. */
export interface Candidate {
  readonly movedAt: EpochMs;
  /**
   * Whether the stream reported this touch and replaced it recently, so that a list that lags explains the difference.
   */
  readonly isExplained: boolean;
  /** Whether a second poll still differs from the stream's last touch. */
  isConfirmed: boolean;
}

/** State of one streamed asset. */
export interface Watch {
  readonly asset: string;
  readonly venue: VenueId;
  readonly storeKey: string;
  /** Newest touch that the stream reported. */
  lastStreamQuote: (PricedTouch & { readonly at: EpochMs }) | null;
  /** Earlier touches, each with the time at which it was replaced; oldest first. */
  readonly replaced: (PricedTouch & { readonly until: EpochMs })[];
  polled: PricedTouch | null;
  /** Whether a poll has shown the stream's last touch. Polls cannot show older touches after that. */
  isReportedPolled: boolean;
  candidate: Candidate | null;
  silence: OpenSilence | null;
}

/** Creates the initial watch of an asset. */
export function createWatch({ asset, venue, storeKey }: AssetRef): Watch {
  return {
    asset,
    venue,
    storeKey,
    lastStreamQuote: null,
    replaced: [],
    polled: null,
    isReportedPolled: false,
    candidate: null,
    silence: null,
  };
}

/** Notes the stream's newest touch, and remembers the one before. */
export function noteStreamQuote(watch: Watch, quote: PricedTouch & { readonly at: EpochMs }): void {
  if (watch.lastStreamQuote !== null && haveTouchesMoved(watch.lastStreamQuote, quote)) {
    const { at: _, ...before } = watch.lastStreamQuote;
    watch.replaced.push({ ...before, until: quote.at });
    if (watch.replaced.length > TOUCHES_KEPT) watch.replaced.shift();
    watch.isReportedPolled = false;
  }
  watch.lastStreamQuote = quote;
}

/** Whether a poll that differs from the stream shows a touch that the stream replaced shortly before. */
export function isLag(
  { replaced, isReportedPolled }: Watch,
  polled: PricedTouch,
  at: EpochMs,
  intervalMs: number,
): boolean {
  if (isReportedPolled) return false;
  const lagMs = Math.max(MIN_LAG_MS, LAG_INTERVALS * intervalMs);
  return replaced.some((touch) => computeAge(at, touch.until) <= lagMs && !haveTouchesMoved(touch, polled));
}
