import { isDecimalText, isSamePrice, type RecordedValue, type ReferencePrice } from '../../domain/index.ts';

/** A value as a relay sent it. */
export interface ArrivedValue {
  /** Time on the clock of the source, in epoch ms. */
  readonly t: number;
  /** Time of arrival on our clock, in epoch ms. */
  readonly receivedAt: number;
  readonly text: string | null;
  /** Value as a double, sent with a text or alone. */
  readonly value?: number | null;
  /** Whether the value arrived in a snapshot of past values rather than when it was published. */
  readonly isSnapshot?: boolean;
}

/** A stored value, or a stored value to which a text was added. */
export interface Admitted {
  readonly value: RecordedValue;
  /** Position among the values of the same time, in order of arrival, from 0. */
  readonly place: number;
  /** Whether the value is new. false: the text was added to a value that was stored before. */
  readonly isNew: boolean;
}

export interface AdmissionCounts {
  stored: number;
  /** Values that equal the last one of the same time, and later snapshots of a time that has a value. */
  duplicates: number;
  /** Values that differ from the last one of the same time. */
  corrections: number;
  late: number;
  /** Number of refused values whose time is ahead of our clock. */
  future: number;
  /** Number of refused values whose time is more than ten minutes ago. */
  tooOld: number;
  /** Number of refused values that are no price, or whose text and double contradict each other. */
  invalid: number;
}

const AHEAD_MS = 5_000;
const LATE_MS = 5_000;
/** Age in ms above which a value is refused. */
export const TOO_OLD_MS = 600_000;

/** Decides which values of one series are stored, in order of arrival. */
export class SeriesAdmission {
  readonly counts: AdmissionCounts = {
    stored: 0,
    duplicates: 0,
    corrections: 0,
    late: 0,
    future: 0,
    tooOld: 0,
    invalid: 0,
  };

  readonly #values = new Map<number, RecordedValue[]>();

  /** Admits a value, or counts why it is refused. @returns null when nothing is to be stored. */
  admit(arrived: ArrivedValue): Admitted | null {
    const price = readPrice(arrived);
    if (price === null) this.counts.invalid++;
    else if (arrived.t > arrived.receivedAt + AHEAD_MS) this.counts.future++;
    else if (arrived.receivedAt - arrived.t > TOO_OLD_MS) this.counts.tooOld++;
    else return this.#store(arrived, price);
    return null;
  }

  /** Adopts values that were stored before. The values of one time must be in order of arrival. */
  restore(values: readonly RecordedValue[]): void {
    for (const [t, ofMoment] of Map.groupBy(values, (value) => value.t)) this.#values.set(t, ofMoment);
  }

  /** Whether a time has a value. */
  has(t: number): boolean {
    return this.#values.has(t);
  }

  /** Forgets the values before a time. New values of such times are refused in any case. */
  forgetBefore(t: number): void {
    for (const moment of this.#values.keys()) if (moment < t) this.#values.delete(moment);
  }

  /** Returns the stored values by time, and those of the same time in order of arrival. */
  values(): RecordedValue[] {
    return [...this.#values.entries()].sort(([a], [b]) => a - b).flatMap(([, values]) => values);
  }

  #store({ t, receivedAt, isSnapshot = false }: ArrivedValue, price: ReferencePrice): Admitted | null {
    const before = this.#values.get(t) ?? [];
    const last = before.at(-1);
    if (last !== undefined && isSamePrice(last, price)) {
      this.counts.duplicates++;
      if (last.text !== null || price.text === null) return null;
      const value = { ...last, text: price.text };
      before[before.length - 1] = value;
      return { value, place: before.length - 1, isNew: false };
    }
    if (last !== undefined && isSnapshot) {
      this.counts.duplicates++;
      return null;
    }
    this.counts.stored++;
    if (last !== undefined) this.counts.corrections++;
    if (receivedAt - t > LATE_MS && !isSnapshot) this.counts.late++;
    const value = { t, receivedAt, ...price };
    this.#values.set(t, [...before, value]);
    return { value, place: before.length, isNew: true };
  }
}

/** Reads the price from text and double. null when they are no price or contradict each other. */
function readPrice({ text, value = null }: ArrivedValue): ReferencePrice | null {
  if (text === null) return value !== null && isPrice(value) ? { text: null, p: value } : null;
  if (!isDecimalText(text)) return null;
  const p = Number(text);
  if (!isPrice(p) || (value !== null && value !== p)) return null;
  return { text, p };
}

function isPrice(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
