import { FORECAST_HORIZONS } from '../../domain/index.ts';
import { BANDS, findBand } from './bands.ts';
import { HIGHEST_PRICE, LOWEST_PRICE } from './calibration.ts';
import { CellSums, type ForecastCell } from './cell-sums.ts';
import { Runs } from './runs.ts';

/** Markets with their forecasts in columns, as a closed day keeps them. */
export interface ForecastColumns {
  readonly groups: readonly (readonly [venue: string, kind: string, category: string])[];
  /** Index of the group of each market; `outcome` is 0 for no, 1 for yes, 2 for void. */
  readonly group: Uint16Array;
  readonly outcome: Uint8Array;
  /** States of each market: four bits a horizon, 0 for a sample, else one more than the index of its reason. */
  readonly states: Uint32Array;
  /** Name of each market's event in 64 bits, 0 for none. Markets of a group and an event are neighbours. */
  readonly eventLow: Uint32Array;
  readonly eventHigh: Uint32Array;
  readonly prices: Float64Array;
  /** Index of the price of each sample, by market and horizon. */
  readonly price: Uint16Array | Uint32Array;
}

/** Category of markets that open with their window; `all` has every other one. */
const WINDOW = 'window';
const ALL = 'all';
const HORIZONS = FORECAST_HORIZONS.length;

/** Band and surprises of each price, by its index. */
interface PriceTable {
  readonly band: Uint8Array;
  readonly isClipped: Uint8Array;
  readonly surpriseOfYes: Float64Array;
  readonly surpriseOfNo: Float64Array;
}

export interface CellFilter {
  readonly venue?: string | undefined;
  readonly kind?: string | undefined;
  readonly category?: string | undefined;
}

/**
 * Calibration of all cells over many days, as `calibrate` computes one of a list: in one pass over columns, since there
 * are millions of samples. Events may reach over days.
 */
export function calibrateCells(days: readonly ForecastColumns[], filter: CellFilter = {}): ForecastCell[] {
  return new CellPass(days, filter).run();
}

class CellPass {
  readonly #days: readonly ForecastColumns[];
  readonly #filter: CellFilter;
  readonly #tables: readonly PriceTable[];
  readonly #runs: Runs;
  readonly #sums: CellSums[] = [];
  readonly #bases = new Map<string, number>();
  /** For each base, the base of `all`; -1 where it is not part of one. */
  readonly #allOf: number[] = [];
  /** Samples of one event at each horizon and band, and in all bands. */
  readonly #n = new Float64Array(HORIZONS * BANDS.length);
  readonly #yes = new Float64Array(HORIZONS * BANDS.length);
  readonly #counts = new Float64Array(HORIZONS);
  readonly #squares = new Float64Array(HORIZONS);
  readonly #touched = new Uint16Array(HORIZONS * BANDS.length);
  #touchedCount = 0;

  constructor(days: readonly ForecastColumns[], filter: CellFilter) {
    this.#days = days;
    this.#filter = filter;
    this.#tables = days.map(toTable);
    this.#runs = new Runs(days.reduce((sum, { group }) => sum + group.length, 0));
  }

