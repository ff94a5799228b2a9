import { type EpochMs, epochMs, findSource, HOUR_MS, REFERENCES } from '../../domain/index.ts';
import type { Columns, RecordReader } from '../contract/history-store.ts';
import type { ReferenceMark, ReferenceMarks } from '../contract/reference-marks.ts';
import { decodeSource } from '../contract/source-codes.ts';

/** Value of a series of reference prices as this store recorded it, or an average that stayed incomplete. */
export interface StoredReference {
  /** Moment on the clock of the source. */
  readonly t: EpochMs;
  /** Nearest double; null of an incomplete average, which is kept as its count. */
  readonly p: number | null;
  /** Exact decimal text; null where the publisher sent none, and at moments between whole minutes. */
  readonly text: string | null;
  /** Number of values that an average stands on; null where its publisher does not say, and between whole minutes. */
  readonly count: number | null;
  /** Arrival on our clock; null between whole minutes, where only the order of arrival is kept. */
  readonly receivedAt: EpochMs | null;
  /** Relay that brought the value; null between whole minutes. */
  readonly relay: string | null;
  /** Origin of the value. `poll`: as it was published, as incomplete averages are too; `backfill`: in a snapshot. */
  readonly s: 'poll' | 'backfill';
}

/**
 * Reference prices that this store recorded itself: records joined with their marks. Imported ones decide nothing and
 * are left out.
 */
export class ReferenceRecord {
  readonly #history: Pick<RecordReader, 'scan'> & ReferenceMarks;

  constructor(history: Pick<RecordReader, 'scan'> & ReferenceMarks) {
    this.#history = history;
  }

  /** Values of exactly one moment in the order of their arrival; none when the moment is missing. */
  valuesAt(key: string, t: EpochMs): Promise<StoredReference[]> {
    return this.valuesBetween(key, t, t);
  }

  /** Values of the hour that begins at a time, by time and then by arrival. */
  valuesOfHour(key: string, hourMs: EpochMs): Promise<StoredReference[]> {
    return this.valuesBetween(key, hourMs, epochMs(hourMs + HOUR_MS - 1));
  }

  /** Values between two moments, both ends inclusive, by time and then by arrival. */
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
      // Moments of incomplete averages have no record.
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

  /** Whether any value was recorded between two moments, both ends inclusive; incomplete averages are none. */
  async hasValues(key: string, fromMs: EpochMs, toMs: EpochMs): Promise<boolean> {
    const target = { venue: REFERENCES, storeKey: key } as const;
    for await (const columns of this.#history.scan(target, { fromMs, toMs }))
      for (let i = 0; i < columns.length; i++) if (toValue(columns, i) !== null) return true;
    return false;
  }
}

/** Whether a mark is of an average that stayed incomplete. */
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
 * Values of one moment with their marks. Both are in the order of arrival; a mark whose row is damaged leaves the
 * values of the others as they are, since a text stands with its own double alone.
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
