import { Slices } from '../../../scheduling/slices.ts';
import type { Columns } from '../../contract/history-store.ts';
import { countKeys } from '../pieces/dedup.ts';
import type { PackTable } from '../pieces/pack-table.ts';
import { type BatchRows, readBatchRows } from './batch-pack.ts';
import type { BatchRow } from './batch-row.ts';
import type { BatchTable } from './batch-table.ts';

interface Span {
  readonly batch: string;
  readonly pack: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Series and time span in which damage is looked for. */
export interface BatchSpan {
  /** Series of the batch. */
  readonly series: Pick<ReadonlySet<number>, 'has'>;
  readonly fromMs: number;
  readonly toMs: number;
  /** Called before each part is read; may throw to stop the search. */
  readonly onPart: () => void;
}

/** Rows of some series in the other batches in force, for the undo of one batch. */
export class OtherBatchRows {
  readonly #packs: PackTable;
  readonly #spans = new Map<number, Span[]>();

  private constructor(packs: PackTable) {
    this.#packs = packs;
  }

  /** Finds the spans of the rows of other batches. @param series Series of the batch that is undone. */
  static async load(
    table: BatchTable,
    packs: PackTable,
    others: readonly BatchRow[],
    series: Pick<ReadonlySet<number>, 'has'>,
  ): Promise<OtherBatchRows> {
    const held = new OtherBatchRows(packs);
    const slices = new Slices();
    for (const { id, series: only } of others) {
      if (only !== 0 && !series.has(only)) continue;
      for (const { pack } of table.listParts(id)) {
        held.#add(id, pack, series);
        if (slices.isDue()) await slices.pause();
      }
    }
    return held;
  }

  /** Counts equal rows, by `toKey`: as many as the other batch with most of them has. */
  count(series: number, rows: Columns): (key: string) => number {
    const most = new Map<string, number>();
    for (const { held } of this.#listAt(series, rows)) {
      for (const [key, count] of countKeys(held)) most.set(key, Math.max(count, most.get(key) ?? 0));
    }
    return (key) => most.get(key) ?? 0;
  }

  /** Counts for each other batch how many of the rows it holds too. */
  countByBatch(series: number, rows: Columns): Map<string, number> {
    const kept = new Map<string, number>();
    const all = this.#countAllByBatch(series, rows);
    if (all.size === 0) return kept;
    const own = countKeys(rows);
    for (const [batch, left] of all) {
      let count = 0;
      for (const [key, many] of own) count += Math.min(many, left.get(key) ?? 0);
      if (count > 0) kept.set(batch, count);
    }
    return kept;
  }

  #countAllByBatch(series: number, rows: Columns): Map<string, Map<string, number>> {
    const found = new Map<string, Map<string, number>>();
    for (const { batch, held } of this.#listAt(series, rows)) {
      found.set(batch, countKeys(held, found.get(batch)));
    }
    return found;
  }

  #listAt(series: number, { t, length }: Columns): { readonly batch: string; readonly held: Columns }[] {
    const [fromMs, toMs] = [t[0]!, t[length - 1]!];
    const spans = (this.#spans.get(series) ?? []).filter(
      (span) => span.fromMs <= toMs && span.toMs >= fromMs,
    );
    return spans.flatMap(({ batch, pack }) =>
      this.#read(pack, series).map(({ rows }) => ({ batch, held: rows })),
    );
  }

  #add(batch: string, pack: number, series: Pick<ReadonlySet<number>, 'has'>): void {
    const facts = this.#packs.readSpan(pack);
    if (facts === null) return;
    try {
      for (const one of new Set(this.#packs.get(pack).series)) {
        if (!series.has(one)) continue;
        const spans = this.#spans.get(one) ?? [];
        spans.push({ batch, pack, ...facts });
        this.#spans.set(one, spans);
      }
    } catch (error) {
      // A damaged part counts as empty; `verify` reports it.
      if (!(error instanceof RangeError)) throw error;
    }
  }

  #read(pack: number, series: number): BatchRows[] {
    try {
      return readBatchRows(this.#packs.get(pack), (one) => one === series);
    } catch (error) {
      if (error instanceof RangeError) return [];
      throw error;
    }
  }
}

/**
 * Looks for damage in the rows of other batches: otherwise, rows that cannot be read would count as held by no other
 * batch.
 *
 * @returns Id of a damaged batch; null when there is none.
 */
export async function findUnreadable(
  table: BatchTable,
  packs: PackTable,
  others: readonly BatchRow[],
  { series, fromMs, toMs, onPart }: BatchSpan,
): Promise<string | null> {
  const slices = new Slices();
  for (const { id, series: only } of others) {
    if (only !== 0 && !series.has(only)) continue;
    let readable = 0;
    for (const { pack } of table.listParts(id)) {
      onPart();
      readable++;
      if (slices.isDue()) await slices.pause();
      const span = packs.readSpan(pack);
      if (span === null) return id;
      if (span.fromMs > toMs || span.toMs < fromMs) continue;
      try {
        readBatchRows(packs.get(pack), (one) => series.has(one));
      } catch (error) {
        if (error instanceof RangeError) return id;
        throw error;
      }
    }
    if (readable < table.readPartsEnd(id)) return id;
  }
  return null;
}
