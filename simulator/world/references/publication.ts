import { hashName, unit, whole } from '../random.ts';
import type { ReferenceFault, ReferenceFaultSpan } from './fault-specs.ts';
import { type ReferencePrices, type ReferenceSource, roundTo } from './reference-prices.ts';

const SECOND_MS = 1_000;
const QUARTER_HOUR_MS = 900_000;
/** A correction follows its value by so much. */
const CORRECTION_MS = 1_000;
const COMPLETE = 60;
const BASIS_POINTS = 1_000_000n;

/** One value as its publisher sends it. */
export interface Emission {
  /** Time at which the value is sent, epoch ms. */
  readonly at: number;
  /** Moment that it states, epoch ms. */
  readonly t: number;
  /** Value in units of 10^-18 dollars. */
  readonly value: bigint;
  /** Number of values that an average stands on; null for other sources. */
  readonly count: number | null;
  /** Whether the value is labelled as one of another source. */
  readonly isMislabelled: boolean;
}

/** Source of all faults of reference prices, past ones included, oldest first. */
interface FaultHistory {
  listReferenceFaults(): readonly ReferenceFaultSpan[];
}

/** The publishers of reference prices: the values of every second, when each is sent, and what faults do to it. */
export class Publication {
  readonly prices: ReferencePrices;
  readonly #seed: number;
  readonly #history: FaultHistory;
  /** Hashes of names, which are asked for of every second. */
  readonly #keys = new Map<string, number>();

  constructor(seed: number, prices: ReferencePrices, history: FaultHistory) {
    this.#seed = seed;
    this.prices = prices;
    this.#history = history;
  }

  /** The longest time in ms between a moment and its last frame. */
  get longestLagMs(): number {
    const delays = this.#history
      .listReferenceFaults()
      .map(({ fault }) => (fault.kind === 'reference_late' ? fault.delayMs : 0));
    return 2 * SECOND_MS + CORRECTION_MS + Math.max(0, ...delays);
  }

  /** Lists the values that are sent of a whole second, in order. */
  listEmissions(source: ReferenceSource, coin: string, t: number): Emission[] {
    if (source === 'rti60' && (t % QUARTER_HOUR_MS !== 0 || !this.isSent('rti', coin, t))) return [];
    const faults = this.listFaults(source, coin, t);
    const find = <K extends ReferenceFault['kind']>(kind: K) =>
      faults.find((fault): fault is Extract<ReferenceFault, { kind: K }> => fault.kind === kind);
    if (find('reference_hole') !== undefined) return [];
    const isPartial = source === 'rti60' && find('reference_partial') !== undefined;
    const first: Emission = {
      at: t + this.#lagMs(source, coin, t) + (find('reference_late')?.delayMs ?? 0),
      t: t + (find('reference_future')?.aheadMs ?? 0),
      value: isPartial
        ? this.prices.meanOf('rti', coin, t - SECOND_MS, COMPLETE - 1)
        : this.prices.valueAt(source, coin, t),
      count: source === 'rti60' ? COMPLETE - Number(isPartial) : null,
      isMislabelled: find('reference_mislabel') !== undefined,
    };
    const emissions = find('reference_double') === undefined ? [first] : [first, first];
    if (find('reference_correct') !== undefined && !isPartial)
      emissions.push({ ...first, at: first.at + CORRECTION_MS, value: this.valueAt(source, coin, t) });
    return emissions;
  }

  /** Lists the values that are sent in (`from`, `to`], in the order of sending. */
  listSent(source: ReferenceSource, coin: string, from: number, to: number): Emission[] {
    const sent: Emission[] = [];
    const firstSecond = Math.floor((from - this.longestLagMs) / SECOND_MS) * SECOND_MS;
    for (let t = firstSecond; t <= to; t += SECOND_MS) {
      for (const emission of this.listEmissions(source, coin, t))
        if (emission.at > from && emission.at <= to) sent.push(emission);
    }
    return sent.sort((a, b) => a.at - b.at);
  }

  /** Newest value of each second of a span that was sent properly until `now`: what a snapshot holds. */
  listKnown(source: ReferenceSource, coin: string, from: number, to: number, now: number): Emission[] {
    const known: Emission[] = [];
    for (let t = Math.ceil(from / SECOND_MS) * SECOND_MS; t <= to; t += SECOND_MS) {
      const last = this.listEmissions(source, coin, t)
        .filter((emission) => emission.at <= now && emission.t === t && !emission.isMislabelled)
        .at(-1);
      if (last !== undefined) known.push(last);
    }
    return known;
  }

  /** Value that counts: the corrected one where a correction followed. */
  valueAt(source: ReferenceSource, coin: string, t: number): bigint {
    const value = this.prices.valueAt(source, coin, t);
    const correction = this.listFaults(source, coin, t).find(({ kind }) => kind === 'reference_correct');
    if (correction?.kind !== 'reference_correct') return value;
    const corrected = value + (value * BigInt(Math.round(correction.deltaBps * 100))) / BASIS_POINTS;
    return source === 'rti60' ? roundTo(corrected, 8) : corrected;
  }

  /** Whether a second is sent at all, complete and under its own name and moment. */
  isSent(source: ReferenceSource, coin: string, t: number): boolean {
    return this.listEmissions(source, coin, t).some(
      (emission) => emission.t === t && !emission.isMislabelled && (emission.count ?? COMPLETE) === COMPLETE,
    );
  }

  /** The faults that strike a moment of a series. */
  listFaults(source: ReferenceSource, coin: string, t: number): ReferenceFault[] {
    return this.#history
      .listReferenceFaults()
      .filter(({ id, fault, from, to }) => {
        const end = fault.kind === 'reference_hole' ? from + (fault.seconds ?? Infinity) * SECOND_MS : to;
        if (t < from || t >= Math.min(to, end)) return false;
        if ((fault.source ?? source) !== source || (fault.coin ?? coin) !== coin) return false;
        const { share } = fault;
        return (
          share === undefined ||
          unit(this.#key(`fault ${id} ${source} ${coin}`), Math.floor(t / SECOND_MS)) < share
        );
      })
      .map(({ fault }) => fault);
  }

  #lagMs(source: ReferenceSource, coin: string, t: number): number {
    const isIndex = source === 'rti' || source === 'rti60' || source === 'pyth';
    const key = this.#key(`lag ${isIndex ? 'rti' : 'chainlink'} ${coin}`);
    return isIndex ? whole(key, t / SECOND_MS, 200, 500) : whole(key, t / SECOND_MS, 1_000, 1_900);
  }

  #key(name: string): number {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = hashName(this.#seed, name);
    this.#keys.set(name, key);
    return key;
  }
}