  run(): ForecastCell[] {
    for (const [d, day] of this.#days.entries()) this.#listRuns(d, day, this.#tables[d]!);
    const next = this.#join();
    const isFollower = new Uint8Array(next.length);
    for (const at of next) if (at >= 0) isFollower[at] = 1;
    for (let first = 0; first < this.#runs.length; first++) {
      if (isFollower[first] === 1) continue;
      const joined = [first];
      for (let at = next[first]!; at >= 0; at = next[at]!) joined.push(at);
      this.#addEvent(joined);
    }
    for (const [base, all] of this.#allOf.entries()) {
      if (all >= 0) this.#sums[all]!.addSamplesOf(this.#sums[base]!);
    }
    return this.#sums.flatMap((sums) => sums.describe());
  }

  /** Neighbours of one event; markets without one are taken at once, each sample a cluster. */
  #listRuns(d: number, day: ForecastColumns, table: PriceTable): void {
    const bases = day.groups.map((group) => this.#findBase(group));
    const { group, eventLow, eventHigh, states } = day;
    let sample = 0;
    for (let i = 0; i < group.length; ) {
      const from = i;
      const first = sample;
      do {
        sample += countSamples(states[i]!);
        i++;
      } while (
        i < group.length &&
        eventLow[i] !== 0 &&
        eventLow[i] === eventLow[from] &&
        eventHigh[i] === eventHigh[from] &&
        group[i] === group[from]
      );
      const base = bases[group[from]!]!;
      if (base < 0) continue;
      if (eventLow[from] === 0) this.#addAlone(day, table, from, first, base);
      else this.#runs.push(d, from, i, first, base);
    }
  }

  /** Index of the sums of a group; -1 where the filter leaves it out. */
  #findBase([venue, kind, category]: ForecastColumns['groups'][number]): number {
    const { venue: onlyVenue, kind: onlyKind, category: only } = this.#filter;
    if ((onlyVenue ?? venue) !== venue || (onlyKind ?? kind) !== kind) return -1;
    const isInAll = category !== WINDOW;
    if (only !== undefined && only !== category && !(only === ALL && isInAll)) return -1;
    const base = this.#open(venue, kind, category);
    this.#allOf[base] = isInAll ? this.#open(venue, kind, ALL) : -1;
    return base;
  }

