import { type PieceEntry, PieceList, type SealedFacts, type Series } from '../series/series.ts';
import type { Pieces } from './pieces.ts';

/**
 * The pieces of a series while some of them are changed, inside the caller's transaction: all of a short one, and of a
 * long one those around a time, so that the cost of a change follows its size.
 */
export class PieceEdit {
  readonly series: Series;
  readonly #pieces: Pieces;
  /** Index rows of the pieces; null: those of the index, which is kept up to date. */
  #entries: PieceEntry[] | null;
  #sealed: SealedFacts;
  /** Position of the last change: changes come in order of time. */
  #near: number | undefined;

  constructor(pieces: Pieces, series: Series) {
    this.#pieces = pieces;
    this.series = series;
    this.#sealed = series.sealed;
    this.#entries = pieces.isLong(series) ? null : [...pieces.list(series).entries];
  }

  /** All pieces, in order; null: in the index. */
  get entries(): PieceEntry[] | null {
    return this.#entries;
  }

  /** Sums over the sealed pieces; not used while `entries` are loaded. */
  get sealed(): SealedFacts {
    return this.#sealed;
  }

  /** Lists the pieces that hold records of a time or are the place of new ones, with their neighbours, in order. */
  listAround(time: number): PieceEntry[] {
    if (this.#entries !== null) return this.#entries;
    const found = this.#pieces.rows.listAround(this.series, time, this.#near);
    // A damaged row on the way: the whole list leaves it out.
    if (found === null) this.#entries = this.#readAll();
    this.#near = found?.at(-1)?.pos;
    return found ?? this.#entries!;
  }

  /** Replaces pieces, which {@link listAround} has given, by others. */
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
