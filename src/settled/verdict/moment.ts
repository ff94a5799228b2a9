import { findSource, isSamePrice, type RecordedValue, type ReferencePrice } from '../../domain/index.ts';

/** Value of a series with what tells whether it decides. */
export interface SeriesValue {
  /** Moment on the clock of its source, epoch ms. */
  readonly t: number;
  /** Arrival on our clock, epoch ms. */
  readonly receivedAt: number;
  readonly text: string | null;
  /** Number of the value, where no text states it. */
  readonly value?: number | null;
  /** Number of values that an average stands on. */
  readonly count?: number | null;
  /** Tag of who wrote the record; `poll` where it is left out. What was imported decides nothing. */
  readonly s?: string;
}

/** Values of a moment, or what stands there in place of a whole average. */
export interface Moment {
  /** Moment as the terms name it, epoch ms. */
  readonly at: number;
  /** Distinct values as they arrived; none when the moment is missing. */
  readonly values: readonly RecordedValue[];
  /** Value that arrived last, which is the one that is shown. */
  readonly shown: RecordedValue | null;
  /** Incomplete average that stands at a missing moment. */
  readonly incomplete: { readonly count: number | null } | null;
}

const RECORDED_BY_US: readonly string[] = ['poll', 'backfill'];

/** Values that this store recorded itself, in the order in which they arrived. */
export function keepOwnValues(values: readonly SeriesValue[] | undefined): SeriesValue[] {
  return (values ?? [])
    .filter(({ s = 'poll' }) => RECORDED_BY_US.includes(s))
    .sort((a, b) => a.receivedAt - b.receivedAt);
}

/**
 * Values at exactly a moment. When there is none, the terms tolerate a later one and the venue says which it took,
 * those at exactly that one. Never the nearest: in a recorded day the second before a missing one gave the wrong
 * side in 3 of 14 windows.
 */
export function readMoment(
  series: readonly SeriesValue[],
  options: {
    readonly source: string;
    readonly at: number;
    readonly toleranceSeconds: number;
    /** Moment that the venue says it took, epoch ms. */
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
