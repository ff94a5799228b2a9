import { FORECAST_HORIZONS } from '../../domain/index.ts';
import { CellSums, type ForecastCell, type PriceTable, toPriceTable } from './cell-sums.ts';
import { EventCluster } from './cluster-sums.ts';
import type { ForecastColumns } from './forecast-columns.ts';
import { Runs } from './runs.ts';

/** Category of markets that open together with their window. The category `all` contains every other market. */
const WINDOW = 'window';
const ALL = 'all';
const HORIZONS = FORECAST_HORIZONS.length;

/**
 * Calibrates all cells over many days, with the same results as `calibrate` for each. Makes one pass over columns,
 * because there are millions of samples. Events may span several days.
 */
export function calibrateCells(days: readonly ForecastColumns[]): ForecastCell[] {
  return new CellPass(days).run();
}

class CellPass {
  readonly #days: readonly ForecastColumns[];
  readonly #tables: readonly PriceTable[];
  readonly #runs: Runs;
  readonly #sums: CellSums[] = [];
  readonly #bases = new Map<string, number>();
  /** Base of the `all` cell of each base; -1 when it has none. */
  readonly #allOf: number[] = [];
  /** Number that identifies the venue and kind of each base. */
  readonly #kinds: number[] = [];
  readonly #kindNames: string[] = [];
  readonly #part = new EventCluster();
  readonly #whole = new EventCluster();

  constructor(days: readonly ForecastColumns[]) {
    this.#days = days;
    this.#tables = days.map(({ prices }) => toPriceTable(prices));
    this.#runs = new Runs(days.reduce((sum, { group }) => sum + group.length, 0));
  }

  run(): ForecastCell[] {
    for (const [d, day] of this.#days.entries()) this.#listRuns(d, day);
    const next = this.#runs.join(this.#kinds);
    const isFollower = new Uint8Array(next.length);
    for (const at of next) if (at >= 0) isFollower[at] = 1;
    for (let first = 0; first < this.#runs.length; first++)
      if (isFollower[first] === 0) this.#addEvent(first, next);
    for (const [base, all] of this.#allOf.entries())
      if (all >= 0) this.#sums[all]!.addPart(this.#sums[base]!);
    return this.#sums.flatMap((sums) => sums.describe());
  }

  /**
   * Lists the runs of a day: adjacent markets of one event. A market without an event is a run of its own, because it
   * has one sample per horizon.
   */
  #listRuns(d: number, day: ForecastColumns): void {
    const bases = day.groups.map((group) => this.#findBase(group));
    const { group, eventLow, eventHigh, states } = day;
    const runs = this.#runs;
    let sample = 0;
    for (let i = 0; i < group.length; ) {
      const at = runs.length++;
      const [of, low, high] = [group[i]!, eventLow[i]!, eventHigh[i]!];
      runs.day[at] = d;
      runs.base[at] = bases[of]!;
      runs.low[at] = low;
      runs.high[at] = high;
      runs.sample[at] = sample;
      runs.from[at] = i;
      do sample += countSamples(states[i++]!);
      while (low !== 0 && eventLow[i] === low && eventHigh[i] === high && group[i] === of);
      runs.to[at] = i;
    }
  }

  /** Finds the index of a group's sums. */
  #findBase([venue, kind, category]: ForecastColumns['groups'][number]): number {
    const base = this.#open(venue, kind, category);
    this.#allOf[base] = category === WINDOW ? -1 : this.#open(venue, kind, ALL);
    return base;
  }

  #open(venue: string, kind: string, category: string): number {
    const name = JSON.stringify([venue, kind, category]);
    const known = this.#bases.get(name);
    if (known !== undefined) return known;
    const base = this.#sums.push(new CellSums({ venue, kind, category })) - 1;
    this.#bases.set(name, base);
    this.#allOf[base] = -1;
    const kindName = JSON.stringify([venue, kind]);
    const kindAt = this.#kindNames.indexOf(kindName);
    this.#kinds[base] = kindAt >= 0 ? kindAt : this.#kindNames.push(kindName) - 1;
    return base;
  }

  /** Adds the samples of an event to each base as one cluster, and all of them to `all`. */
  #addEvent(first: number, next: Int32Array): void {
    const bases = this.#runs.base;
    const base = bases[first]!;
    const part = this.#part;
    let isShared = false;
    for (let run = first; run >= 0; run = next[run]!) {
      if (bases[run] === base) this.#addRun(run, part);
      else isShared = true;
    }
    if (isShared) {
      this.#addShared(first, next);
      return;
    }
    this.#sums[base]!.wholeEvents.addEvent(part);
  }

  /** Adds an event whose markets are in several groups. The cluster already contains those of the first run. */
  #addShared(first: number, next: Int32Array): void {
    const bases = this.#runs.base;
    const [part, whole] = [this.#part, this.#whole];
    let all = -1;
    const done: number[] = [];
    for (let run = first; run >= 0; run = next[run]!) {
      const base = bases[run]!;
      if (done.includes(base)) continue;
      if (done.length > 0)
        for (let other = run; other >= 0; other = next[other]!)
          if (bases[other] === base) this.#addRun(other, part);
      done.push(base);
      if (this.#allOf[base]! >= 0) {
        all = this.#allOf[base]!;
        whole.add(part);
      }
      this.#sums[base]!.partEvents.addEvent(part);
    }
    if (all >= 0) this.#sums[all]!.partEvents.addEvent(whole);
  }

  #addRun(run: number, cluster: EventCluster): void {
    const day = this.#runs.day[run]!;
    this.#sums[this.#runs.base[run]!]!.addRun(this.#days[day]!, this.#tables[day]!, this.#runs, run, cluster);
  }
}

/** Counts the horizons whose four bits are zero, which means that they have a sample. */
function countSamples(state: number): number {
  const some = state | (state >>> 1) | (state >>> 2) | (state >>> 3);
  let bits = some & 0x11111111;
  let left = HORIZONS;
  for (; bits !== 0; bits &= bits - 1) left--;
  return left;
}
