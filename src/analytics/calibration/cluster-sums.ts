import { FORECAST_HORIZONS } from '../../domain/index.ts';
import { BANDS } from './bands.ts';

const HORIZONS = FORECAST_HORIZONS.length;
/** Number of pairs of a horizon and a band. Each pair is called a place. */
export const PLACES = HORIZONS * BANDS.length;

/** Samples of one event, whose markets depend on each other. */
export class EventCluster {
  /** Number of samples of each place, and number of those that resolved to Yes. */
  readonly n = new Float64Array(PLACES);
  readonly yes = new Float64Array(PLACES);
  /** Number of samples of each horizon, and sum of their squared errors. */
  readonly counts = new Float64Array(HORIZONS);
  readonly squares = new Float64Array(HORIZONS);
  /** Places with samples. Only the first `touchedCount` entries are used. */
  readonly touched = new Uint16Array(PLACES);
  touchedCount = 0;

  /** Adds the samples of another part of the event. */
  add(other: EventCluster): void {
    const { n, yes, touched } = this;
    let { touchedCount } = this;
    for (let i = 0; i < other.touchedCount; i++) {
      const place = other.touched[i]!;
      if (n[place] === 0) touched[touchedCount++] = place;
      n[place]! += other.n[place]!;
      yes[place]! += other.yes[place]!;
    }
    this.touchedCount = touchedCount;
    for (let h = 0; h < HORIZONS; h++) {
      this.counts[h]! += other.counts[h]!;
      this.squares[h]! += other.squares[h]!;
    }
  }
}

const BAND_SUMS = 4;
const HORIZON_SUMS = 4;

/** Sums over the events of a list of samples, which show how strongly samples of one event depend on each other. */
export class ClusterSums {
  /** Four sums for each place: events, squares of Yes, Yes times samples, squares of samples. */
  readonly #bands = new Float64Array(BAND_SUMS * PLACES);
  /** Four sums for each horizon: events, squared errors, errors times samples, squares of samples. */
  readonly #horizons = new Float64Array(HORIZON_SUMS * HORIZONS);

  /** Adds an event and clears its cluster for the next one. */
  addEvent(event: EventCluster): void {
    const { n, yes, counts, squares, touched, touchedCount } = event;
    const bands = this.#bands;
    for (let i = 0; i < touchedCount; i++) {
      const place = touched[i]!;
      const samples = n[place]!;
      const ofYes = yes[place]!;
      n[place] = 0;
      yes[place] = 0;
      const at = BAND_SUMS * place;
      bands[at]! += 1;
      bands[at + 1]! += ofYes * ofYes;
      bands[at + 2]! += ofYes * samples;
      bands[at + 3]! += samples * samples;
    }
    const horizons = this.#horizons;
    for (let h = 0; h < HORIZONS; h++) {
      const samples = counts[h]!;
      if (samples === 0) continue;
      const errors = squares[h]!;
      const at = HORIZON_SUMS * h;
      horizons[at]! += 1;
      horizons[at + 1]! += errors * errors;
      horizons[at + 2]! += errors * samples;
      horizons[at + 3]! += samples * samples;
      counts[h] = 0;
      squares[h] = 0;
    }
    event.touchedCount = 0;
  }

  /** Adds the events of another list. */
  add(other: ClusterSums): void {
    for (let i = 0; i < this.#bands.length; i++) this.#bands[i]! += other.#bands[i]!;
    for (let i = 0; i < this.#horizons.length; i++) this.#horizons[i]! += other.#horizons[i]!;
  }

  /**
   * Describes the events of a band.
   *
   * @returns Number of events with samples at a place, and the sum of (yes - share n)^2 over them.
   */
  describeBand(place: number, share: number): { readonly count: number; readonly squares: number } {
    const at = BAND_SUMS * place;
    const [count = 0, yesYes = 0, yesN = 0, nn = 0] = this.#bands.subarray(at, at + BAND_SUMS);
    return { count, squares: yesYes - 2 * share * yesN + share ** 2 * nn };
  }

  /**
   * Describes the events of a horizon.
   *
   * @returns Number of events with samples at a horizon, and the sum of (squared errors - brier n)^2 over them.
   */
  describeHorizon(h: number, brier: number): { readonly count: number; readonly squares: number } {
    const at = HORIZON_SUMS * h;
    const [count = 0, errors = 0, errorsN = 0, nn = 0] = this.#horizons.subarray(at, at + HORIZON_SUMS);
    return { count, squares: Math.max(0, errors - 2 * brier * errorsN + brier ** 2 * nn) };
  }
}
