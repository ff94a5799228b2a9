import { type EpochMs, epochMs, findSource, HOUR_MS, REFERENCES } from '../../domain/index.ts';
import type { Columns, RecordReader } from '../contract/history-store.ts';
import type { ReferenceMark, ReferenceMarks } from '../contract/reference-marks.ts';
import { decodeSource } from '../contract/source-codes.ts';

/** Value of a reference price as this store recorded it, or an average that stayed incomplete. */
export interface StoredReference {
  /** Time of the value on the clock of its source. */
  readonly t: EpochMs;
  /** Nearest double; null for an incomplete average, of which only the count is stored. */
  readonly p: number | null;
  /** Exact decimal text; null when the publisher sent none, and for a time that is not a whole minute. */
  readonly text: string | null;
  /** Number of values in the average; null when unknown, and for a time that is not a whole minute. */
  readonly count: number | null;
  /** Time of arrival on our clock; null for a time that is not a whole minute, where only the order is stored. */
  readonly receivedAt: EpochMs | null;
  /** Relay that brought the value; null for a time that is not a whole minute. */
  readonly relay: string | null;
  /** Origin of the value. `poll`: published one by one, like incomplete averages; `backfill`: part of a snapshot. */
  readonly s: 'poll' | 'backfill';
}

/**
 * Reads the reference prices that this store recorded itself: records joined with their marks. Imported ones do not
 * decide verdicts, and are left out.
 */
export class ReferenceRecord {
  readonly #history: Pick<RecordReader, 'scan'> & ReferenceMarks;

  constructor(history: Pick<RecordReader, 'scan'> & ReferenceMarks) {
    this.#history = history;
  }

  /** Reads the values of exactly one moment in the order of arrival; empty when the moment is missing. */
  valuesAt(key: string, t: EpochMs): Promise<StoredReference[]> {
    return this.valuesBetween(key, t, t);
  }

  /** Reads the values of the hour that begins at a time, by time and then by arrival. */
  valuesOfHour(key: string, hourMs: EpochMs): Promise<StoredReference[]> {
    return this.valuesBetween(key, hourMs, epochMs(hourMs + HOUR_MS - 1));
  }

  /** Reads the values between two moments, both inclusive, by time and then by arrival. */
  async valuesBetween(key: string, fromMs: EpochMs, toMs: EpochMs): Promise<StoredReference[]> {
    const marks = await this.#history.findMarks(key, fromMs, toMs);
    const marksAt = Map.groupBy(
      marks.filter(({ place }) => place >= 0),
      ({ t }) => t as number,
    );
    const values: StoredReference[] = [];
    let before = Number.NEGATIVE_INFINITY;
    let moment: StoredReference[] = [];
    const marked = [...marksAt.keys()];
    let nextMarked = 0;
    const close = (next: number) => {
      const ofMoment = marksAt.get(before);
      if (ofMoment === undefined) values.push(...moment);
      else values.push(...joinMarks(key, moment, ofMoment));
      // These moments have marks and no record: their averages stayed incomplete.
      for (let t = marked[nextMarked]; t !== undefined && t < next; t = marked[++nextMarked])
        if (t > before) values.push(...joinMarks(key, [], marksAt.get(t) ?? []));
      before = next;
      moment = [];
    };
    const target = { venue: REFERENCES, storeKey: key } as const;
    for await (const columns of this.#history.scan(target, { fromMs, toMs })) {
      for (let i = 0; i < columns.length; i++) {
        const value = toValue(columns, i);
        if (value === null) continue;
        if (value.t !== before) close(value.t);
        moment.push(value);
      }
    }
    close(Number.POSITIVE_INFINITY);
    return values;
  }

  /** Whether any value was recorded between two moments, both inclusive. Incomplete averages do not count. */
  async hasValues(key: string, fromMs: EpochMs, toMs: EpochMs): Promise<boolean> {
    const target = { venue: REFERENCES, storeKey: key } as const;
    for await (const columns of this.#history.scan(target, { fromMs, toMs }))
      for (let i = 0; i < columns.length; i++) if (toValue(columns, i) !== null) return true;
    return false;
  }
}

/** Whether a mark belongs to an average that stayed incomplete. */
export function isIncomplete(key: string, { text, count }: Pick<ReferenceMark, 'text' | 'count'>): boolean {
  const whole = findSource(key.slice(0, key.indexOf('-')))?.count ?? null;
  return text === null && whole !== null && count !== whole;
}

function toValue({ t, p, s }: Columns, i: number): StoredReference | null {
  const source = decodeSource(s[i]!);
  if (source !== 'poll' && source !== 'backfill') return null;
  return {
    t: epochMs(t[i]!),
    p: p[i]!,
    text: null,
    count: null,
    receivedAt: null,
    relay: null,
    s: source,
  };
}

/**
 * Joins the values of one moment with their marks, both in the order of arrival. A mark whose row is damaged does not
 * shift the others, since a text only joins its own double.
 */
function joinMarks(
  key: string,
  values: readonly StoredReference[],
  marks: readonly ReferenceMark[],
): StoredReference[] {
  const left = [...values];
  const joined: StoredReference[] = [];
  for (const { t, text, count, receivedAt, relay } of marks) {
    if (isIncomplete(key, { text, count })) {
      joined.push({ t, p: null, text, count, receivedAt, relay, s: 'poll' });
      continue;
    }
    const at = left.findIndex(({ p }) => text === null || Number(text) === p);
    if (at < 0) continue;
    joined.push(...left.splice(0, at));
    const [value] = left.splice(0, 1);
    joined.push({ ...value!, text, count, receivedAt, relay });
  }
  return [...joined, ...left];
}
