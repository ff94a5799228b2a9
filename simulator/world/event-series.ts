import type { EventKind, Leg, Subject } from './event.ts';

/** A rule that lists one event after another forever. Event `n` closes at `phaseMs + n * periodMs`. */
export interface Series {
  readonly name: string;
  readonly kind: EventKind;
  readonly periodMs: number;
  readonly phaseMs: number;
  /** Time between the listing of an event and its close. */
  readonly lifetimeMs: number;
  readonly settleDelayMs: number;
  readonly build: (n: number, openAt: number, closeAt: number) => { subject: Subject; legs: Leg[] };
}

/** A coin on whose price events are listed. */
export interface Underlying {
  readonly ticker: string;
  readonly name: string;
  readonly priceAt: (t: number) => number;
}
