import { FORECAST_HORIZONS, LEFT_OUT_REASONS, type LeftOutReason } from '../../domain/index.ts';
import { BANDS } from './bands.ts';
import {
  BAND_CLUSTERS,
  BAND_SAMPLES,
  type Calibration,
  type CalibrationBand,
  CELL_CLUSTERS,
  CELL_SAMPLES,
  NOTHING,
} from './calibration.ts';
import { effectiveOfSums, wilsonInterval } from './share-interval.ts';

export interface ForecastGroup {
  readonly venue: string;
  readonly kind: string;
  readonly category: string;
}

/** Calibration of the markets of one venue, kind and category at one horizon. */
export interface ForecastCell extends ForecastGroup, Calibration {
  readonly horizon: string;
  /** Markets without a sample at the horizon, by reason. */
  readonly leftOut: Readonly<Partial<Record<LeftOutReason, number>>>;
}

const HORIZONS = FORECAST_HORIZONS.length;
const PLACES = HORIZONS * BANDS.length;
const SUMS = 5;

/** Prices are summed from the middle of their band: squares of small numbers keep their digits. */
const MIDDLES = BANDS.map(({ low, high }) => (low + high) / 2);

/** Sums of all samples of one group, by horizon and band, from which its calibration follows. */
export class CellSums {
  readonly #group: ForecastGroup;
  /** Of each place five sums beside each other: samples, Yes, offsets, squares of offsets, offsets of Yes. */
  readonly #samples = new Float64Array(SUMS * PLACES);
  readonly #clusters = new Float64Array(PLACES);
  readonly #clusterYesYes = new Float64Array(PLACES);
  readonly #clusterYesN = new Float64Array(PLACES);
  readonly #clusterNN = new Float64Array(PLACES);
  readonly #surprise = new Float64Array(HORIZONS);
  readonly #clipped = new Float64Array(HORIZONS);
  readonly #events = new Float64Array(HORIZONS);
  readonly #eventSquares = new Float64Array(HORIZONS);
  readonly #eventSquaresN = new Float64Array(HORIZONS);
  readonly #eventNN = new Float64Array(HORIZONS);
  readonly #leftOut = new Float64Array(HORIZONS * (LEFT_OUT_REASONS.length + 1));

  constructor(group: ForecastGroup) {
    this.#group = group;
  }

  isOfKind(other: CellSums): boolean {
    return this.#group.venue === other.#group.venue && this.#group.kind === other.#group.kind;
  }

  add(horizon: number, band: number, p: number, y: number, surprise: number, isClipped: number): void {
    const samples = this.#samples;
    const at = SUMS * (horizon * BANDS.length + band);
    const offset = p - MIDDLES[band]!;
    samples[at]! += 1;
    samples[at + 1]! += y;
    samples[at + 2]! += offset;
    samples[at + 3]! += offset * offset;
    samples[at + 4]! += offset * y;
    this.#surprise[horizon]! += surprise;
    if (isClipped !== 0) this.#clipped[horizon]! += 1;
  }

  /** @param reason One more than its index. */
  leaveOut(horizon: number, reason: number): void {
    this.#leftOut[horizon * (LEFT_OUT_REASONS.length + 1) + reason]! += 1;
  }

