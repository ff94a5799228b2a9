import { FORECAST_HORIZONS, LEFT_OUT_REASONS, type LeftOutReason } from '../../domain/index.ts';
import { BANDS, findBand } from './bands.ts';
import {
  BAND_CLUSTERS,
  BAND_SAMPLES,
  type Calibration,
  type CalibrationBand,
  CELL_CLUSTERS,
  CELL_SAMPLES,
  HIGHEST_PRICE,
  LOWEST_PRICE,
  NOTHING,
} from './calibration.ts';
import { ClusterSums, type EventCluster, PLACES } from './cluster-sums.ts';
import type { ForecastColumns } from './forecast-columns.ts';
import type { Runs } from './runs.ts';
import { effectiveOfSums, wilsonInterval } from './share-interval.ts';

export interface ForecastGroup {
  readonly venue: string;
  readonly kind: string;
  readonly category: string;
}

/** Calibration of the markets of one venue, kind and category at one horizon. */
export interface ForecastCell extends ForecastGroup, Calibration {
  readonly horizon: string;
  /** Number of markets without a sample at the horizon, by reason. */
  readonly leftOut: Readonly<Partial<Record<LeftOutReason, number>>>;
}

const HORIZONS = FORECAST_HORIZONS.length;
const REASONS = LEFT_OUT_REASONS.length + 1;
const SUMS = 3;

/**
 * Middles of the bands. Prices are summed as offsets from them, because the squares of small numbers lose fewer digits.
 */
const MIDDLES = BANDS.map(({ low, high }) => (low + high) / 2);

/** Figures of each distinct price of a day, stored by the index of the price. */
export interface PriceTable {
  readonly band: Uint8Array;
  readonly isClipped: Uint8Array;
  /**
   * Figures per price: offset from the middle of the band and its square, surprise of No and of Yes, squared error of
   * No and of Yes.
   */
  readonly figures: Float64Array;
}

/** Number of figures reserved per price: eight fill one line of the processor's cache. */
const FIGURES = 8;

export function toPriceTable(prices: Float64Array): PriceTable {
  const band = new Uint8Array(prices.length);
  const isClipped = new Uint8Array(prices.length);
  const figures = new Float64Array(FIGURES * prices.length);
  for (let i = 0; i < prices.length; i++) {
    const price = prices[i]!;
    const held = Math.min(HIGHEST_PRICE, Math.max(LOWEST_PRICE, price));
    band[i] = findBand(price);
    isClipped[i] = held === price ? 0 : 1;
    const offset = price - MIDDLES[band[i]!]!;
    const at = FIGURES * i;
    figures[at] = offset;
    figures[at + 1] = offset ** 2;
    figures[at + 2] = -Math.log(1 - held);
    figures[at + 3] = -Math.log(held);
    figures[at + 4] = price ** 2;
    figures[at + 5] = (price - 1) ** 2;
  }
  return { band, isClipped, figures };
}

/** Sums over all samples of one group, by horizon and band, from which its calibration is computed. */
export class CellSums {
  readonly group: ForecastGroup;
  /**
   * Clusters of events, separately for events with markets in this group only and for those with markets in other
   * groups too.
   */
  readonly wholeEvents = new ClusterSums();
  readonly partEvents = new ClusterSums();
  /** Three sums for each cell and outcome: number of samples, offsets, squared offsets. */
  readonly #samples = new Float64Array(2 * SUMS * PLACES);
  readonly #surprise = new Float64Array(HORIZONS);
  readonly #clipped = new Float64Array(HORIZONS);
  readonly #leftOut = new Float64Array(HORIZONS * REASONS);

  constructor(group: ForecastGroup) {
    this.group = group;
  }

