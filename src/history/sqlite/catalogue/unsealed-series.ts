import type { DatabaseSync } from 'node:sqlite';
import { prepareRows } from '../../../storage/sqlite/row-statement.ts';
import type { SeriesState } from '../series/series.ts';
import type { Catalogue } from './catalogue.ts';

/** Finds the series of journalled records that are not sealed, and caches them, since most are looked up repeatedly. */
export class UnsealedSeries {
  readonly #catalogue: Catalogue;
  /** Series by number, or, until the series is first needed, the journal row up to which it is sealed. */
  readonly #known = new Map<number, SeriesState | number>();

  constructor(db: DatabaseSync, catalogue: Catalogue) {
    this.#catalogue = catalogue;
    const rows = prepareRows<[number, number]>(db, 'SELECT id, sealed_row FROM series');
    rows.setReturnArrays(true);
    for (const [id, row] of rows.iterate()) this.#known.set(id, row);
  }

  /** Finds the series of a journalled record; null when the record is sealed, as are all of series without a row. */
  find(id: number, row: number): SeriesState | null {
    const known = this.#known.get(id);
    if (known === undefined) return null;
    if (typeof known !== 'number') return row <= known.sealed.row ? null : known;
    if (row <= known) return null;
    const series = this.#catalogue.findById(id);
    if (series !== null) this.#known.set(id, series);
    return series;
  }
}
