import { createHash } from 'node:crypto';
import { RECORDERS, type Recorder } from '../../../domain/index.ts';
import type { SeriesKey } from '../../contract/series.ts';
import { toSeriesName } from '../../contract/series-name.ts';
import type { Ask } from './history-pool.ts';

/** A series, and its number in the table of records. */
export interface NamedSeries extends SeriesKey {
  readonly k: bigint;
  readonly asset: string;
}

/** Maximum number of remembered names of each venue, about 250 bytes each. */
const MAX_KNOWN = 100_000;

/** Venues in alphabetical order, the order of the pages of the catalogue. */
const RECORDERS_IN_ORDER: readonly Recorder[] = [...RECORDERS].sort();

/**
 * Names of series and their numbers. A number is a hash of the name, so that a table sharded by it is divided evenly;
 * when two names have the same hash, the later one gets another. A number never changes, so remembered names stay
 * valid.
 */
export class SeriesNames {
  readonly #ask: Ask;
  readonly #known = new Map<Recorder, Map<string, NamedSeries>>(RECORDERS.map((venue) => [venue, new Map()]));

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Finds a series among the remembered ones. Repeated calls return the same object. */
  get({ venue, storeKey }: SeriesKey): NamedSeries | undefined {
    return this.#known.get(venue)?.get(storeKey);
  }

  /** Finds many series, in the order of the request; null for one that was never recorded. */
  async findMany(keys: readonly SeriesKey[]): Promise<(NamedSeries | null)[]> {
    const found = keys.map((key) => this.get(key) ?? null);
    const unknown = keys.filter((_, i) => found[i] === null);
    if (unknown.length === 0) return found;
    const rows = await this.#ask(
      `SELECT CAST(k AS text) AS k, venue, store_key, asset FROM history.series
       WHERE (venue, store_key) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      [unknown.map(({ venue }) => venue), unknown.map(({ storeKey }) => storeKey)],
    );
    const read = new Map(rows.map(toNamed).map((series) => [toSeriesName(series), series]));
    for (const series of read.values()) this.remember(series);
    return keys.map((key, i) => found[i] ?? read.get(toSeriesName(key)) ?? null);
  }

  /** Remembers a series that was stored or read, and forgets the oldest of its venue when there are too many. */
  remember(series: NamedSeries): void {
    const known = this.#known.get(series.venue);
    known?.set(series.storeKey, series);
    if (known === undefined || known.size <= MAX_KNOWN) return;
    for (const storeKey of known.keys()) {
      known.delete(storeKey);
      return;
    }
  }

  /**
   * Proposes a free number for each series that has none.
   *
   * @param hash Tests replace it to provoke collisions.
   */
  async propose(
    series: readonly (SeriesKey & { readonly asset: string })[],
    hash: typeof hashKey = hashKey,
  ): Promise<NamedSeries[]> {
    let proposed = series.map((one) => ({ ...one, k: hash(one, 0) }));
    const taken = new Map<bigint, string>();
    for (let salt = 1; ; salt++) {
      const rows = await this.#ask(
        'SELECT CAST(k AS text) AS k, venue, store_key FROM history.series WHERE k = ANY($1::bigint[])',
        [proposed.map(({ k }) => String(k))],
      );
      for (const { k, venue, store_key } of rows) {
        const name = toSeriesName({ venue: venue as Recorder, storeKey: String(store_key) });
        taken.set(BigInt(String(k)), name);
      }
      let isFree = true;
      proposed = proposed.map((one) => {
        const name = toSeriesName(one);
        const holder = taken.get(one.k) ?? name;
        taken.set(one.k, holder);
        if (holder === name) return one;
        isFree = false;
        return { ...one, k: hash(one, salt) };
      });
      if (isFree) return proposed;
    }
  }

  /** Lists the series of one venue, or of all, by venue and key, after the series `after`. */
  async listAfter(
    venue: Recorder | undefined,
    after: SeriesKey | null,
    limit: number,
  ): Promise<readonly NamedSeries[]> {
    const first = after?.venue ?? venue ?? RECORDERS_IN_ORDER[0];
    const rows = await this.#ask(
      `SELECT CAST(k AS text) AS k, venue, store_key, asset FROM history.series
       WHERE (venue, store_key) > ($1::text, $2::text) AND ($3::text IS NULL OR venue = $3)
       ORDER BY venue, store_key LIMIT $4`,
      [String(first), after?.storeKey ?? '', venue ?? null, limit],
    );
    return rows.map(toNamed);
  }

  async count(): Promise<number> {
    const [row] = await this.#ask('SELECT COUNT(*) AS series FROM history.series');
    return Number(row?.series);
  }
}

function hashKey(key: SeriesKey, salt: number): bigint {
  const text = salt === 0 ? toSeriesName(key) : `${toSeriesName(key)}\0${salt}`;
  return createHash('sha256').update(text).digest().readBigInt64BE();
}

function toNamed({ k, venue, store_key: storeKey, asset }: Readonly<Record<string, unknown>>): NamedSeries {
  return {
    k: BigInt(String(k)),
    venue: venue as Recorder,
    storeKey: String(storeKey),
    asset: String(asset),
  };
}
