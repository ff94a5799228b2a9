import type { SettledWindow } from './references/settled-window.ts';
import type { SimulatedVenue } from './venues.ts';

/** Something that happens or not, before any venue lists it. */
export interface WorldEvent {
  /** Unique in the world: series and number. */
  readonly id: string;
  readonly series: string;
  readonly number: number;
  readonly kind: EventKind;
  readonly subject: Subject;
  readonly openAt: number;
  /** End of trading. */
  readonly closeAt: number;
  /** Time at which the venues report the resolution, epoch ms. */
  readonly settleAt: number;
  readonly legs: readonly Leg[];
}

export type EventKind = 'threshold' | 'updown' | 'exclusive' | 'match' | 'dates' | 'single';

/** The subject of an event, in the words that venues build titles from. */
export interface Subject {
  readonly name: string;
  /** Ticker of the underlying, '' where there is none. */
  readonly ticker: string;
  readonly category: string;
  readonly source: string;
  /** Ticker stem on Kalshi: `KXBTCD`. */
  readonly kalshiSeries: string;
  /** The price of the underlying in dollars, where there is one. */
  readonly priceAt?: (t: number) => number;
}

/** One statement of an event that can be true. */
export interface Leg {
  readonly index: number;
  /** `$100,000`, `No change`, `December 31`; '' when the event has one statement only. */
  readonly label: string;
  readonly strike: number | null;
  /** The fair probability while it is open. */
  probability(t: number): number;
  /** Whether the event came true by what the venue settles by; only meaningful once the event closed. */
  isTrue(venue: SimulatedVenue): boolean;
  /** Window between two reference prices by which the event settles at a venue; absent of other events. */
  window?(venue: SimulatedVenue): SettledWindow;
}