  /** Adds the markets of a run to the sums, and to the cluster of their event. */
  addRun(day: ForecastColumns, table: PriceTable, runs: Runs, run: number, cluster: EventCluster): void {
    const { outcome, states, price } = day;
    const { band: bands, isClipped, figures } = table;
    const { n, yes, counts, squares, touched } = cluster;
    const [samples, surprise] = [this.#samples, this.#surprise];
    let { touchedCount } = cluster;
    let sample = runs.sample[run]!;
    const to = runs.to[run]!;
    for (let i = runs.from[run]!; i < to; i++) {
      let state = states[i]!;
      const y = outcome[i] === 1 ? 1 : 0;
      for (let h = 0; h < HORIZONS; h++, state >>>= 4) {
        if ((state & 15) !== 0) {
          this.#leftOut[h * REASONS + (state & 15)]! += 1;
          continue;
        }
        const at = price[sample++]!;
        const place = h * BANDS.length + bands[at]!;
        const sum = SUMS * (2 * place + y);
        const figure = FIGURES * at;
        samples[sum]! += 1;
        samples[sum + 1]! += figures[figure]!;
        samples[sum + 2]! += figures[figure + 1]!;
        surprise[h]! += figures[figure + 2 + y]!;
        if (isClipped[at] === 1) this.#clipped[h]! += 1;
        if (n[place] === 0) touched[touchedCount++] = place;
        n[place]! += 1;
        yes[place]! += y;
        counts[h]! += 1;
        squares[h]! += figures[figure + 4 + y]!;
      }
    }
    cluster.touchedCount = touchedCount;
  }

  /** Adds a group that is a part of this one: its samples, and the events that are entirely in it. */
  addPart(part: CellSums): void {
    for (const [sums, more] of [
      [this.#samples, part.#samples],
      [this.#surprise, part.#surprise],
      [this.#clipped, part.#clipped],
      [this.#leftOut, part.#leftOut],
    ] as const) {
      for (let i = 0; i < sums.length; i++) sums[i]! += more[i]!;
    }
    this.wholeEvents.add(part.wholeEvents);
  }

  /** Builds the cells of the horizons with a sample or a market left out. */
  describe(): ForecastCell[] {
    const events = new ClusterSums();
    events.add(this.wholeEvents);
    events.add(this.partEvents);
    return FORECAST_HORIZONS.flatMap(({ id }, h) => {
      const leftOut = this.#listLeftOut(h);
      const cell = this.#calibrate(h, events);
      if (cell.n === 0 && Object.keys(leftOut).length === 0) return [];
      return [{ ...this.group, horizon: id, ...cell, leftOut }];
    });
  }

  #listLeftOut(h: number): ForecastCell['leftOut'] {
    const counts = LEFT_OUT_REASONS.map((reason, i) => {
      return [reason, this.#leftOut[h * REASONS + i + 1]!] as const;
    });
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  #calibrate(h: number, events: ClusterSums): Calibration {
    const bands = BANDS.flatMap(({ index }) => this.#describeBand(h, index, events));
    const sum = (part: (band: CalibrationBand) => number) => bands.reduce((all, band) => all + part(band), 0);
    const n = sum((band) => band.n);
    const yes = sum((band) => band.yes);
    const clusters = events.describeHorizon(h, 0).count;
    const counts = { n, yes, clusters, enough: n >= CELL_SAMPLES && clusters >= CELL_CLUSTERS };
    if (n === 0) return { ...counts, ...NOTHING };
    const share = yes / n;
    const uncertainty = share * (1 - share);
    const brier = sum((band) => this.#squaresOf(h * BANDS.length + band.index, band)) / n;
    return {
      ...counts,
      meanPrice: sum((band) => band.n * band.meanPrice) / n,
      share,
      brier,
      brierSe: brierError(events.describeHorizon(h, brier), n),
      reliability: sum((band) => band.n * (band.meanPrice - band.share) ** 2) / n,
      resolution: sum((band) => band.n * (band.share - share) ** 2) / n,
      uncertainty,
      withinBand: sum((band) => this.#withinBand(h * BANDS.length + band.index, band)) / n,
      reliabilityByChance:
        sum((band) => (band.n * band.meanPrice * (1 - band.meanPrice)) / band.effective) / n,
      skill: uncertainty === 0 ? null : 1 - brier / uncertainty,
      logLoss: this.#surprise[h]! / n,
      clipped: this.#clipped[h]!,
      bands,
    };
  }

  #describeBand(h: number, index: number, events: ClusterSums): CalibrationBand[] {
    const place = h * BANDS.length + index;
    const { n, yes, offset } = this.#read(place);
    if (n === 0) return [];
    const share = yes / n;
    const { count: clusters, squares } = events.describeBand(place, share);
    const effective = effectiveOfSums({ count: clusters, n, yes, squares });
    const { low: shareLow, high: shareHigh } = wilsonInterval(share, effective);
    const { low, high } = BANDS[index]!;
    // The mean is limited to the band, which rounding of the sum could leave.
    const meanPrice = Math.min(high, Math.max(low, MIDDLES[index]! + offset / n));
    return [
      {
        index,
        low,
        high,
        n,
        yes,
        clusters,
        meanPrice,
        share,
        effective,
        shareLow,
        shareHigh,
        holds: shareLow <= meanPrice && meanPrice <= shareHigh,
        enough: n >= BAND_SAMPLES && clusters >= BAND_CLUSTERS,
      },
    ];
  }

  /** Computes the sum of (p - q)^2 - 2 (p - q)(y - s), from offsets to the middle of the band. */
  #withinBand(place: number, { n, yes, share }: CalibrationBand): number {
    const { offset, squares: offsetSquares, ofYes: offsetOfYes } = this.#read(place);
    const mean = offset / n;
    const squares = offsetSquares - n * mean ** 2;
    const products = offsetOfYes - mean * yes - share * (offset - n * mean);
    return squares - 2 * products;
  }

  /** Computes the sum of (p - y)^2, where p is the middle m of the band plus an offset. */
  #squaresOf(place: number, { index, n, yes }: CalibrationBand): number {
    const { offset, squares: offsetSquares, ofYes: offsetOfYes } = this.#read(place);
    const middle = MIDDLES[index]!;
    const squares = n * middle ** 2 + 2 * middle * offset + offsetSquares;
    return squares - 2 * (middle * yes + offsetOfYes) + yes;
  }

  #read(place: number) {
    const at = 2 * SUMS * place;
    const [no = 0, noOffset = 0, noSquares = 0, yes = 0, yesOffset = 0, yesSquares = 0] =
      this.#samples.subarray(at, at + 2 * SUMS);
    return {
      n: no + yes,
      yes,
      offset: noOffset + yesOffset,
      squares: noSquares + yesSquares,
      ofYes: yesOffset,
    };
  }
}

function brierError(
  { count, squares }: { readonly count: number; readonly squares: number },
  n: number,
): number | null {
  return count < 2 ? null : Math.sqrt((count / (count - 1)) * squares) / n;
}