  #open(venue: string, kind: string, category: string): number {
    const name = JSON.stringify([venue, kind, category]);
    const known = this.#bases.get(name);
    if (known !== undefined) return known;
    const base = this.#sums.push(new CellSums({ venue, kind, category })) - 1;
    this.#bases.set(name, base);
    this.#allOf[base] = -1;
    return base;
  }

  /** Finds for each run the next run of the same event in its venue and kind; -1: there is none. */
  #join(): Int32Array {
    const { length, day, from, base } = this.#runs;
    const next = new Int32Array(length).fill(-1);
    const last = new Int32Array(length);
    let size = 16;
    while (size < 2 * length) size *= 2;
    const slots = new Int32Array(size).fill(-1);
    for (let at = 0; at < length; at++) {
      const { eventLow, eventHigh } = this.#days[day[at]!]!;
      const low = eventLow[from[at]!]!;
      const high = eventHigh[from[at]!]!;
      let slot = low & (size - 1);
      for (; slots[slot]! >= 0; slot = (slot + 1) & (size - 1)) {
        const other = slots[slot]!;
        const theirs = this.#days[day[other]!]!;
        const place = from[other]!;
        if (theirs.eventLow[place] !== low || theirs.eventHigh[place] !== high) continue;
        if (this.#sums[base[other]!]!.isOfKind(this.#sums[base[at]!]!)) break;
      }
      const first = slots[slot]!;
      if (first < 0) slots[slot] = at;
      else next[last[first]!] = at;
      last[first < 0 ? at : first] = at;
    }
    return next;
  }

  /** Each base has a cluster of the event's samples in it, and `all` one of all of them. */
  #addEvent(runs: readonly number[]): void {
    const { base: bases } = this.#runs;
    const base = bases[runs[0]!]!;
    if (runs.every((run) => bases[run] === base)) {
      const all = this.#allOf[base]!;
      for (const run of runs) this.#gather(run, this.#sums[base]!);
      this.#flush(base);
      if (all >= 0) this.#flush(all);
      this.#clear();
      return;
    }
    for (const [own, some] of Map.groupBy(runs, (run) => bases[run]!)) {
      for (const run of some) this.#gather(run, this.#sums[own]!);
      this.#flush(own);
      this.#clear();
    }
    const inAll = runs.filter((run) => this.#allOf[bases[run]!]! >= 0);
    const [first] = inAll;
    if (first === undefined) return;
    const all = this.#allOf[bases[first]!]!;
    for (const run of inAll) this.#gather(run, null);
    this.#flush(all);
    this.#clear();
  }

  /** @param own Sums that the samples are added to; null: they are in them already. */
  #gather(run: number, own: CellSums | null): void {
    const day = this.#runs.day[run]!;
    const { outcome, states, prices, price } = this.#days[day]!;
    const { band: bands, isClipped, surpriseOfYes, surpriseOfNo } = this.#tables[day]!;
    const [n, yes, counts, squares] = [this.#n, this.#yes, this.#counts, this.#squares];
    let sample = this.#runs.sample[run]!;
    for (let i = this.#runs.from[run]!; i < this.#runs.to[run]!; i++) {
      const state = states[i]!;
      const y = outcome[i] === 1 ? 1 : 0;
      for (let h = 0; h < HORIZONS; h++) {
        const reason = (state >>> (4 * h)) & 15;
        if (reason > 0) {
          own?.leaveOut(h, reason);
          continue;
        }
        const at = price[sample++]!;
        const p = prices[at]!;
        const band = bands[at]!;
        own?.add(h, band, p, y, y === 1 ? surpriseOfYes[at]! : surpriseOfNo[at]!, isClipped[at]!);
        const place = h * BANDS.length + band;
        if (n[place] === 0) this.#touched[this.#touchedCount++] = place;
        n[place]! += 1;
        yes[place]! += y;
        counts[h]! += 1;
        squares[h]! += (p - y) * (p - y);
      }
    }
  }

  #flush(base: number): void {
    const sums = this.#sums[base]!;
    for (let i = 0; i < this.#touchedCount; i++) {
      const place = this.#touched[i]!;
      sums.addBandCluster(place, this.#n[place]!, this.#yes[place]!);
    }
    sums.addClusters(this.#counts, this.#squares);
  }

  #clear(): void {
    for (let i = 0; i < this.#touchedCount; i++) {
      this.#n[this.#touched[i]!] = 0;
      this.#yes[this.#touched[i]!] = 0;
    }
    this.#touchedCount = 0;
    this.#counts.fill(0);
    this.#squares.fill(0);
  }

  /** A market without an event: each of its samples is a cluster of its own. */
  #addAlone(day: ForecastColumns, table: PriceTable, from: number, sampleFrom: number, base: number): void {
    const all = this.#allOf[base]!;
    const state = day.states[from]!;
    const y = day.outcome[from] === 1 ? 1 : 0;
    let sample = sampleFrom;
    const own = this.#sums[base]!;
    for (let h = 0; h < HORIZONS; h++) {
      const reason = (state >>> (4 * h)) & 15;
      if (reason > 0) {
        own.leaveOut(h, reason);
        continue;
      }
      const at = day.price[sample++]!;
      const p = day.prices[at]!;
      const band = table.band[at]!;
      own.add(
        h,
        band,
        p,
        y,
        y === 1 ? table.surpriseOfYes[at]! : table.surpriseOfNo[at]!,
        table.isClipped[at]!,
      );
      for (const one of [base, all]) {
        if (one < 0) continue;
        this.#sums[one]!.addBandCluster(h * BANDS.length + band, 1, y);
        this.#sums[one]!.addCluster(h, 1, (p - y) ** 2);
      }
    }
  }
}

function toTable({ prices }: ForecastColumns): PriceTable {
  const clipped = prices.map((price) => Math.min(HIGHEST_PRICE, Math.max(LOWEST_PRICE, price)));
  return {
    band: Uint8Array.from(prices, findBand),
    isClipped: Uint8Array.from(prices, (price, i) => (price === clipped[i] ? 0 : 1)),
    surpriseOfYes: clipped.map((price) => -Math.log(price)),
    surpriseOfNo: clipped.map((price) => -Math.log(1 - price)),
  };
}

/** Horizons whose four bits are zero. */
function countSamples(state: number): number {
  const some = state | (state >>> 1) | (state >>> 2) | (state >>> 3);
  let bits = some & 0x11111111;
  let left = HORIZONS;
  for (; bits !== 0; bits &= bits - 1) left--;
  return left;
}
