import { findSource, isSamePrice, type RecordedValue, type ReferencePrice } from '../../domain/index.ts';

/** Value of a series with the facts that determine whether it decides. */
export interface SeriesValue {
  /** Time on the clock of the source, in epoch ms. */
  readonly t: number;
  /** Time of arrival on our clock, in epoch ms. */
  readonly receivedAt: number;
  readonly text: string | null;
  /** Value as a number, for values without a text. */
  readonly value?: number | null;
  /** Number of values in an average. */
  readonly count?: number | null;
  /** Tag of the source of the record. Absent: `poll`. Imported records decide nothing. */
  readonly s?: string;
}

/** Values at one time, or the incomplete average that was recorded instead. */
export interface Moment {
  /** Time according to the terms, in epoch ms. */
  readonly at: number;
  /** Distinct values in order of arrival. Empty when none was recorded at this time. */
  readonly values: readonly RecordedValue[];
  /** Value that arrived last, which is the one that is shown. */
  readonly shown: RecordedValue | null;
  /** Incomplete average, when no complete value was recorded. */
  readonly incomplete: { readonly count: number | null } | null;
}

const RECORDED_BY_US: readonly string[] = ['poll', 'backfill'];

/** Selects the values that this store recorded itself, in order of arrival. */
export function keepOwnValues(values: readonly SeriesValue[] | undefined): SeriesValue[] {
  return (values ?? [])
    .filter(({ s = 'poll' }) => RECORDED_BY_US.includes(s))
    .sort((a, b) => a.receivedAt - b.receivedAt);
}

/**
 * Finds the values at exactly one time. When there is none, the terms tolerate a later one and the venue states which
 * time it used, the values at exactly that time are used. A neighbouring value is never used: in one recorded day the
 * second before a missing one gave the wrong side in 3 of 14 windows.
 */
export function readMoment(
  series: readonly SeriesValue[],
  options: {
    readonly source: string;
    readonly at: number;
    readonly toleranceSeconds: number;
    /** Time that the venue states it used, in epoch ms. */
    readonly takenAt: number | null;
  },
): Moment {
  const { source, at, toleranceSeconds, takenAt } = options;
  const wanted = findSource(source)?.count ?? null;
  const isWhole = ({ count = null }: SeriesValue) => wanted === null || count === wanted;
  const wholeAt = (moment: number) => series.filter((value) => value.t === moment && isWhole(value));

  let there = wholeAt(at);
  const isTolerated = takenAt !== null && takenAt > at && takenAt <= at + 1000 * toleranceSeconds;
  if (there.length === 0 && isTolerated) there = wholeAt(takenAt);
  const recorded = there.map(toRecorded);
  const part =
    recorded.length > 0 ? undefined : series.findLast((value) => value.t === at && !isWhole(value));
  return {
    at,
    values: distinct(recorded),
    shown: recorded.at(-1) ?? null,
    incomplete: part === undefined ? null : { count: part.count ?? null },
  };
}

function toRecorded({ t, receivedAt, text, value = null }: SeriesValue): RecordedValue {
  return { t, receivedAt, text, p: text === null ? (value ?? Number.NaN) : Number(text) };
}

function distinct(values: readonly RecordedValue[]): RecordedValue[] {
  const kept: RecordedValue[] = [];
  for (const value of values) {
    if (!kept.some((other: ReferencePrice) => isSamePrice(other, value))) kept.push(value);
  }
  return kept;
}