  /** Adds the samples of another group, but not their clusters: events may have markets in both. */
  addSamplesOf(other: CellSums): void {
    for (const [sums, more] of [
      [this.#samples, other.#samples],
      [this.#surprise, other.#surprise],
      [this.#clipped, other.#clipped],
      [this.#leftOut, other.#leftOut],
    ] as const) {
      for (let i = 0; i < sums.length; i++) sums[i]! += more[i]!;
    }
  }

  /** Adds an event's samples of one horizon and band. */
  addBandCluster(place: number, n: number, yes: number): void {
    this.#clusters[place]! += 1;
    this.#clusterYesYes[place]! += yes * yes;
    this.#clusterYesN[place]! += yes * n;
    this.#clusterNN[place]! += n * n;
  }

  /** Adds an event's samples of each horizon. */
  addClusters(counts: Float64Array, squares: Float64Array): void {
    for (let h = 0; h < HORIZONS; h++) if (counts[h]! > 0) this.addCluster(h, counts[h]!, squares[h]!);
  }

  addCluster(horizon: number, n: number, squares: number): void {
    this.#events[horizon]! += 1;
    this.#eventSquares[horizon]! += squares * squares;
    this.#eventSquaresN[horizon]! += squares * n;
    this.#eventNN[horizon]! += n * n;
  }

  /** Cells of the horizons that have a sample, or a market left out. */
  describe(): ForecastCell[] {
    return FORECAST_HORIZONS.flatMap(({ id }, h) => {
      const leftOut = this.#listLeftOut(h);
      const cell = this.#calibrate(h);
      if (cell.n === 0 && Object.keys(leftOut).length === 0) return [];
      return [{ ...this.#group, horizon: id, ...cell, leftOut }];
    });
  }

  #listLeftOut(h: number): ForecastCell['leftOut'] {
    const counts = LEFT_OUT_REASONS.map((reason, i) => {
      return [reason, this.#leftOut[h * (LEFT_OUT_REASONS.length + 1) + i + 1]!] as const;
    });
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  #calibrate(h: number): Calibration {
    const bands = BANDS.flatMap(({ index }) => this.#describeBand(h * BANDS.length + index, index));
    const sum = (part: (band: CalibrationBand) => number) => bands.reduce((all, band) => all + part(band), 0);
    const n = sum((band) => band.n);
    const yes = sum((band) => band.yes);
    const clusters = this.#events[h]!;
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
      brierSe: this.#brierError(h, brier, n),
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

  #describeBand(place: number, index: number): CalibrationBand[] {
    const [n, yes, offset] = this.#read(place);
    if (n === 0) return [];
    const clusters = this.#clusters[place]!;
    const share = yes / n;
    const squares =
      this.#clusterYesYes[place]! -
      2 * share * this.#clusterYesN[place]! +
      share ** 2 * this.#clusterNN[place]!;
    const effective = effectiveOfSums({ count: clusters, n, yes, squares });
    const { low: shareLow, high: shareHigh } = wilsonInterval(share, effective);
    const { low, high } = BANDS[index]!;
    // Rounding of the sum must not leave the band.
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

  /** Sum of (p - q)^2 - 2 (p - q)(y - s): both are taken from the middle of the band. */
  #withinBand(place: number, { n, yes, share }: CalibrationBand): number {
    const [, , offset, offsetSquares, offsetOfYes] = this.#read(place);
    const mean = offset / n;
    const squares = offsetSquares - n * mean ** 2;
    const products = offsetOfYes - mean * yes - share * (offset - n * mean);
    return squares - 2 * products;
  }

  /** Sum of (p - y)^2, where p is the middle m of the band and an offset. */
  #squaresOf(place: number, { index, n, yes }: CalibrationBand): number {
    const [, , offset, offsetSquares, offsetOfYes] = this.#read(place);
    const middle = MIDDLES[index]!;
    const squares = n * middle ** 2 + 2 * middle * offset + offsetSquares;
    return squares - 2 * (middle * yes + offsetOfYes) + yes;
  }

  #read(place: number): [n: number, yes: number, offset: number, squares: number, ofYes: number] {
    const at = SUMS * place;
    const [n = 0, yes = 0, offset = 0, squares = 0, ofYes = 0] = this.#samples.subarray(at, at + SUMS);
    return [n, yes, offset, squares, ofYes];
  }

  #brierError(h: number, brier: number, n: number): number | null {
    const count = this.#events[h]!;
    if (count < 2) return null;
    const squares =
      this.#eventSquares[h]! - 2 * brier * this.#eventSquaresN[h]! + brier ** 2 * this.#eventNN[h]!;
    return Math.sqrt((count / (count - 1)) * Math.max(0, squares)) / n;
  }
}
