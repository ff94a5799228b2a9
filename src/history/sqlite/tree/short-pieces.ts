import { epochMs, toMessage } from '../../../domain/index.ts';
import { getScratchColumns, type OpenPack } from '../../coding/pack.ts';
import { decodePart } from '../../coding/part.ts';
import {
  copyInto,
  createEmptyColumns,
  findUpperBound,
  lowerBound,
  viewColumns,
} from '../../columns/columns.ts';
import type { Columns } from '../../contract/history-store.ts';
import type { FileDamage } from '../damage.ts';
import type { PackTable } from '../pieces/pack-table.ts';
import type { SeriesList } from './series-list.ts';

/** Maximum number of records of short series that are in memory at once: 50 MB. */
export const MAX_GATHERED = 2_000_000;

const scratch = getScratchColumns();

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

interface WantedPieces {
  readonly pack: number;
  /** Position in the list by series number. */
  readonly wanted: ReadonlyMap<number, number>;
}

/**
 * Records of series with a single short piece, read pack by pack. Reading them series by series would decode each
 * shared part once for every series in it, up to a thousand times.
 */
export class ShortPieces {
  readonly #packs: PackTable;
  readonly #damage: FileDamage;
  #columns = createEmptyColumns(0);
  readonly #from = new Map<number, { readonly from: number; readonly to: number }>();

  constructor(packs: PackTable, damage: FileDamage) {
    this.#packs = packs;
    this.#damage = damage;
  }

  get columns(): Columns {
    return this.#columns;
  }

  /** Finds the range of a series' records in the columns; null when it has none in the window. */
  find(position: number): { readonly from: number; readonly to: number } | null {
    return this.#from.get(position) ?? null;
  }

  /**
   * Gathers the records of short pieces.
   *
   * @param positions Positions in the list, with about {@link MAX_GATHERED} records together.
   */
  gather(list: SeriesList, positions: readonly number[], span: Span): void {
    this.#from.clear();
    let records = 0;
    for (const position of positions) records += list.records(position);
    if (records > this.#columns.length) this.#columns = createEmptyColumns(Math.max(records, 4_096));
    const byPack = Uint32Array.from(positions).sort((a, b) => list.pack(a) - list.pack(b) || a - b);
    let filled = 0;
    for (let i = 0; i < byPack.length; ) {
      const pack = list.pack(byPack[i]!);
      const wanted = new Map<number, number>();
      for (; i < byPack.length && list.pack(byPack[i]!) === pack; i++)
        wanted.set(list.id(byPack[i]!), byPack[i]!);
      filled = this.#open(list, { pack, wanted }, span, filled);
    }
  }

  /** Gathers the records of one pack. @returns Number of records gathered so far. */
  #open(
    list: SeriesList,
    { pack: id, wanted }: WantedPieces,
    { fromMs, toMs }: Span,
    filled: number,
  ): number {
    const missing = new Map(wanted);
    const note = (numbers: Iterable<number>, reason: unknown) => {
      for (const number of numbers) this.#note(list, wanted.get(number)!, id, reason);
    };
    let pack: OpenPack;
    try {
      pack = this.#packs.get(id);
    } catch (error) {
      note(wanted.keys(), error);
      return filled;
    }
    let at = filled;
    for (const { firstPiece, counts, data } of pack.parts) {
      const numbers = pack.series.subarray(firstPiece, firstPiece + counts.length);
      const found = numbers.filter((number) => missing.delete(number));
      if (found.length === 0) continue;
      try {
        decodePart(data, counts, pack.clock, scratch, 0);
      } catch (error) {
        note(found, error);
        continue;
      }
      let next = 0;
      let end = 0;
      for (let i = 0; i < counts.length && next < found.length; i++) {
        const start = end;
        end += counts[i]!;
        if (numbers[i] !== found[next]) continue;
        const t = scratch.t.subarray(start, end);
        const from = start + lowerBound(t, t.length, fromMs);
        const to = start + findUpperBound(t, t.length, toMs);
        if (from < to) this.#from.set(wanted.get(found[next]!)!, { from: at, to: at + to - from });
        at = this.#copy(from, to, at);
        next++;
      }
    }
    note(missing.keys(), 'the pack has no such piece');
    return at;
  }

  #copy(from: number, to: number, at: number): number {
    if (from >= to) return at;
    copyInto(this.#columns, at, viewColumns(scratch, from, to));
    return at + to - from;
  }

  #note(list: SeriesList, position: number, pack: number, reason: unknown): void {
    const { id, venue, storeKey } = list.series(position);
    this.#damage.note(`pack ${pack} -1 ${id}`, {
      kind: 'records',
      venue,
      storeKey,
      records: list.records(position),
      fromMs: epochMs(list.firstMs(position)),
      toMs: epochMs(list.lastMs(position)),
      reason: toMessage(reason),
    });
  }
}
