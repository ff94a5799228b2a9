import {
  epochMs,
  findSource,
  type SettlingTerms,
  toSeriesKey,
  type WholeStatement,
} from '../domain/index.ts';
import type { HistoryReader } from '../history/contract/history-store.ts';
import type { ReferenceMark } from '../history/contract/reference-marks.ts';
import { decodeSource } from '../history/contract/source-codes.ts';
import type { SeriesValue } from '../settled/index.ts';

type Store = Pick<HistoryReader, 'readForward' | 'findMarks'>;

/** Values of one moment that are read; a publisher sends one or two. */
const VALUES_AT_ONCE = 256;
const RECORDED_WITHIN_MS = 600_000;
/** Records that are looked through for one that this store recorded itself. */
const RECORDS_LOOKED_AT = 1_000;
const OWN: readonly (string | null)[] = ['poll', 'backfill'];

/** Moments whose values decide a market: opening, closing, and those that its venue says it took. */
export function listMoments(terms: SettlingTerms, stated: WholeStatement | null): number[] {
  const openAt = terms.strikeFrom === 'opening' ? terms.openAt : null;
  const moments = [openAt, terms.closeAt, stated?.openTakenAt ?? null, stated?.closeTakenAt ?? null];
  return [...new Set(moments.filter((moment) => moment !== null))].sort((a, b) => a - b);
}

/**
 * Recorded values that a market is decided from, by series: those of its moments, and one near its close that says
 * whether the source was recorded at all.
 */
export class SeriesValues {
  readonly #store: Store;
  /** Values by series and moment: windows that close together hang on one. */
  readonly #known = new Map<string, SeriesValue[]>();
  readonly #nearby = new Map<string, SeriesValue[]>();

  constructor(store: Store) {
    this.#store = store;
  }

  async read(
    terms: SettlingTerms,
    stated: WholeStatement | null,
  ): Promise<Readonly<Record<string, readonly SeriesValue[]>>> {
    const { source, coin, closeAt } = terms;
    if (source === null || coin === null || closeAt === null || findSource(source) === undefined) return {};
    const key = toSeriesKey(source, coin);
    const values: SeriesValue[] = [];
    for (const moment of listMoments(terms, stated))
      values.push(...(await this.readMoment(source, coin, moment)));
    if (values.some((value) => Math.abs(value.t - closeAt) <= RECORDED_WITHIN_MS && isOwn(value)))
      return { [key]: values };
    values.push(...(await this.#readNearby(key, closeAt)));
    const spot = findSource(source)?.averaged ?? null;
    if (spot === null) return { [key]: values };
    const spotKey = toSeriesKey(spot, coin);
    return { [key]: values, [spotKey]: await this.#readNearby(spotKey, closeAt) };
  }

  /** All values of a moment in the order of their arrival, and incomplete averages, which have no record. */
  async readMoment(source: string, coin: string, moment: number): Promise<SeriesValue[]> {
    const key = toSeriesKey(source, coin);
    const name = `${key} ${moment}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const at = epochMs(moment);
    const [{ columns }, marks] = await Promise.all([
      this.#store.readForward(
        { venue: 'ref', storeKey: key },
        { fromMs: at, toMs: at, limit: VALUES_AT_ONCE },
      ),
      this.#store.findMarks(key, at, at),
    ]);
    const records = Array.from({ length: columns.length }, (_, i) => ({
      p: columns.p[i]!,
      s: decodeSource(columns.s[i]!),
    }));
    const values = joinMarks(moment, records, marks, findSource(source)?.count ?? null);
    this.#known.set(name, values);
    return values;
  }

  /** One value of a series that this store recorded near a moment; none when there is none. */
  async #readNearby(key: string, moment: number): Promise<SeriesValue[]> {
    const name = `${key} ${moment}`;
    const known = this.#nearby.get(name);
    if (known !== undefined) return known;
    const window = {
      fromMs: epochMs(moment - RECORDED_WITHIN_MS),
      toMs: epochMs(moment + RECORDED_WITHIN_MS),
    };
    const { columns } = await this.#store.readForward(
      { venue: 'ref', storeKey: key },
      { ...window, limit: RECORDS_LOOKED_AT },
    );
    const found: SeriesValue[] = [];
    for (let i = 0; i < columns.length && found.length === 0; i++) {
      const [t, s] = [columns.t[i]!, decodeSource(columns.s[i]!)];
      if (OWN.includes(s)) found.push({ t, receivedAt: t, text: null, value: columns.p[i]!, s: s! });
    }
    this.#nearby.set(name, found);
    return found;
  }
}

interface MomentRecord {
  readonly p: number;
  readonly s: string | null;
}

/** Joins the records of a moment with their marks; both are in the order of arrival. */
function joinMarks(
  t: number,
  records: readonly MomentRecord[],
  marks: readonly ReferenceMark[],
  complete: number | null,
): SeriesValue[] {
  const own = marks.filter(({ place }) => place >= 0);
  const isPart = ({ text, count }: ReferenceMark) => text === null && complete !== null && count !== complete;
  const whole = own.filter((mark) => !isPart(mark));
  const values = records.map(({ p, s }, i): SeriesValue => {
    const at = whole.findIndex(({ text }) => text === null || Number(text) === p);
    const [mark] = at === -1 || !OWN.includes(s) ? [] : whole.splice(at, 1);
    return {
      t,
      // Without a mark the order of the records is all that is known of arrival.
      receivedAt: mark?.receivedAt ?? t + i,
      text: mark?.text ?? null,
      value: p,
      count: mark?.count ?? complete,
      s: s ?? 'unknown',
    };
  });
  const parts = own
    .filter(isPart)
    .map(({ receivedAt, count }): SeriesValue => ({ t, receivedAt, text: null, value: null, count }));
  return [...values, ...parts];
}

function isOwn({ s = 'poll', value = null, text }: SeriesValue): boolean {
  return OWN.includes(s) && (value !== null || text !== null);
}
