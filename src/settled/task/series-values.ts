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
 * Recorded values that a market is decided from, by series: those of its moments, and one near its close that says
 * whether the source was recorded at all.
 */
export class SeriesValues {
  readonly #record: ReferenceRecord;
  /** Values by series and moment: windows that close together hang on one. */
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

  /** All values of a moment in the order of their arrival, and incomplete averages. */
  async #readMoment(key: string, moment: EpochMs, complete: number | null): Promise<SeriesValue[]> {
    const name = `${key} ${moment}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const values = (await this.#record.valuesAt(key, moment)).map(
      ({ t, p, text, count, receivedAt, s }, i): SeriesValue => ({
        t,
        // Without an arrival the order is all that is known of it.
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

  /** A value near a moment, which says that the series was recorded there; none when it was not. */
  async #readNearby(key: string, moment: number): Promise<SeriesValue[]> {
    const name = `${key} ${moment}`;
    const known = this.#nearby.get(name);
    if (known !== undefined) return known;
    const [from, to] = [epochMs(moment - RECORDED_WITHIN_MS), epochMs(moment + RECORDED_WITHIN_MS)];
    const isThere = await this.#record.hasValues(key, from, to);
    // Its moment is none that counts, so that it decides nothing.
    const found = isThere ? [{ t: moment + 0.5, receivedAt: moment, text: null, value: 1 }] : [];
    this.#nearby.set(name, found);
    return found;
  }
}
