import {
  type EpochMs,
  epochMs,
  findSource,
  type SettlingTerms,
  toSeriesKey,
  type WholeStatement,
} from '../../domain/index.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import { ReferenceRecord } from '../../history/references/reference-record.ts';
import { listDecidingMoments } from '../verdict/list-moments.ts';
import type { SeriesValue } from '../verdict/moment.ts';

const RECORDED_WITHIN_MS = 600_000;

/**
 * Reads the recorded values that decide a market, by series: the values at its deciding times, and one value near its
 * close that shows whether the source was recorded at all.
 */
export class SeriesValues {
  readonly #record: ReferenceRecord;
  /** Values by series and time, because windows with the same close depend on the same values. */
  readonly #known = new Map<string, SeriesValue[]>();
  readonly #nearby = new Map<string, SeriesValue[]>();

  constructor(history: HistoryReader) {
    this.#record = new ReferenceRecord(history);
  }

  async read(
    terms: SettlingTerms,
    stated: WholeStatement | null,
  ): Promise<Readonly<Record<string, readonly SeriesValue[]>>> {
    const { source, coin, closeAt } = terms;
    if (source === null || coin === null || closeAt === null || findSource(source) === undefined) return {};
    const key = toSeriesKey(source, coin);
    const values: SeriesValue[] = [];
    const complete = findSource(source)?.count ?? null;
    for (const moment of listDecidingMoments(terms, stated))
      values.push(...(await this.#readMoment(key, moment, complete)));
    if (values.some(({ t, value = null }) => value !== null && Math.abs(t - closeAt) <= RECORDED_WITHIN_MS))
      return { [key]: values };
    values.push(...(await this.#readNearby(key, closeAt)));
    const spot = findSource(source)?.averaged ?? null;
    if (spot === null) return { [key]: values };
    const spotKey = toSeriesKey(spot, coin);
    return { [key]: values, [spotKey]: await this.#readNearby(spotKey, closeAt) };
  }

  /** Reads all values and incomplete averages of one time, in order of arrival. */
  async #readMoment(key: string, moment: EpochMs, complete: number | null): Promise<SeriesValue[]> {
    const name = `${key} ${moment}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const values = (await this.#record.valuesAt(key, moment)).map(
      ({ t, p, text, count, receivedAt, s }, i): SeriesValue => ({
        t,
        // Without a time of arrival, only the order is known.
        receivedAt: receivedAt ?? t + i,
        text,
        value: p,
        count: p === null ? count : (count ?? complete),
        s,
      }),
    );
    this.#known.set(name, values);
    return values;
  }

  /** Returns a value near a time when the series was recorded there, and nothing otherwise. */
  async #readNearby(key: string, moment: number): Promise<SeriesValue[]> {
    const name = `${key} ${moment}`;
    const known = this.#nearby.get(name);
    if (known !== undefined) return known;
    const [from, to] = [epochMs(moment - RECORDED_WITHIN_MS), epochMs(moment + RECORDED_WITHIN_MS)];
    const isThere = await this.#record.hasValues(key, from, to);
    // The time is none of the deciding times, so that this value decides nothing.
    const found = isThere ? [{ t: moment + 0.5, receivedAt: moment, text: null, value: 1 }] : [];
    this.#nearby.set(name, found);
    return found;
  }
}
