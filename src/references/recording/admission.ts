import { isDecimalText, isSamePrice, type RecordedValue, type ReferencePrice } from '../../domain/index.ts';

/** Value as a relay sent it. */
export interface ArrivedValue {
  /** Moment on the clock of the source, epoch ms. */
  readonly t: number;
  /** Arrival on our clock, epoch ms. */
  readonly receivedAt: number;
  readonly text: string | null;
  /** Double that was sent, beside a text or alone. */
  readonly value?: number | null;
  /** Whether the value came in a snapshot of the past and not as it was published. */
  readonly isSnapshot?: boolean;
}

/** A value that was stored, or a text that was added to a stored one. */
export interface Admitted {
  readonly value: RecordedValue;
  /** Place among the values of its moment in the order of arrival, from 0 on. */
  readonly place: number;
  /** Whether the text is a new value, and not the text of a value that was there. */
  readonly isNew: boolean;
}

export interface AdmissionCounts {
  stored: number;
  /** Values of a moment that had the same value already. */
  duplicates: number;
  /** Values that differ from the one that their moment had. */
  corrections: number;
  late: number;
  /** Refused: a moment that lies ahead of our clock. */
  future: number;
  /** Refused: a moment ten minutes ago. */
  tooOld: number;
  /** Refused: no price, or two that contradict each other. */
  invalid: number;
}

const AHEAD_MS = 5_000;
const LATE_MS = 5_000;
/** Age from which on a value is refused. */
export const TOO_OLD_MS = 600_000;

/** Decides which values of one series are stored, in the order in which they arrive. */
export class Admission {
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

  /** Admits a value, or counts why it is not one. @returns null when nothing is to be stored. */
  admit(arrived: ArrivedValue): Admitted | null {
    const price = readPrice(arrived);
    if (price === null) this.counts.invalid++;
    else if (arrived.t > arrived.receivedAt + AHEAD_MS) this.counts.future++;
    else if (arrived.receivedAt - arrived.t > TOO_OLD_MS) this.counts.tooOld++;
    else return this.#store(arrived, price);
    return null;
  }

  /** Takes over values that were stored before, each moment's as they arrived. */
  restore(values: readonly RecordedValue[]): void {
    for (const [t, ofMoment] of Map.groupBy(values, (value) => value.t)) this.#values.set(t, ofMoment);
  }

  /** Whether a moment has a value. */
  has(t: number): boolean {
    return this.#values.has(t);
  }

  /** Forgets moments before a time: values of them are refused anyway. */
  forgetBefore(t: number): void {
    for (const moment of this.#values.keys()) if (moment < t) this.#values.delete(moment);
  }

  /** Stored values by their moment, those of one moment as they arrived. */
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

/** Price of what was sent; null when it is none. */
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
