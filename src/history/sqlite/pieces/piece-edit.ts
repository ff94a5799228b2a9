import { type PieceEntry, PieceList, type SealedFacts, type SeriesState } from '../series/series.ts';
import type { Pieces } from './pieces.ts';

/**
 * Pieces of a series during a change, inside the caller's transaction. Of a short series all pieces are loaded, of a
 * long one only those around a time, so that the cost of a change depends on its own size.
 */
export class PieceEdit {
  readonly series: SeriesState;
  readonly #pieces: Pieces;
  /** All pieces of a short series; null for a long one, whose index rows are changed directly. */
  #entries: PieceEntry[] | null;
  #sealed: SealedFacts;
  /** Index position of the last change, from which the next one is found: changes are made in order of time. */
  #near: number | undefined;

  constructor(pieces: Pieces, series: SeriesState) {
    this.#pieces = pieces;
    this.series = series;
    this.#sealed = series.sealed;
    this.#entries = pieces.isLong(series) ? null : [...pieces.list(series).entries];
  }

  /** All pieces in order; null when the index rows are changed directly. */
  get entries(): PieceEntry[] | null {
    return this.#entries;
  }

  /** Sums over the sealed pieces; not maintained while `entries` are loaded. */
  get sealed(): SealedFacts {
    return this.#sealed;
  }

  /** Lists the pieces that contain a time, or where its records would be inserted, and their neighbours, in order. */
  listAround(time: number): PieceEntry[] {
    if (this.#entries !== null) return this.#entries;
    const found = this.#pieces.rows.listAround(this.series, time, this.#near);
    // A damaged row was met: all rows are read, which leaves damaged ones out.
    if (found === null) this.#entries = this.#readAll();
    this.#near = found?.at(-1)?.pos;
    return found ?? this.#entries!;
  }

  /** Replaces the pieces that {@link listAround} has returned. */
  put(before: readonly PieceEntry[], after: PieceEntry[]): void {
    if (this.#entries !== null) {
      this.#entries = after;
      return;
    }
    const { rows } = this.#pieces;
    const indexed = after.map((entry) => (entry.isIndexed ? entry : rows.insert(this.series, entry)));
    const [was, is] = [new PieceList(before), new PieceList(indexed)];
    const { firstMs, lastMs, records, bytes } = this.#sealed;
    const reachesFirst = before.length === 0 || before[0]!.fromMs <= firstMs;
    const reachesLast = before.length === 0 || before.at(-1)!.toMs >= lastMs;
    this.#sealed = {
      ...this.#sealed,
      records: records + is.records - was.records,
      bytes: bytes + is.bytes - was.bytes,
      firstMs: reachesFirst ? (indexed[0]?.fromMs ?? Number.POSITIVE_INFINITY) : firstMs,
      lastMs: reachesLast ? (indexed.at(-1)?.toMs ?? Number.NEGATIVE_INFINITY) : lastMs,
    };
  }

  #readAll(): PieceEntry[] {
    return [...this.#pieces.rows.listAll(this.series)];
  }
}
